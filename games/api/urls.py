"""Addresses of groups, players and games, below /api/v1/."""

from games.api import game_urls, group_urls

urlpatterns = [*game_urls.urlpatterns, *group_urls.urlpatterns]

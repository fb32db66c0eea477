"""Addresses of games, rounds and share links."""

from django.urls import path

from games.api import game_views, share_views
from games.api.game_views import decision_view

urlpatterns = [
    path("groups/<uuid:group>/games/", game_views.GameListView.as_view()),
    path("games/<uuid:game>/", game_views.GameView.as_view()),
    path("games/<uuid:game>/abandon/", decision_view("abandon", "Abandon a game")),
    path("games/<uuid:game>/resume/", decision_view("resume", "Take a game up again")),
    path("games/<uuid:game>/end/", decision_view("end", "End a game early: the leader wins")),
    path("games/<uuid:game>/archive/", decision_view("archive", "Put a game away")),
    path("games/<uuid:game>/unarchive/", decision_view("unarchive", "Bring a game back")),
    path("games/<uuid:game>/restore/", game_views.RestoreView.as_view()),
    path("games/<uuid:game>/rounds/", game_views.RoundListView.as_view()),
    path("games/<uuid:game>/rounds/<int:number>/", game_views.RoundView.as_view()),
    path("games/<uuid:game>/changes/", game_views.ChangeListView.as_view()),
    path("games/<uuid:game>/share-links/", share_views.ShareLinkListView.as_view()),
    path("games/<uuid:game>/share-links/<uuid:link>/", share_views.ShareLinkView.as_view()),
    path("watch/<str:token>/", share_views.WatchView.as_view()),
]

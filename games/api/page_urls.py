"""Addresses of the pages of groups and games. With a slash at the end, too, as people type them."""

from django.urls import path

from games.api import link_views

urlpatterns = [
    path(address + slash, view)
    for slash in ("", "/")
    for address, view in {
        "join/<str:code>": link_views.JoinPageView.as_view(),
        "watch/<str:token>": link_views.WatchPageView.as_view(),
    }.items()
]

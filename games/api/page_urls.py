"""Addresses of the pages of groups and games."""

from django.urls import path

from games.api import link_views

urlpatterns = [
    path("join/<str:code>", link_views.JoinPageView.as_view()),
    path("watch/<str:token>", link_views.WatchPageView.as_view()),
]

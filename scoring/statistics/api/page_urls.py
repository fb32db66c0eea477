"""The address of the page of a group. With a slash at the end, too, as people type it."""

from django.urls import path

from scoring.statistics.api import shared_views

urlpatterns = [
    path("shared/<str:token>" + slash, shared_views.SharedPageView.as_view()) for slash in ("", "/")
]

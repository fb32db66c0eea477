"""Addresses of the pages of accounts. A secret after a `#` is not part of an address."""

from django.urls import path

from accounts.api import link_views

urlpatterns = [
    path("pair", link_views.PairPageView.as_view()),
    path("pair/<str:code>", link_views.PairPageView.as_view()),
    path("reset", link_views.ResetPageView.as_view()),
    path("reset/<str:key>", link_views.ResetPageView.as_view()),
]

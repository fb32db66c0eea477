"""Addresses of the pages of accounts. A secret after a `#` is not part of an address.

With a slash at the end, too, as people type them.
"""

from django.urls import path

from accounts.api import link_views

urlpatterns = [
    path(address + slash, view)
    for slash in ("", "/")
    for address, view in {
        "pair": link_views.PairPageView.as_view(),
        "pair/<str:code>": link_views.PairPageView.as_view(),
        "confirm": link_views.ConfirmPageView.as_view(),
        "reset": link_views.ResetPageView.as_view(),
        "reset/<str:key>": link_views.ResetPageView.as_view(),
    }.items()
]

"""All addresses, and the handlers for errors."""

from django.urls import include, path, re_path

from config.entry_points import EntryPointsView
from rest import error_handlers
from rest.docs import IndexView, ProblemsView, RedocView, SchemaView, SwaggerView
from rest.pages import page_not_found

urlpatterns = [
    path("", IndexView.as_view(), name="index"),
    path("", include("accounts.api.page_urls")),
    path("", include("games.api.page_urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/docs/", SwaggerView.as_view(), name="docs"),
    path("api/docs/problems/", ProblemsView.as_view(), name="problems"),
    path("api/redoc/", RedocView.as_view(), name="redoc"),
    path("api/v1/", EntryPointsView.as_view()),
    path("api/v1/referee/", include("referee.api.urls")),
    path("api/v1/referee/", include("pocket.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("scoring.statistics.api.urls")),
    path("api/v1/", include("scoring.sheets.api.urls")),
    path("api/v1/", include("scoring.exchange.api.urls")),
    path("api/v1/", include("scoring.jobs.api.urls")),
    # Last: with DEBUG on, Django would answer unknown paths with a page of its own.
    re_path("", page_not_found),
]

handler400 = error_handlers.bad_request
handler403 = error_handlers.permission_denied
handler404 = page_not_found
handler500 = error_handlers.server_error

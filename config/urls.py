"""All addresses, and the handlers for errors."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from assistants.views import DoorView
from config.entry_points import EntryPointsView
from config.health import ReadyView
from config.install_files import FILES, RootView
from rest import error_handlers
from rest.docs import DocumentView, IndexView, ProblemsView, RedocView, SchemaView, SwaggerView
from rest.pages import page_not_found

# Django tries them in order: the busiest come first, and those with a common prefix, which are
# skipped together.
API: list[URLPattern | URLResolver] = [
    path("referee/", include("referee.api.urls")),
    path("referee/", include("pocket.api.urls")),
    path("", include("games.api.game_urls")),
    path("", include("games.api.group_urls")),
    path("", include("accounts.api.urls")),
    path("", include("scoring.statistics.api.urls")),
    path("", include("scoring.sheets.api.urls")),
    path("", include("scoring.exchange.api.urls")),
    path("", include("scoring.jobs.api.urls")),
    path("", include("scoring.webhooks.api.urls")),
    path("", EntryPointsView.as_view()),
]

urlpatterns = [
    path("api/v1/", include(API)),
    path("", IndexView.as_view(), name="index"),
    path("", include("accounts.api.page_urls")),
    path("", include("games.api.page_urls")),
    path("", include("scoring.statistics.api.page_urls")),
    path("", include("config.client_urls")),
    *(path(f"install/{name}", RootView.as_view(), {"name": name}) for name in FILES),
    path("mcp", DoorView.as_view()),
    path("readyz", ReadyView.as_view()),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/docs/", SwaggerView.as_view(), name="docs"),
    path("llms.txt", DocumentView.as_view(), {"name": "llms.txt"}),
    path("docs/<path:name>", DocumentView.as_view()),
    path("api/docs/problems/", ProblemsView.as_view(), name="problems"),
    path("api/redoc/", RedocView.as_view(), name="redoc"),
    # Last: with DEBUG on, Django would answer unknown paths with a page of its own.
    re_path("", page_not_found),
]

handler400 = error_handlers.bad_request
handler403 = error_handlers.permission_denied
handler404 = page_not_found
handler500 = error_handlers.server_error

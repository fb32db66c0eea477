"""Sheets to fill in and import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from accounts.api.base import AccountView
from accounts.models import User
from games.api.game_or_group import READERS, GameOrGroupView
from games.selectors.access import member_as
from games.selectors.groups import players_of
from rest.negotiation import IgnoreAcceptHeader
from rest.problem_schema import problem_responses
from rest.query import choice, read_query
from scoring.exchange.export.sheet_writer import XLSX_MEDIA_TYPE, write_csv, write_xlsx
from scoring.exchange.paper.template import LAYOUTS, MAX_PLAYERS, template_rows
from scoring.exchange.paper.words import WORDS

MEDIA_TYPES = {"csv": "text/csv", "xlsx": XLSX_MEDIA_TYPE}
QUERY = {
    "format": choice(MEDIA_TYPES),
    "layout": choice(LAYOUTS),
    "language": choice(WORDS),
}


def template_schema(*parameters: OpenApiParameter, **more: Any) -> Callable[[Any], Any]:
    """The schema of an operation that answers with a sheet to fill in."""
    formats = {"type": "string", "enum": list(MEDIA_TYPES), "default": "csv"}
    layouts = {"type": "string", "enum": list(LAYOUTS), "default": "rounds"}
    languages = {"type": "string", "enum": list(WORDS)}
    return extend_schema(
        tags=["imports"],
        parameters=[
            *parameters,
            OpenApiParameter("format", formats, description="The format of the file."),
            OpenApiParameter(
                "layout",
                layouts,
                description="What a line is: a round, a whole game, or a line of a player.",
            ),
            OpenApiParameter(
                "language",
                languages,
                description="The language of the headings; by default yours.",
            ),
        ],
        **more,
    )


FILE = {(200, media_type): OpenApiTypes.BINARY for media_type in MEDIA_TYPES.values()}


class TemplateView(GameOrGroupView):
    content_negotiation_class = IgnoreAcceptHeader

    @template_schema(
        OpenApiParameter("group", OpenApiTypes.UUID, description="With a column for each player."),
        operation_id="importTemplate",
        summary="A sheet to fill in and import",
        responses={**FILE, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return a sheet with headings and remarks, which an import reads once it is filled in."""
        query = read_query(request, {**QUERY, "group": READERS["group"]})
        return _template(query, _names(self.actor, query["group"]) if "group" in query else [])


class GroupTemplateView(AccountView):
    content_negotiation_class = IgnoreAcceptHeader
    deprecated: ClassVar = {"GET": "`GET imports/template/` with `group`"}

    @template_schema(
        operation_id="groupImportTemplate",
        summary="A sheet with a group's players to fill in and import",
        responses={**FILE, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponse:
        """Return a sheet with headings and remarks, and with a column for each player."""
        return _template(read_query(request, QUERY), _names(self.actor, group))


def _names(actor: User, group: UUID) -> list[str]:
    """The players' names, if they fit on a sheet."""
    member_as(actor, group)
    players = players_of(group, has_left=False)[: MAX_PLAYERS + 1]
    names = [player.name for player in players]
    return names if 1 < len(names) <= MAX_PLAYERS else []


def _template(query: dict[str, Any], players: list[str]) -> HttpResponse:
    name = query.get("format", "csv")
    language = query.get("language") or get_language() or "en"
    first, *rows = template_rows(query.get("layout", "rounds"), language, players)
    columns = [str(cell) for cell in first]
    data = write_csv(columns, rows) if name == "csv" else write_xlsx([("Tableside", columns, rows)])
    response = HttpResponse(data, content_type=MEDIA_TYPES[name])
    response["Content-Disposition"] = f'attachment; filename="tableside-template.{name}"'
    response["Content-Language"] = language
    return response

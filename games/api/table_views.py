"""Reading the live table."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api.game_versions import game_etag
from games.api.round_requests import MAX_ROUND
from games.api.watchable import LINK, WatchableView, WatchedView
from games.domain.forgetting import without_doers
from games.selectors.games import StoredGame, watched_game
from games.selectors.table import table_of
from games.wire.tables import TableState, table_answer
from rest.caching import IF_NONE_MATCH, kept_response
from rest.problem_schema import problem_responses
from rest.query import read_query, whole_number

ROUND = OpenApiParameter(
    "round",
    {"type": "integer", "minimum": 1, "maximum": MAX_ROUND},
    description="An earlier round; by default the one in play, or the last one.",
)


class TableView(WatchableView):
    @extend_schema(
        operation_id="getTable",
        summary="The table of the round in play",
        tags=["table"],
        parameters=[ROUND, LINK, IF_NONE_MATCH],
        responses={200: TableState, 304: None, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        """Whose turn it is, what lies where, and the plays that led to it."""
        return _table(request, self.stored_game(game))


class WatchedTableView(WatchedView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/table/` with `link`"}

    @extend_schema(
        operation_id="watchTable",
        summary="Watch the table with a share link",
        tags=["sharing"],
        auth=[],
        parameters=[ROUND, IF_NONE_MATCH],
        responses={200: TableState, 304: None, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """The table as the game's members see it, read-only."""
        return _table(request, watched_game(token))


def _table(request: Request, stored: StoredGame) -> HttpResponseBase:
    query = read_query(request, {"round": whole_number(1, MAX_ROUND)})
    round = query.get("round")

    def answer() -> Any:
        table = table_answer(table_of(stored.record, round))
        return table if stored.role else without_doers(table)  # who watches has no role

    return kept_response(request, game_etag(stored, "table", round), answer)

"""Reading the live table."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.base import AccountView
from games.api.round_requests import MAX_ROUND
from games.domain.game_record import GameRecord
from games.selectors.games import game_for, watched
from games.selectors.table import table_of
from games.wire.tables import TableState, table_answer
from rest.problem_schema import problem_responses
from rest.query import read_query, whole_number

ROUND = OpenApiParameter(
    "round",
    {"type": "integer", "minimum": 1, "maximum": MAX_ROUND},
    description="An earlier round; by default the one in play, or the last one.",
)


class TableView(AccountView):
    @extend_schema(
        operation_id="getTable",
        summary="The table of the round in play",
        tags=["table"],
        parameters=[ROUND],
        responses={200: TableState, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Whose turn it is, what lies where, and the plays that led to it."""
        return _table(request, game_for(self.actor, game))


class WatchedTableView(APIView):
    """The table of a share link: open to anyone who has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="watchTable",
        summary="Watch the table with a share link",
        tags=["sharing"],
        auth=[],
        parameters=[ROUND],
        responses={200: TableState, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """The table as the game's members see it, read-only."""
        return _table(request, watched(token))


def _table(request: Request, record: GameRecord) -> Response:
    query = read_query(request, {"round": whole_number(1, MAX_ROUND)})
    return Response(table_answer(table_of(record, query.get("round"))))

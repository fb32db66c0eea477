"""The live table: what lies there, and playing on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.base import AccountView, idempotent
from games.api import table_serializers as shapes
from games.api.game_problems import game_problems
from games.domain.record import GameRecord
from games.domain.table import TableRecord
from games.selectors.games import game_for, watched
from games.selectors.table import table_in_play, table_of
from games.services import table
from games.services.locking import locked_game
from games.wire.tables import ruling_answer, table_answer
from referee.rulings.table_plays import PlayVerdict
from rest.problem_schema import BODY, problem_responses
from rest.query import FLAG, read_query, whole_number
from rest.serializers import StrictSerializer

ROUND = OpenApiParameter(
    "round",
    {"type": "integer", "minimum": 1, "maximum": shapes.MAX_ROUND},
    description="An earlier round; by default the one in play, or the last one.",
)
DRY_RUN = OpenApiParameter(
    "dry_run", bool, description="Only say what the referee would: nothing is recorded."
)
ROUNDS = {"round": whole_number(1, shapes.MAX_ROUND)}
TRYING = {"dry_run": FLAG}
PLAYED = {**problem_responses(*BODY, 401, 403, 404), **game_problems(409, 422)}


class TableView(AccountView):
    @extend_schema(
        operation_id="getTable",
        summary="The table of the round in play",
        tags=["table"],
        parameters=[ROUND],
        responses={200: shapes.TableSerializer, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Whose turn it is, what lies where, and the plays that led to it."""
        return Response(
            table_answer(
                table_of(game_for(self.actor, game), read_query(request, ROUNDS).get("round"))
            )
        )


class WatchedTableView(APIView):
    """The table behind a share link: open to whoever has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="watchTable",
        summary="Watch the table by a share link",
        tags=["sharing"],
        auth=[],
        parameters=[ROUND],
        responses={200: shapes.TableSerializer, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """The table as the game's members see it, to look at only."""
        return Response(
            table_answer(table_of(watched(token), read_query(request, ROUNDS).get("round")))
        )


class PlayView(AccountView):
    """A view for one kind of play: it is ruled on, and done unless it is only asked about."""

    asks: ClassVar[type[StrictSerializer]]
    resolve: ClassVar[Callable[..., PlayVerdict]]

    def play(self, request: Request, game: UUID) -> Response:
        if read_query(request, TRYING).get("dry_run", False):
            in_play, verdict, _overrule = self.resolved(request, game_for(self.actor, game))
            return Response({"ruling": ruling_answer(verdict), "table": table_answer(in_play)})
        with locked_game(self.actor, game) as record:
            in_play, verdict, overrule = self.resolved(request, record)
            after = table.make_play(
                in_play=in_play, actor=self.actor, verdict=verdict, overrule=overrule
            )
            return Response(table_answer(after), 201)

    def resolved(
        self, request: Request, record: GameRecord
    ) -> tuple[TableRecord, PlayVerdict, str]:
        """The table in play, what the referee says about the play, and why it is overruled."""
        asked: dict[str, Any] = dict(self.asks.parse(request.data))
        in_play = table_in_play(record, asked.pop("round"))
        overrule = asked.pop("overrule", "")
        return in_play, type(self).resolve(in_play, **asked), overrule


def play_view(
    operation: str,
    summary: str,
    about: str,
    asks: type[StrictSerializer],
    resolve: Callable[..., PlayVerdict],
) -> Any:
    """A view for the plays that `resolve` rules on."""

    class View(PlayView):
        @extend_schema(
            operation_id=operation,
            summary=summary,
            tags=["table"],
            parameters=[DRY_RUN],
            request=asks,
            responses={200: shapes.DryRunSerializer, 201: shapes.TableSerializer, **PLAYED},
            description=about,
        )
        @idempotent
        def post(self, request: Request, game: UUID) -> Response:
            return self.play(request, game)

    View.asks, View.resolve = asks, staticmethod(resolve)
    return View.as_view()


class TakeBackView(AccountView):
    @extend_schema(
        operation_id="takeBackPlay",
        summary="Take a play back",
        tags=["table"],
        responses={
            200: shapes.TableSerializer,
            **problem_responses(400, 401, 403, 404),
            **game_problems(409, 422),
        },
    )
    @idempotent
    def delete(self, request: Request, game: UUID, play: UUID) -> Response:
        """The last one, or an earlier one where everything after it still stands without it."""
        read_query(request, {})  # who asks for a dry run here must not have it for earnest
        with locked_game(self.actor, game) as record:
            after = table.take_back(record=record, actor=self.actor, play=play)
            return Response(table_answer(after))

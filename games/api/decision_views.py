"""The old addresses of decisions about a whole game, which `PATCH games/{game}/` makes now."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import idempotent
from accounts.api.dry_runs import DRY_RUN, undone_on_dry_run
from games.api.game_versions import (
    CHANGE_PROBLEMS,
    IF_MATCH,
    GameWriteView,
    game_response,
    locked_seen_game,
)
from games.services import games
from games.wire.games import GameDetail


class DecisionView(GameWriteView):
    decision: ClassVar[str]

    @extend_schema(
        tags=["games"],
        parameters=[IF_MATCH, DRY_RUN],
        responses={200: GameDetail, **CHANGE_PROBLEMS},
    )
    @idempotent
    @undone_on_dry_run
    def post(self, request: Request, game: UUID) -> Response:
        with locked_seen_game(self, game) as record:
            return game_response(games.decide(record=record, actor=self.actor, what=self.decision))


def decision_view(what: str, instead: str, summary: str, description: str) -> type[DecisionView]:
    """Return the view for one of `games.services.games.DECISIONS`."""

    class View(DecisionView):
        decision = what
        deprecated: ClassVar = {"POST": f"`PATCH games/{{game}}/` with {instead}"}

    schema = extend_schema(operation_id=f"{what}Game", summary=summary, description=description)
    return extend_schema_view(post=schema)(View)


AbandonView = decision_view(
    "abandon", "`status`: `abandoned`", "Abandon a game", "The game stops, and nobody wins."
)
ResumeView = decision_view(
    "resume",
    "`status`: `playing`",
    "Resume a game",
    "A game that was abandoned or ended early can be resumed.",
)
EndView = decision_view(
    "end",
    "`status`: `over`",
    "End a game early: the leader wins",
    "The leader is furthest in the Phases; the fewest points break a tie.",
)
ArchiveView = decision_view(
    "archive",
    "`archived`: `true`",
    "Archive a game",
    "The game no longer appears among the current games; nothing else changes.",
)
UnarchiveView = decision_view(
    "unarchive",
    "`archived`: `false`",
    "Take a game out of the archive",
    "The game appears among the current games again.",
)

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
    """A view for one of `games.services.games.DECISIONS`."""

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


def _instead(members: str) -> dict[str, str]:
    return {"POST": f"`PATCH games/{{game}}/` with {members}"}


@extend_schema_view(
    post=extend_schema(
        operation_id="abandonGame",
        summary="Abandon a game",
        description="The game stops, and nobody wins.",
    )
)
class AbandonView(DecisionView):
    decision = "abandon"
    deprecated = _instead("`status`: `abandoned`")


@extend_schema_view(
    post=extend_schema(
        operation_id="resumeGame",
        summary="Resume a game",
        description="A game that was abandoned or ended early can be resumed.",
    )
)
class ResumeView(DecisionView):
    decision = "resume"
    deprecated = _instead("`status`: `playing`")


@extend_schema_view(
    post=extend_schema(
        operation_id="endGame",
        summary="End a game early: the leader wins",
        description="The leader is furthest in the Phases; the fewest points break a tie.",
    )
)
class EndView(DecisionView):
    decision = "end"
    deprecated = _instead("`status`: `over`")


@extend_schema_view(
    post=extend_schema(
        operation_id="archiveGame",
        summary="Archive a game",
        description="The game no longer appears among the current games; nothing else changes.",
    )
)
class ArchiveView(DecisionView):
    decision = "archive"
    deprecated = _instead("`archived`: `true`")


@extend_schema_view(
    post=extend_schema(
        operation_id="unarchiveGame",
        summary="Take a game out of the archive",
        description="The game appears among the current games again.",
    )
)
class UnarchiveView(DecisionView):
    decision = "unarchive"
    deprecated = _instead("`archived`: `false`")

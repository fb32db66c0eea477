"""Joining a game that is being played, and leaving it."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from games.api.game_examples import examples_of
from games.api.game_requests import JoinGameRequestSerializer
from games.api.game_versions import (
    CHANGE_PROBLEMS,
    CHANGE_PROBLEMS_WITH_BODY,
    IF_MATCH,
    game_response,
    locked_seen_game,
)
from games.domain.attendance import JoinTerms
from games.services import attendance
from games.wire.games import GameDetail


class GamePlayerListView(AccountView):
    @extend_schema(
        operation_id="joinGame",
        summary="Let a player join a game that is being played",
        tags=["games"],
        parameters=[IF_MATCH],
        request=JoinGameRequestSerializer,
        responses={201: GameDetail, **CHANGE_PROBLEMS_WITH_BODY},
        examples=examples_of("joinGame"),
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """The player is there from the next round on, or comes back after leaving.

        Leaving before the round is recorded undoes this.
        """
        with locked_seen_game(self, game) as record:
            data = JoinGameRequestSerializer.parse(request.data)
            player = data.pop("player")
            terms = JoinTerms(**data)
            after = attendance.join_game(
                record=record, actor=self.actor, player=player, terms=terms
            )
            return game_response(after, 201)


class GamePlayerView(AccountView):
    @extend_schema(
        operation_id="leaveGame",
        summary="Let a player leave a game that is being played",
        tags=["games"],
        parameters=[IF_MATCH],
        request=None,
        responses={200: GameDetail, **CHANGE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, game: UUID, player: UUID) -> Response:
        """The player is no longer there from the next round on; their rounds are kept.

        Joining again before the round is recorded undoes this.
        """
        with locked_seen_game(self, game) as record:
            after = attendance.leave_game(record=record, actor=self.actor, player=player)
            return game_response(after)

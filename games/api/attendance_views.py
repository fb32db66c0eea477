"""Joining a game that is being played, and leaving it."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import idempotent
from games.api.added_players import added_player, creations
from games.api.game_requests import JoinGameRequestSerializer
from games.api.game_versions import (
    CHANGE_PROBLEMS,
    CHANGE_PROBLEMS_WITH_BODY,
    IF_MATCH,
    GameWriteView,
    game_response,
    locked_seen_game,
)
from games.api.round_requests import MAX_ROUND
from games.domain.attendance import JoinTerms
from games.models import Role
from games.selectors.games import stored_game_for
from games.services import attendance
from games.services.chosen_ids import repeated_ids
from games.services.locking import locked_group
from games.wire.games import GameDetail
from rest.problem_schema import problem_responses
from rest.query import read_query, whole_number

TAG = "games"

FROM_ROUND = OpenApiParameter(
    "round",
    {"type": "integer", "minimum": 1, "maximum": MAX_ROUND},
    description="The first round without the player, as the phone shows it. If it is not the next "
    "one, 409: so a request that was kept while offline never means another round.",
)


class GamePlayerListView(GameWriteView):
    @extend_schema(
        operation_id="joinGame",
        summary="Let a player join a game that is being played",
        parameters=[IF_MATCH],
        request=JoinGameRequestSerializer,
        responses={201: GameDetail, **CHANGE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """The player is there from the next round on, or comes back after leaving.

        Somebody who is no player of the group yet is created. Leaving before the round is
        recorded undoes the joining.
        """
        group = stored_game_for(self.actor, game).game.group_id
        assert group is not None
        # Whoever changes players locks the group, and does so before games.
        with locked_group(self.actor, group, Role.SCORER), locked_seen_game(self, game) as record:
            data = JoinGameRequestSerializer.parse(request.data)
            player = added_player(data.pop("player"), group=group, path="player")
            after = attendance.join_game(
                record=record,
                actor=self.actor,
                player=player,
                repeated=repeated_ids(creations([player])),
                terms=JoinTerms(**data),
            )
            return game_response(after, 201)


class GamePlayerView(GameWriteView):
    @extend_schema(
        operation_id="leaveGame",
        summary="Let a player leave a game that is being played",
        parameters=[IF_MATCH, FROM_ROUND],
        responses={200: GameDetail, **CHANGE_PROBLEMS, **problem_responses(400)},
    )
    @idempotent
    def delete(self, request: Request, game: UUID, player: UUID) -> Response:
        """The player is no longer there from the next round on; their rounds are kept.

        Joining again before the round is recorded undoes this. If the others have entered all
        their lines of that round, it is recorded without the player.
        """
        round = read_query(request, {"round": whole_number(1, MAX_ROUND)}).get("round")
        with locked_seen_game(self, game) as record:
            after = attendance.leave_game(
                record=record, actor=self.actor, player=player, round=round
            )
            return game_response(after)

"""Recording, correcting and taking back rounds."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS_WITH_BODY, idempotent
from accounts.api.dry_runs import DRY_RUN, undone_on_dry_run
from games.api.creation import TellsOldNames, requested_creation
from games.api.game_versions import (
    CHANGE_PROBLEMS,
    CHANGE_PROBLEMS_WITH_BODY,
    IF_MATCH,
    GameWriteView,
    game_response,
    locked_seen_game,
)
from games.api.round_requests import CorrectRoundRequestSerializer, RecordRoundRequestSerializer
from games.domain.creation import CreationKind
from games.services import rounds
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_game
from games.wire.games import GameDetail

TAG = "rounds"


class RoundListView(TellsOldNames, GameWriteView):
    @extend_schema(
        operation_id="recordRound",
        summary="Record a round",
        parameters=[DRY_RUN],
        request=RecordRoundRequestSerializer,
        responses={200: GameDetail, 201: GameDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    @undone_on_dry_run
    def post(self, request: Request, game: UUID) -> Response:
        """Check the tally of the next round, and record it.

        Fills in what the points prove. A round that has already been recorded gets 409 with the
        current game; a tally that is impossible, or leaves something open, gets 422.
        """
        with locked_game(self.actor, game) as record:
            data = RecordRoundRequestSerializer.parse(request.data)
            creation = requested_creation(CreationKind.ROUND, request, data, within=game)
            if is_repeated(creation):
                existing(lambda: rounds.round_with_id(record, creation.id))
                return game_response(record)
            after = rounds.record_round(
                record=record,
                actor=self.actor,
                id=creation.id,
                number=data["number"],
                entries=data["results"],
                overrule=data["overrule"],
                phone_time=data.get("phone_time"),
                discards_draft=data["discard_draft"],
            )
            return game_response(after, 201)


class RoundView(GameWriteView):
    @extend_schema(
        operation_id="correctRound",
        summary="Correct a round",
        parameters=[IF_MATCH, DRY_RUN],
        request=CorrectRoundRequestSerializer,
        responses={200: GameDetail, **CHANGE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    @undone_on_dry_run
    def put(self, request: Request, game: UUID, number: int) -> Response:
        """Replace the tally of a round; all later rounds follow from the new one.

        If later rounds would be dropped or look wrong, 409 `confirmation_needed` lists
        the consequences. To go ahead, send the correction again with `confirm`.
        """
        with locked_seen_game(self, game) as record:
            data = CorrectRoundRequestSerializer.parse(request.data)
            after = rounds.correct_round(
                record=record,
                actor=self.actor,
                number=number,
                entries=data["results"],
                overrule=data["overrule"],
                confirmed=data["confirm"],
            )
            return game_response(after)

    @extend_schema(
        operation_id="takeBackRound",
        summary="Take the last round back",
        parameters=[IF_MATCH, DRY_RUN],
        responses={200: GameDetail, **CHANGE_PROBLEMS},
    )
    @idempotent
    @undone_on_dry_run
    def delete(self, request: Request, game: UUID, number: int) -> Response:
        """Only the last round can be taken back; its tally stays in the game's history."""
        with locked_seen_game(self, game) as record:
            return game_response(rounds.take_back(record=record, actor=self.actor, number=number))

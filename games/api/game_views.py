"""Games, their rounds and their history."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from games.api import game_serializers as shapes
from games.api.game_examples import examples_of
from games.api.game_filters import GAME_FILTERS, filter_games
from games.api.game_problems import game_problems
from games.domain.record import GameRecord
from games.models import Role
from games.selectors.access import member_as
from games.selectors.games import changes_of, game_for, games_in
from games.services import games, rounds
from games.services.locking import locked_game, locked_group
from games.wire.games import change_answer, game_answer, listed_game
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate
from rest.preconditions import etag, require_version
from rest.problem_schema import BODY, problem_responses

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the game as you have seen it.",
)
# What a change of what stands can be refused with, without a body and with one.
CHANGED = {**problem_responses(400, 401, 403, 404), **game_problems(409, 412, 422, 428)}
CHANGED_BY_BODY = {**CHANGED, **problem_responses(*BODY)}


def respond(record: GameRecord, status: int = 200) -> Response:
    """The whole game, and its version as ETag."""
    return Response(game_answer(record), status, headers={"ETag": etag(record.game.version)})


class GameListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listGames",
        summary="The games of a group",
        tags=["games"],
        parameters=[*GAME_FILTERS, *PAGE_PARAMETERS],
        responses={
            200: shapes.ListedGameSerializer(many=True),
            **problem_responses(400, 401, 403, 404),
        },
    )
    def get(self, request: Request, group: UUID) -> Response:
        """The newest first. Owners see the deleted ones with `deleted=true`."""
        member = member_as(self.actor, group)
        page = paginate(request, filter_games(request, member, games_in(group)))
        return page.response([listed_game(game) for game in page.rows])

    @extend_schema(
        operation_id="startGame",
        summary="Begin a game",
        tags=["games"],
        request=shapes.StartGameSerializer,
        responses={201: shapes.GameSerializer, **problem_responses(*BODY, 401, 403, 404, 409, 422)},
        examples=examples_of("startGame"),
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Seat the players, the first one to the last to the left, and begin."""
        with locked_group(self.actor, group, Role.SCORER) as member:
            asked = shapes.StartGameSerializer.parse(request.data)
            record = games.start_game(actor=self.actor, group=group, role=member.role, **asked)
            response = respond(record, 201)
            response["Location"] = f"/api/v1/games/{record.game.id}/"
            return response


class GameView(AccountView):
    @extend_schema(
        operation_id="getGame",
        summary="A whole game",
        tags=["games"],
        responses={200: shapes.GameSerializer, **problem_responses(401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """All that a client draws: settings, standings, who deals, and every round."""
        return respond(game_for(self.actor, game))

    @extend_schema(
        operation_id="changeGame",
        summary="Change how a game is played",
        tags=["games"],
        parameters=[IF_MATCH],
        request=shapes.SettingsSerializer,
        responses={200: shapes.GameSerializer, **CHANGED_BY_BODY},
    )
    @idempotent
    def patch(self, request: Request, game: UUID) -> Response:
        """House rules at any time; variant, phases, players and dealer before the first round."""
        with locked_seen_game(self, game) as record:
            asked = shapes.SettingsSerializer.parse(request.data)
            shapes.SettingsSerializer().read_phases(record.edition, asked)
            return respond(games.change_settings(record=record, actor=self.actor, **asked))

    @extend_schema(
        operation_id="deleteGame",
        summary="Delete a game",
        tags=["games"],
        parameters=[IF_MATCH],
        request=None,
        responses={204: None, **CHANGED},
    )
    @idempotent
    def delete(self, request: Request, game: UUID) -> Response:
        """Owners only. For 30 days it can be restored."""
        with locked_seen_game(self, game, Role.OWNER) as record:
            games.delete_game(record=record, actor=self.actor)
            return Response(status=204)


@contextmanager
def locked_seen_game(
    view: AccountView, game: UUID, role: Role = Role.SCORER
) -> Iterator[GameRecord]:
    """Lock a game for a change by somebody who has seen its current version (`If-Match`)."""
    with locked_game(view.actor, game, role) as record:
        require_version(view.request, record.game.version, {"game": game_answer(record)})
        yield record


def decision_view(what: str, summary: str, about: str) -> Any:
    """A view that carries out one of `games.DECISIONS`."""

    class DecisionView(AccountView):
        @extend_schema(
            operation_id=f"{what}Game",
            summary=summary,
            tags=["games"],
            parameters=[IF_MATCH],
            request=None,
            responses={200: shapes.GameSerializer, **CHANGED},
            description=about,
        )
        @idempotent
        def post(self, request: Request, game: UUID) -> Response:
            with locked_seen_game(self, game) as record:
                return respond(games.decide(record=record, actor=self.actor, what=what))

    return DecisionView.as_view()


class RestoreView(AccountView):
    @extend_schema(
        operation_id="restoreGame",
        summary="Restore a deleted game",
        tags=["games"],
        request=None,
        responses={
            200: shapes.GameSerializer,
            **problem_responses(400, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """Owners only, within 30 days. Nothing else can change a deleted game meanwhile."""
        with locked_game(self.actor, game, Role.OWNER, deleted=True) as record:
            return respond(games.restore_game(record=record, actor=self.actor))


class RoundListView(AccountView):
    @extend_schema(
        operation_id="recordRound",
        summary="Record a round",
        tags=["rounds"],
        request=shapes.RecordRoundSerializer,
        responses={
            201: shapes.GameSerializer,
            **problem_responses(*BODY, 401, 403, 404),
            **game_problems(409, 422),
        },
        examples=examples_of("recordRound"),
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """Put the next round on record, once its count has been checked.

        What the points prove is filled in. A round that is in already is 409 with the
        game as it stands; a count that cannot be, or that leaves something open, is 422.
        """
        with locked_game(self.actor, game) as record:
            asked = shapes.RecordRoundSerializer.parse(request.data)
            after = rounds.record_round(
                record=record,
                actor=self.actor,
                number=asked["number"],
                entries=asked["results"],
                overrule=asked["overrule"],
            )
            return respond(after, 201)


class RoundView(AccountView):
    @extend_schema(
        operation_id="correctRound",
        summary="Correct a round",
        tags=["rounds"],
        parameters=[IF_MATCH],
        request=shapes.CorrectRoundSerializer,
        responses={200: shapes.GameSerializer, **CHANGED_BY_BODY},
    )
    @idempotent
    def put(self, request: Request, game: UUID, number: int) -> Response:
        """Put another count in its place; all that follows is worked out anew.

        Where later rounds would fall away or look wrong, 409 `confirmation_needed` tells
        what would become of them; send it again with `confirm` to mean it.
        """
        with locked_seen_game(self, game) as record:
            asked = shapes.CorrectRoundSerializer.parse(request.data)
            after = rounds.correct_round(
                record=record,
                actor=self.actor,
                number=number,
                entries=asked["results"],
                overrule=asked["overrule"],
                confirmed=asked["confirm"],
            )
            return respond(after)

    @extend_schema(
        operation_id="takeBackRound",
        summary="Take the last round back",
        tags=["rounds"],
        parameters=[IF_MATCH],
        request=None,
        responses={
            200: shapes.GameSerializer,
            **CHANGED,
        },
    )
    @idempotent
    def delete(self, request: Request, game: UUID, number: int) -> Response:
        """Only the last one; its count stays in the game's history."""
        with locked_seen_game(self, game) as record:
            return respond(rounds.take_back(record=record, actor=self.actor, number=number))


class ChangeListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listChanges",
        summary="The history of a game",
        tags=["games"],
        parameters=PAGE_PARAMETERS,
        responses={
            200: shapes.ChangeSerializer(many=True),
            **problem_responses(400, 401, 404),
        },
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Who changed what, when, from what to what; the latest first."""
        record = game_for(self.actor, game)
        page = paginate(request, changes_of(record.game.id))
        return page.response([change_answer(change) for change in page.rows])

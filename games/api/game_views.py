"""Games: starting, reading, changing, deleting and restoring them, and their history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.api.dry_runs import DRY_RUN, undone_on_dry_run
from accounts.scopes import Scope
from games.api.added_players import added_players, creations
from games.api.creation import TellsOldNames, requested_creation
from games.api.game_filters import GAME_FILTERS, filtered_games
from games.api.game_requests import (
    GameSettingsRequestSerializer,
    StartGameRequestSerializer,
    read_phases,
)
from games.api.game_versions import (
    CHANGE_PROBLEMS,
    CHANGE_PROBLEMS_WITH_BODY,
    IF_MATCH,
    GameWriteView,
    game_response,
    locked_seen_game,
    read_game,
)
from games.api.group_versions import games_etag
from games.domain.creation import CreationKind
from games.models import Role
from games.selectors.access import member_as
from games.selectors.games import changes_of, game_for, stored_game_for
from games.selectors.records import load_list
from games.services import games
from games.services.beginnings import begin_game
from games.services.chosen_ids import existing, repeated_ids
from games.services.locking import locked_game, locked_group
from games.wire.games import GameDetail, GameSummary, game_summary
from games.wire.history import GameChange, change_answer
from rest.caching import IF_NONE_MATCH, kept_response
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate, read_page
from rest.problem_schema import problem_responses

TAG = "games"


class GameListView(TellsOldNames, GameWriteView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listGames",
        summary="The games of a group",
        parameters=[*GAME_FILTERS, *PAGE_PARAMETERS, IF_NONE_MATCH],
        responses={200: list[GameSummary], 304: None, **problem_responses(400, 401, 403, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Newest first. Owners can list deleted games with `deleted=true`."""
        member = member_as(self.actor, group)
        games, deleted = filtered_games(request, member)
        read_page(request, games)

        def answer() -> dict[str, Any]:
            page = paginate(request, games)
            return page.answer([game_summary(record) for record in load_list(page.rows)])

        if deleted:  # one that is gone for good leaves no event
            return Response(answer())
        return kept_response(request, games_etag(request, member), answer)

    @extend_schema(
        operation_id="startGame",
        summary="Start a game",
        request=StartGameRequestSerializer,
        responses={200: GameDetail, 201: GameDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """The players sit in the given order, each to the left of the one before.

        Players who do not exist yet are created with the game.
        """
        with locked_group(self.actor, group, Role.SCORER) as member:
            data = StartGameRequestSerializer.parse(request.data)
            creation = requested_creation(CreationKind.GAME, request, data, within=group)
            players = list(added_players(data.pop("players"), group=group))
            repeated = repeated_ids([creation, *creations(players)])
            if creation.id in repeated:
                record = existing(lambda: game_for(self.actor, creation.id))
                response = game_response(record)
            else:
                record = begin_game(
                    actor=self.actor,
                    group=group,
                    role=member.role,
                    id=creation.id,
                    players=players,
                    repeated=repeated,
                    **data,
                )
                response = game_response(record, 201)
            response["Location"] = f"/api/v1/games/{creation.id}/"
            return response


class RestoringView(GameWriteView):
    def restored(self, game: UUID) -> Response:
        with locked_game(self.actor, game, Role.OWNER, deleted=True) as record:
            return game_response(games.restore_game(record=record, actor=self.actor))


class GameView(RestoringView):
    @classmethod
    def scope_of(cls, method: str) -> str:
        return Scope.MANAGE if method == "DELETE" else super().scope_of(method)

    @extend_schema(
        operation_id="getGame",
        summary="Everything about a game",
        parameters=[IF_NONE_MATCH],
        responses={200: GameDetail, 304: None, **problem_responses(401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        """Everything a client shows: settings, standings, who deals, and every round."""
        return read_game(request, stored_game_for(self.actor, game))

    @extend_schema(
        operation_id="changeGame",
        summary="Change a game: how it is played, ending it, archiving it",
        parameters=[IF_MATCH, DRY_RUN],
        request=GameSettingsRequestSerializer,
        responses={200: GameDetail, **CHANGE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    @undone_on_dry_run
    def patch(self, request: Request, game: UUID) -> Response:
        """House rules can be changed at any time.

        The variant, the Phases, the players, the dealer and handicaps can only be changed before
        the first round. `status` and `archived` must be other than they are (409 `wrong_state`).
        Whatever is given together is changed together, or nothing is. A deleted game can only be
        restored.
        """
        if isinstance(request.data, Mapping) and "deleted" in request.data:
            GameSettingsRequestSerializer.parse(request.data)
            self.require(Scope.MANAGE)
            return self.restored(game)
        with locked_seen_game(self, game) as record:
            data = GameSettingsRequestSerializer.parse(request.data)
            if "phases" in data:
                data["phases"] = read_phases(record.edition, data["phases"])
            return game_response(games.change_game(record=record, actor=self.actor, **data))

    @extend_schema(
        operation_id="deleteGame",
        summary="Delete a game",
        parameters=[IF_MATCH],
        responses={204: None, **CHANGE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, game: UUID) -> Response:
        """Owners only. It can be restored for 30 days."""
        with locked_seen_game(self, game, Role.OWNER) as record:
            games.delete_game(record=record, actor=self.actor)
            return Response(status=204)


class RestoreView(RestoringView):
    write_scope = Scope.MANAGE
    deprecated: ClassVar = {"POST": "`PATCH games/{game}/` with `deleted`"}

    @extend_schema(
        operation_id="restoreGame",
        summary="Restore a deleted game",
        responses={200: GameDetail, **WRITE_PROBLEMS},
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """Owners only, within 30 days. A deleted game cannot be changed until it is restored."""
        return self.restored(game)


class ChangeListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listChanges",
        summary="The history of a game",
        parameters=PAGE_PARAMETERS,
        responses={200: list[GameChange], **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Who changed what and when, with the values before and after; latest first."""
        stored_game_for(self.actor, game)  # which refuses who may not see it
        page = paginate(request, changes_of(game))
        return page.response([change_answer(change) for change in page.rows])

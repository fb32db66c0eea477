"""The players of a group."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from games.api import group_serializers as shapes
from games.api.group_examples import examples_of
from games.models import Role
from games.selectors.access import member_as
from games.selectors.groups import player_for, players_of
from games.services import players
from games.services.player_merge import merge_players
from games.wire.groups import one_player, player_answer
from rest.pagination import PAGE_PARAMETERS, CursorPagination, read_page
from rest.problem_schema import BODY, problem_responses
from rest.problems import FieldError, ProblemError

WRITE = problem_responses(400, 401, 403, 404, 409, 422)
WRITE_BODY = problem_responses(*BODY, 401, 403, 404, 409, 422)


class PlayerListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listPlayers",
        summary="The players of a group",
        tags=["players"],
        parameters=[
            OpenApiParameter("has_left", bool, description="Only who has, or has not."),
            *PAGE_PARAMETERS,
        ],
        responses={
            200: shapes.PlayerSerializer(many=True),
            **problem_responses(400, 401, 404),
        },
        examples=examples_of("listPlayers"),
    )
    def get(self, request: Request, group: UUID) -> Response:
        """By name, without those that were merged into another."""
        member_as(self.actor, group)
        page = read_page(request, players_of(group, has_left=_read_has_left(request)))
        return page.response([player_answer(player, self.actor.pk) for player in page.rows])

    @extend_schema(
        operation_id="createPlayer",
        summary="Add a player",
        tags=["players"],
        request=shapes.NewPlayerSerializer,
        responses={201: shapes.OnePlayerSerializer, **WRITE_BODY},
        examples=examples_of("createPlayer"),
    )
    def post(self, request: Request, group: UUID) -> Response:
        """A player needs no account; whoever has one can claim the player later."""
        member_as(self.actor, group, Role.SCORER)
        asked = shapes.NewPlayerSerializer.parse(request.data)
        player = players.create_player(actor=self.actor, group=group, **asked)
        return Response(
            one_player(player, self.actor.pk),
            201,
            headers={"Location": f"/api/v1/players/{player.pk}/"},
        )


class PlayerView(AccountView):
    @extend_schema(
        operation_id="getPlayer",
        summary="A player",
        tags=["players"],
        responses={200: shapes.OnePlayerSerializer, **problem_responses(401, 404)},
        examples=examples_of("getPlayer"),
    )
    def get(self, request: Request, player: UUID) -> Response:
        """The id of one who was merged into another finds that other one."""
        _asked, found = player_for(self.actor, player)
        return Response(one_player(found, self.actor.pk, player))

    @extend_schema(
        operation_id="changePlayer",
        summary="Rename a player, or mark them as having left",
        tags=["players"],
        request=shapes.PlayerChangeSerializer,
        responses={200: shapes.OnePlayerSerializer, **WRITE_BODY},
        examples=examples_of("changePlayer"),
    )
    def patch(self, request: Request, player: UUID) -> Response:
        """Scorers and owners. The games of who has left stay as they are."""
        member_as(self.actor, player_for(self.actor, player)[1].group_id, Role.SCORER)
        asked = shapes.PlayerChangeSerializer.parse(request.data)
        changed = players.change_player(actor=self.actor, player=player, **asked)
        return Response(one_player(changed, self.actor.pk, player))

    @extend_schema(
        operation_id="deletePlayer",
        summary="Delete a player who never played",
        tags=["players"],
        request=None,
        responses={204: None, **WRITE},
    )
    def delete(self, request: Request, player: UUID) -> Response:
        """Scorers and owners. Who sat in a game stays (409 `has_played`): set `has_left`."""
        players.delete_player(actor=self.actor, player=player)
        return Response(status=204)


class ClaimView(AccountView):
    @extend_schema(
        operation_id="claimPlayer",
        summary="That's me",
        tags=["players"],
        request=None,
        responses={200: shapes.OnePlayerSerializer, **WRITE},
        examples=examples_of("claimPlayer"),
    )
    def post(self, request: Request, player: UUID) -> Response:
        """Any member, one player a person in each group.

        409 `already_claimed` where it is somebody else, `already_a_player` where I am
        another player.
        """
        claimed = players.claim_player(actor=self.actor, player=player)
        return Response(one_player(claimed, self.actor.pk, player))


class ReleaseView(AccountView):
    @extend_schema(
        operation_id="releasePlayer",
        summary="That's not me",
        tags=["players"],
        request=None,
        responses={200: shapes.OnePlayerSerializer, **WRITE},
        examples=examples_of("releasePlayer"),
    )
    def post(self, request: Request, player: UUID) -> Response:
        """Let go of the player I claimed; owners may do so for others."""
        released = players.release_player(actor=self.actor, player=player)
        return Response(one_player(released, self.actor.pk, player))


class MergeView(AccountView):
    @extend_schema(
        operation_id="mergePlayers",
        summary="Two players are one person",
        tags=["players"],
        request=shapes.MergeSerializer,
        responses={200: shapes.OnePlayerSerializer, **WRITE_BODY},
        examples=examples_of("mergePlayers"),
    )
    def post(self, request: Request, player: UUID) -> Response:
        """Scorers and owners. The other player gets all games and the claim of this one.

        409 `sat_in_one_game` with the games where they met, `two_people` where two
        different people claimed them, `merged` where one of them is not there any more.
        """
        member_as(self.actor, player_for(self.actor, player)[0].group_id, Role.SCORER)
        asked = shapes.MergeSerializer.parse(request.data)
        stays = merge_players(actor=self.actor, player=player, into=asked["into"])
        return Response(one_player(stays, self.actor.pk, player))


def _read_has_left(request: Request) -> bool | None:
    text = request.query_params.get("has_left")
    if text not in (None, "true", "false"):
        detail = _("Must be true or false.")
        error = FieldError("has_left", "invalid", detail)
        raise ProblemError(400, "invalid_request", detail, errors=[error])
    return None if text is None else text == "true"

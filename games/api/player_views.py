"""The players of a group."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.models import User
from games.api.group_requests import (
    MergePlayersRequestSerializer,
    NewPlayerRequestSerializer,
    PlayerChangeRequestSerializer,
)
from games.api.group_versions import people_etag
from games.domain.creation import new_player
from games.models import Role
from games.selectors.access import member_as
from games.selectors.groups import claims, player_for, players_of
from games.services import players
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_group
from games.services.player_merge import merge_players
from games.wire.players import GroupPlayer, PlayerDetail, player_answer, player_detail
from rest.caching import IF_NONE_MATCH, kept_response
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate, read_page
from rest.problem_schema import problem_responses
from rest.query import FLAG, read_query

TAG = "players"


class PlayerListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listPlayers",
        summary="The players of a group",
        parameters=[
            OpenApiParameter(
                "has_left",
                bool,
                description="`true` for players who have left, `false` for all others.",
            ),
            *PAGE_PARAMETERS,
            IF_NONE_MATCH,
        ],
        responses={200: list[GroupPlayer], 304: None, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Sorted by name, without players who were merged into another."""
        mine = member_as(self.actor, group)
        query = read_query(request, {"has_left": FLAG})
        rows = players_of(group, has_left=query.get("has_left"))
        read_page(request, rows)

        def answer() -> dict[str, Any]:
            page = paginate(request, rows)
            return page.answer([player_answer(player, mine.user_id) for player in page.rows])

        return kept_response(request, people_etag(request, mine), answer)

    @extend_schema(
        operation_id="createPlayer",
        summary="Add a player",
        request=NewPlayerRequestSerializer,
        responses={200: PlayerDetail, 201: PlayerDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """A player needs no account; a person with one can claim the player later."""
        with locked_group(self.actor, group, Role.SCORER):
            data = NewPlayerRequestSerializer.parse(request.data)
            creation = new_player(data.get("id"), data["name"], group=group)
            if repeated := is_repeated(creation):
                _requested, player = existing(lambda: player_for(self.actor, creation.id))
            else:
                player = players.create_player(
                    actor=self.actor, group=group, name=data["name"], id=creation.id
                )
        return Response(
            player_detail(player, self.actor.pk, creation.id),
            200 if repeated else 201,
            headers={"Location": f"/api/v1/players/{creation.id}/"},
        )


class PlayerView(AccountView):
    may_end_its_access = True

    @extend_schema(
        operation_id="getPlayer",
        summary="A player",
        responses={200: PlayerDetail, **problem_responses(401, 404)},
    )
    def get(self, request: Request, player: UUID) -> Response:
        """The id of a player who was merged into another returns that other player."""
        _requested, present = player_for(self.actor, player)
        waits = claims(self.actor, present.pk)
        return Response(player_detail(present, self.actor.pk, player, claim_waits=waits))

    @extend_schema(
        operation_id="changePlayer",
        summary="Change a player: name, face, whether they have left, who they are",
        request=PlayerChangeRequestSerializer,
        responses={200: PlayerDetail, 202: PlayerDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def patch(self, request: Request, player: UUID) -> Response:
        """Scorers and owners; viewers only `color` and `sign` of the player that they are.

        The games of a player who has left stay as they are.

        `claimed`: any member may say that they are a player; each person can be only one in a
        group. If I am a viewer, a scorer or owner has to approve it (`claims` of the member): until
        then the answer is 202 with `claim_waits`, and I am nobody. Owners may release others'
        players. 409 `already_claimed` if the player is somebody else, `already_a_player` if I am
        another player.

        `merged_into`: the other player gets all games of this one, and its claim. Requests that
        still name the player by the old id mean the one who was kept. 409 `sat_in_one_game` with
        the games in which both played, `two_people` if two different people claimed them, `merged`
        if one of them was already merged.
        """
        player_for(self.actor, player)  # which refuses who may not see it
        data = PlayerChangeRequestSerializer.parse(request.data)
        if "claimed" in data:
            return _claimed(self.actor, player, data["claimed"])
        if "merged_into" in data:
            changed = merge_players(
                actor=self.actor, player=player, into=data["merged_into"], field="merged_into"
            )
        else:
            changed = players.change_player(actor=self.actor, player=player, **data)
        return Response(player_detail(changed, self.actor.pk, player))

    @extend_schema(
        operation_id="deletePlayer",
        summary="Delete a player who never played",
        responses={204: None, **WRITE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, player: UUID) -> Response:
        """Scorers and owners. A player who has sat in a game cannot be deleted (409 `has_played`).

        Set `has_left` instead.
        """
        players.delete_player(actor=self.actor, player=player)
        return Response(status=204)


def _claimed(actor: User, player: UUID, claimed: bool) -> Response:
    """Claim or release a player, and answer with them."""
    if not claimed:
        released = players.release_player(actor=actor, player=player)
        return Response(player_detail(released, actor.pk, player))
    mine, waits = players.claim_player(actor=actor, player=player)
    answer = player_detail(mine, actor.pk, player, claim_waits=waits)
    return Response(answer, 202 if waits else 200)


class ClaimView(AccountView):
    deprecated: ClassVar = {"POST": "`PATCH players/{player}/` with `claimed`: `true`"}

    @extend_schema(
        operation_id="claimPlayer",
        summary="That's me",
        responses={200: PlayerDetail, 202: PlayerDetail, **WRITE_PROBLEMS},
    )
    @idempotent
    def post(self, request: Request, player: UUID) -> Response:
        """Any member may do this; each person can be only one player in a group.

        If I am a viewer, a scorer or owner has to approve it (`claims` of the member): until then
        the answer is 202 with `claim_waits`, and I am nobody.

        409 `already_claimed` if the player is somebody else, `already_a_player` if I am
        another player.
        """
        return _claimed(self.actor, player, True)


class ReleaseView(AccountView):
    deprecated: ClassVar = {"POST": "`PATCH players/{player}/` with `claimed`: `false`"}

    @extend_schema(
        operation_id="releasePlayer",
        summary="That's not me",
        responses={200: PlayerDetail, **WRITE_PROBLEMS},
    )
    @idempotent
    def post(self, request: Request, player: UUID) -> Response:
        """Release the player I claimed, or take a claim back; owners may release others'."""
        return _claimed(self.actor, player, False)


class MergeView(AccountView):
    deprecated: ClassVar = {"POST": "`PATCH players/{player}/` with `merged_into`"}

    @extend_schema(
        operation_id="mergePlayers",
        summary="Merge two players who are one person",
        request=MergePlayersRequestSerializer,
        responses={200: PlayerDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, player: UUID) -> Response:
        """Scorers and owners. The other player gets all games of this one, and its claim.

        Requests that still name the player by the old id mean the one who was kept.

        409 `sat_in_one_game` with the games in which both played, `two_people` if two
        different people claimed them, `merged` if one of them was already merged.
        """
        member_as(self.actor, player_for(self.actor, player)[0].group_id, Role.SCORER)
        data = MergePlayersRequestSerializer.parse(request.data)
        stays = merge_players(actor=self.actor, player=player, into=data["into"])
        return Response(player_detail(stays, self.actor.pk, player))

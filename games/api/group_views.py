"""Groups: making, reading, changing, handing over and deleting them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

import orjson
from django.db import transaction
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.idempotency import Answer
from accounts.models import User
from games.api.added_players import added_players, creations
from games.api.creation import TellsOldNames, by_old_name, requested_creation
from games.api.group_requests import (
    GroupChangeRequestSerializer,
    HandOverRequestSerializer,
    NewGroupRequestSerializer,
)
from games.api.group_versions import games_etag
from games.domain.creation import Creation, CreationKind, creation_of
from games.domain.game_record import GameRecord
from games.models import Membership, Role
from games.selectors.access import member_as
from games.selectors.games import game_for
from games.selectors.groups import MAX_LISTED, group_for, groups_of, members_of, players_of
from games.services import groups
from games.services.beginnings import begin_group
from games.services.chosen_ids import existing, repeated_ids
from games.wire.beginnings import CreatedGroup, created_group
from games.wire.groups import GroupDetail, GroupSummary, group_answer, group_summary
from rest.caching import IF_NONE_MATCH, fingerprint, kept_response, quoted
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate
from rest.problem_schema import BODY, problem_responses
from rest.query import FLAG, read_query
from rest.refusals import NotFound, wrong_field

TAG = "groups"

CONFIRM = OpenApiParameter(
    "confirm",
    bool,
    required=True,
    description="Must be true: this cannot be undone.",
)


def group_detail(user: User, group: UUID) -> GroupDetail:
    """Return a group as one of its members sees it: three queries; raise NotFound for others."""
    return group_page(group_for(user.pk, group))


def group_page(mine: Membership) -> GroupDetail:
    """As `group_detail`, for a membership that `games.selectors.groups` has read: two queries."""
    members = members_of(mine.group_id)[:MAX_LISTED]
    players = players_of(mine.group_id, has_left=False)[:MAX_LISTED]
    return group_answer(mine, members, players)


def _require_confirmation(request: Request) -> None:
    if not read_query(request, {"confirm": FLAG}).get("confirm"):
        text = _("This cannot be undone. To confirm, send `true`.")
        raise wrong_field("confirm", "not_confirmed", text)


class AnswersGroup(AccountView):
    """A view whose writes have no group in their address, but answer with one."""

    def repeated_address(self, answer: Answer) -> Mapping[str, Any]:
        # One that was too large to store is not sent again.
        return {"group": orjson.loads(answer.body)["id"]} if answer.body else {}


class GroupListView(TellsOldNames, AnswersGroup):
    pagination_class = CursorPagination

    def address(self) -> Mapping[str, Any]:
        # With a token for one group, the list has only that.
        return {"group": self.device.group} if self.request.method == "GET" else {}

    @extend_schema(
        operation_id="listGroups",
        summary="My groups",
        parameters=[*PAGE_PARAMETERS, IF_NONE_MATCH],
        responses={200: list[GroupSummary], 304: None, **problem_responses(400, 401)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All the groups I am in, in the order I joined them.

        With an access token for one group, only that one.
        """
        groups = groups_of(self.actor.pk)
        if self.device.group is not None:
            groups = groups.filter(group=self.device.group)
        page = paginate(request, groups)

        def answer() -> dict[str, Any]:
            return page.answer([group_summary(membership) for membership in page.rows])

        facts = [(str(row.pk), row.role, row.revision) for row in page.rows]  # type: ignore[attr-defined]
        etag = quoted(fingerprint(facts, page.next, page.previous))
        return kept_response(request, etag, answer)

    @extend_schema(
        operation_id="createGroup",
        summary="Create a group",
        request=NewGroupRequestSerializer,
        responses={
            200: CreatedGroup,
            201: CreatedGroup,
            **problem_responses(*BODY, 401, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The person who creates a group owns it. Its players and a game can come with it."""
        data = NewGroupRequestSerializer.parse(request.data)
        creation = requested_creation(CreationKind.GROUP, request, data)
        group = creation.id
        players = list(added_players(data.pop("players"), group=group))
        with_game, game = _first_game(request, data.pop("game"), group)
        with transaction.atomic():
            repeated = repeated_ids([creation, *creations(players), *with_game])
            if group in repeated:
                record = _game_if_there(self.actor, game["id"]) if game else None
            else:
                record = begin_group(actor=self.actor, id=group, players=players, game=game, **data)
            answer = existing(lambda: group_detail(self.actor, group))
        return Response(
            created_group(answer, record),
            200 if group in repeated else 201,
            headers={"Location": f"/api/v1/groups/{group}/"},
        )


def _first_game(
    request: Request, data: dict[str, Any] | None, group: UUID
) -> tuple[list[Creation], dict[str, Any] | None]:
    """Return what is to be created with the first game, and the arguments of `begin_game`."""
    if data is None:
        return [], None
    asked = {name: value for name, value in dict(request.data)["game"].items() if name != "id"}
    id = data.pop("id", None)
    asked = by_old_name(asked, "started_at")
    creation = creation_of(CreationKind.GAME, id, asked, within=group, field="game.id")
    game = {**data, "id": creation.id}
    if "players" in data:
        entries = added_players(data["players"], group=group, path="game.players")
        game["players"] = list(entries)
    return [creation, *creations(game.get("players", ()))], game


def _game_if_there(user: User, game: UUID) -> GameRecord | None:
    try:
        return game_for(user, game)
    except NotFound:
        return None


class GroupView(AccountView):
    may_end_its_access = True

    @extend_schema(
        operation_id="getGroup",
        summary="A group with its members and players",
        parameters=[IF_NONE_MATCH],
        responses={200: GroupDetail, 304: None, **problem_responses(401, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Everything a client shows of a group, except its games."""
        mine = group_for(self.actor.pk, group)
        return kept_response(request, games_etag(request, mine), partial(group_page, mine))

    @extend_schema(
        operation_id="changeGroup",
        summary="Change the name or the time zone of a group",
        request=GroupChangeRequestSerializer,
        responses={200: GroupDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def patch(self, request: Request, group: UUID) -> Response:
        """Owners only. With another time zone, games can belong to other nights and months."""
        member_as(self.actor, group, Role.OWNER)
        data = GroupChangeRequestSerializer.parse(request.data)
        groups.change_group(actor=self.actor, group=group, **data)
        return Response(group_detail(self.actor, group))

    @extend_schema(
        operation_id="deleteGroup",
        summary="Delete a group permanently",
        parameters=[CONFIRM],
        responses={204: None, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def delete(self, request: Request, group: UUID) -> Response:
        """Owners only. Its players and all its games are deleted too; this cannot be undone."""
        member_as(self.actor, group, Role.OWNER)
        _require_confirmation(request)
        groups.delete_group(actor=self.actor, group=group)
        return Response(status=204)


class HandOverView(AccountView):
    deprecated: ClassVar = {
        "POST": "`PATCH groups/{group}/members/{member}/` with `role` and `hand_over`"
    }

    @extend_schema(
        operation_id="handOverGroup",
        summary="Hand a group over",
        tags=["members"],
        request=HandOverRequestSerializer,
        responses={200: GroupDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Make another member the owner and me a scorer, in one step."""
        member_as(self.actor, group, Role.OWNER)
        data = HandOverRequestSerializer.parse(request.data)
        groups.hand_over(actor=self.actor, group=group, member=data["member"])
        return Response(group_detail(self.actor, group))

"""Links by which anyone may watch a game, or look at a group."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.links import shared_url
from accounts.models import User
from accounts.scopes import Scope
from games.api.creation import ChosenIdField
from games.api.game_or_group import (
    GAME_OR_GROUP,
    GameOrGroupSerializer,
    GameOrGroupView,
    read_game_or_group,
)
from games.domain.creation import CreationKind, creation_of
from games.models import Role, ShareLink
from games.selectors.access import member_as, require_role
from games.selectors.games import game_for
from games.selectors.sharing import share_link_of, share_links_of, shown_by
from games.services import sharing
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_game, locked_group
from games.wire.sharing import ShareLinkDetail, share_link_answer
from rest.problem_schema import problem_responses
from rest.serializers import StrictSerializer, TrueField

TAG = "sharing"


class NewShareLinkRequestSerializer(GameOrGroupSerializer):
    """A share link to create."""

    id = ChosenIdField()


class ShareLinkChangeRequestSerializer(StrictSerializer):
    """A share link to make mine."""

    is_mine = TrueField(help_text="Only `true`: from now on it ends with my membership.")


CREATED: dict[Any, Any] = {200: ShareLinkDetail, 201: ShareLinkDetail, **WRITE_PROBLEMS_WITH_BODY}


class ShareLinkListView(GameOrGroupView):
    is_private = True
    read_scope = Scope.MANAGE  # a link outlives the token that read it

    @extend_schema(
        operation_id="findShareLinks",
        summary="The share links of a game or a group",
        parameters=GAME_OR_GROUP,
        responses={200: list[ShareLinkDetail], **problem_responses(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        """Scorers for a game, owners for a group. Only links that have not been revoked."""
        return list_answer(request, self.actor, **read_game_or_group(request))

    @extend_schema(
        operation_id="createShareLink",
        summary="Create a share link",
        request=NewShareLinkRequestSerializer,
        responses=CREATED,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Anyone who has the link can look on without an account, until it is revoked.

        - Of a `game`, for scorers: it shows this one game.
        - Of a `group`, for owners: it shows who leads, the last night and the games in progress,
          which can be watched if they have a share link of their own.

        The link ends when I leave the group, unless an owner makes it theirs.
        """
        data = NewShareLinkRequestSerializer.parse(request.data)
        id = data.pop("id", None)
        with locked(self.actor, data):
            return create_answer(request, self.actor, id, **data)


class ShareLinkView(AccountView):
    is_private = True

    @extend_schema(
        operation_id="changeShareLink",
        summary="Keep a share link when its maker leaves",
        request=ShareLinkChangeRequestSerializer,
        responses={200: ShareLinkDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def patch(self, request: Request, link: UUID) -> Response:
        """Owners. From now on it is mine, and ends with my membership."""
        shown = shown_by(link)
        with locked(self.actor, shown, Role.OWNER):
            ShareLinkChangeRequestSerializer.parse(request.data)
            return adopt_answer(request, self.actor, link, **shown)

    @extend_schema(
        operation_id="deleteShareLink",
        summary="Revoke a share link",
        responses={204: None, **WRITE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, link: UUID) -> Response:
        """Scorers for the link of a game, owners for that of a group. It shows nothing more."""
        return revoke_answer(self.actor, link, **shown_by(link))


def locked(
    actor: User, shown: dict[str, UUID], role: Role = Role.SCORER
) -> AbstractContextManager[object]:
    """Lock a game for a role, or a group for an owner; as `locked_game` and `locked_group`."""
    if "game" in shown:
        return locked_game(actor, shown["game"], role)
    return locked_group(actor, shown["group"], Role.OWNER)


def list_answer(request: Request, actor: User, **shown: UUID) -> Response:
    """The links of a game or a group that have not been revoked."""
    if "game" in shown:
        require_role(game_for(actor, shown["game"]).role, Role.SCORER)
    else:
        member_as(actor, shown["group"], Role.OWNER)
    return Response([_detail(request, link) for link in share_links_of(**shown)])


def create_answer(request: Request, actor: User, id: UUID | None, **shown: UUID) -> Response:
    """A new link, or the one that was created with this id; within `locked`."""
    [within] = shown.values()
    creation = creation_of(CreationKind.SHARE_LINK, id, {}, within=within)
    if is_repeated(creation):
        return Response(_detail(request, existing(lambda: share_link_of(creation.id, **shown))))
    link = sharing.create_share_link(actor=actor, id=creation.id, **shown)
    return Response(_detail(request, link), 201)


def adopt_answer(request: Request, actor: User, link: UUID, **shown: UUID) -> Response:
    """A link that is the actor's from now on; within `locked`."""
    return Response(_detail(request, sharing.adopt_share_link(link=link, actor=actor, **shown)))


def revoke_answer(actor: User, link: UUID, **shown: UUID) -> Response:
    """Nothing, once a link is revoked."""
    with locked(actor, shown):
        sharing.revoke_share_link(link=link, **shown)
        return Response(status=204)


def _detail(request: Request, link: ShareLink) -> ShareLinkDetail:
    me = request.user
    assert isinstance(me, User)
    page = "watch" if link.game_id else "shared"
    return share_link_answer(link, shared_url(request, f"/{page}/{link.token}"), me.pk)

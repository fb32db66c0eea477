"""Links by which anyone may watch a game, or look at a group."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.links import public_url
from accounts.models import User
from accounts.scopes import Scope
from games.api.creation import ChosenIdField
from games.api.game_or_group import (
    GAME_OR_GROUP,
    GameOrGroupSerializer,
    GameOrGroupView,
    read_game_or_group,
)
from games.api.game_versions import read_game
from games.domain.creation import CreationKind, creation_of
from games.models import Role, ShareLink
from games.selectors.access import member_as, require_role
from games.selectors.games import game_for, watched_game
from games.selectors.sharing import share_link_of, share_links_of, shown_by
from games.services import sharing
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_game, locked_group
from games.wire.games import GameDetail
from games.wire.sharing import ShareLinkDetail, share_link_answer
from rest.caching import IF_NONE_MATCH
from rest.problem_schema import BODY, problem_responses
from rest.serializers import StrictSerializer, TrueField
from rest.views import StrictView


class NewShareLinkRequestSerializer(GameOrGroupSerializer):
    """A share link to create."""

    id = ChosenIdField()


class ShareLinkChangeRequestSerializer(StrictSerializer):
    """A share link to make mine."""

    is_mine = TrueField(help_text="Only `true`: from now on it ends with my membership.")


class OldNewShareLinkRequestSerializer(StrictSerializer):
    """A share link to create; the body can be left out."""

    id = ChosenIdField()


CREATED: dict[Any, Any] = {
    200: ShareLinkDetail,
    201: ShareLinkDetail,
    **problem_responses(*BODY, 401, 403, 404, 409, 422),
}


class ShareLinkListView(GameOrGroupView):
    is_private = True
    read_scope = Scope.MANAGE  # a link outlives the token that read it

    @extend_schema(
        operation_id="findShareLinks",
        summary="The share links of a game or a group",
        tags=["sharing"],
        parameters=GAME_OR_GROUP,
        responses={200: list[ShareLinkDetail], **problem_responses(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        """Scorers for a game, owners for a group. Only links that have not been revoked."""
        return _list(request, self.actor, **read_game_or_group(request))

    @extend_schema(
        operation_id="createShareLink",
        summary="Create a share link",
        tags=["sharing"],
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
        with _locked(self.actor, data):
            return _create(request, self.actor, id, **data)


class ShareLinkView(AccountView):
    is_private = True

    @extend_schema(
        operation_id="changeShareLink",
        summary="Keep a share link when its maker leaves",
        tags=["sharing"],
        request=ShareLinkChangeRequestSerializer,
        responses={200: ShareLinkDetail, **problem_responses(*BODY, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def patch(self, request: Request, link: UUID) -> Response:
        """Owners. From now on it is mine, and ends with my membership."""
        shown = shown_by(link)
        with _locked(self.actor, shown, Role.OWNER):
            ShareLinkChangeRequestSerializer.parse(request.data)
            return _adopt(request, self.actor, link, **shown)

    @extend_schema(
        operation_id="deleteShareLink",
        summary="Revoke a share link",
        tags=["sharing"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, link: UUID) -> Response:
        """Scorers for the link of a game, owners for that of a group. It shows nothing more."""
        return _revoke(self.actor, link, **shown_by(link))


def _locked(
    actor: User, shown: dict[str, UUID], role: Role = Role.SCORER
) -> AbstractContextManager[object]:
    """Lock a game for a role, or a group for an owner; as `locked_game` and `locked_group`."""
    if "game" in shown:
        return locked_game(actor, shown["game"], role)
    return locked_group(actor, shown["group"], Role.OWNER)


def _list(request: Request, actor: User, **shown: UUID) -> Response:
    if "game" in shown:
        require_role(game_for(actor, shown["game"]).role, Role.SCORER)
    else:
        member_as(actor, shown["group"], Role.OWNER)
    return Response([_detail(request, link) for link in share_links_of(**shown)])


def _create(request: Request, actor: User, id: UUID | None, **shown: UUID) -> Response:
    [within] = shown.values()
    creation = creation_of(CreationKind.SHARE_LINK, id, {}, within=within)
    if is_repeated(creation):
        return Response(_detail(request, existing(lambda: share_link_of(creation.id, **shown))))
    link = sharing.create_share_link(actor=actor, id=creation.id, **shown)
    return Response(_detail(request, link), 201)


def _adopt(request: Request, actor: User, link: UUID, **shown: UUID) -> Response:
    return Response(_detail(request, sharing.adopt_share_link(link=link, actor=actor, **shown)))


def _revoke(actor: User, link: UUID, **shown: UUID) -> Response:
    with _locked(actor, shown):
        sharing.revoke_share_link(link=link, **shown)
        return Response(status=204)


# --- The addresses that name what is shared, which are deprecated -----------------------


class OldShareLinkListView(AccountView):
    """The share links of the game or the group in the address."""

    is_private = True
    read_scope = Scope.MANAGE
    deprecated: ClassVar = {
        "GET": "`GET share-links/` with `game` or `group`",
        "POST": "`POST share-links/` with `game` or `group`",
    }

    def get(self, request: Request, **shown: UUID) -> Response:
        """Only links that have not been revoked."""
        return _list(request, self.actor, **shown)

    @idempotent
    def post(self, request: Request, **shown: UUID) -> Response:
        """Anyone who has the link can look on, without an account."""
        with _locked(self.actor, shown):
            data = OldNewShareLinkRequestSerializer.parse(request.data)
            return _create(request, self.actor, data.get("id"), **shown)


class OldShareLinkView(AccountView):
    deprecated: ClassVar = {"DELETE": "`DELETE share-links/{link}/`"}

    @idempotent
    def delete(self, request: Request, link: UUID, **shown: UUID) -> Response:
        """The link no longer shows anything."""
        return _revoke(self.actor, link, **shown)


def old_schema(**more: Any) -> Any:
    return extend_schema(tags=["sharing"], **more)


LISTED: dict[Any, Any] = {200: list[ShareLinkDetail], **problem_responses(401, 403, 404)}
REVOKED: dict[Any, Any] = {204: None, **problem_responses(400, 401, 403, 404, 409, 422)}


@extend_schema_view(
    get=old_schema(
        operation_id="listShareLinks",
        summary="The share links of a game",
        responses=LISTED,
    ),
    post=old_schema(
        operation_id="shareGame",
        summary="Create a share link to a game",
        request=OldNewShareLinkRequestSerializer,
        responses=CREATED,
    ),
)
class GameShareLinkListView(OldShareLinkListView):
    pass


@extend_schema_view(
    get=old_schema(
        operation_id="listGroupShareLinks",
        summary="The share links of a group",
        responses=LISTED,
    ),
    post=old_schema(
        operation_id="shareGroup",
        summary="Create a share link to a group",
        request=OldNewShareLinkRequestSerializer,
        responses=CREATED,
    ),
)
class GroupShareLinkListView(OldShareLinkListView):
    pass


@extend_schema_view(
    delete=old_schema(
        operation_id="revokeShareLink",
        summary="Revoke a share link of a game",
        request=None,
        responses=REVOKED,
    )
)
class GameShareLinkView(OldShareLinkView):
    pass


@extend_schema_view(
    delete=old_schema(
        operation_id="revokeGroupShareLink",
        summary="Revoke a share link of a group",
        request=None,
        responses=REVOKED,
    )
)
class GroupShareLinkView(OldShareLinkView):
    pass


class AdoptShareLinkView(AccountView):
    is_private = True
    deprecated: ClassVar = {"POST": "`PATCH share-links/{link}/` with `is_mine`"}

    @extend_schema(
        operation_id="adoptShareLink",
        summary="Keep a share link of a game when its maker leaves",
        tags=["sharing"],
        request=None,
        responses={200: ShareLinkDetail, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, game: UUID, link: UUID) -> Response:
        """Owners. From now on it is mine, and ends with my membership."""
        with _locked(self.actor, {"game": game}, Role.OWNER):
            return _adopt(request, self.actor, link, game=game)


class WatchView(StrictView):
    deprecated: ClassVar = {"GET": "`GET shared/{token}/`"}
    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="watchGame",
        summary="Watch a game with its share link",
        tags=["sharing"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={200: GameDetail, 304: None, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """The game as its members see it, read-only."""
        return read_game(request, watched_game(token))


def _detail(request: Request, link: ShareLink) -> ShareLinkDetail:
    me = request.user
    assert isinstance(me, User)
    page = "watch" if link.game_id else "shared"
    return share_link_answer(link, public_url(request, f"/{page}/{link.token}"), me.pk)

"""Links by which anyone may watch a game, or look at a group."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.links import public_url
from accounts.models import User
from accounts.scopes import Scope
from games.api.creation import ChosenIdField, requested_creation
from games.api.game_versions import read_game
from games.domain.creation import CreationKind
from games.models import Role, ShareLink
from games.selectors.access import member_as, require_role
from games.selectors.games import game_for, watched_game
from games.selectors.sharing import share_link_of, share_links_of
from games.services import sharing
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_game, locked_group
from games.wire.games import GameDetail
from games.wire.sharing import ShareLinkDetail, share_link_answer
from rest.caching import IF_NONE_MATCH
from rest.problem_schema import BODY, problem_responses
from rest.serializers import StrictSerializer
from rest.views import StrictView


class NewShareLinkRequestSerializer(StrictSerializer):
    """A share link to create; the body can be left out."""

    id = ChosenIdField()


class ShareLinkListView(AccountView):
    is_private = True
    read_scope = Scope.MANAGE  # a link outlives the token that read it

    @extend_schema(
        operation_id="listShareLinks",
        summary="The share links of a game",
        tags=["sharing"],
        responses={200: list[ShareLinkDetail], **problem_responses(401, 403, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Only links that have not been revoked."""
        record = game_for(self.actor, game)
        require_role(record.role, Role.SCORER)
        return Response([_detail(request, link) for link in share_links_of(game=record.game.id)])

    @extend_schema(
        operation_id="shareGame",
        summary="Create a share link",
        tags=["sharing"],
        request=NewShareLinkRequestSerializer,
        responses={
            200: ShareLinkDetail,
            201: ShareLinkDetail,
            **problem_responses(*BODY, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """Anyone who has the link can watch this one game, without an account.

        The link ends when I leave the group, unless an owner adopts it.
        """
        with locked_game(self.actor, game) as record:
            data = NewShareLinkRequestSerializer.parse(request.data)
            creation = requested_creation(CreationKind.SHARE_LINK, request, data, within=game)
            if is_repeated(creation):
                link = existing(lambda: share_link_of(creation.id, game=game))
                return Response(_detail(request, link))
            link = sharing.create_share_link(actor=self.actor, id=creation.id, game=record.game.id)
            return Response(_detail(request, link), 201)


class ShareLinkView(AccountView):
    @extend_schema(
        operation_id="revokeShareLink",
        summary="Revoke a share link",
        tags=["sharing"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, game: UUID, link: UUID) -> Response:
        """The link no longer shows anything."""
        with locked_game(self.actor, game) as record:
            sharing.revoke_share_link(link=link, game=record.game.id)
            return Response(status=204)


class AdoptShareLinkView(AccountView):
    is_private = True

    @extend_schema(
        operation_id="adoptShareLink",
        summary="Keep a share link when its maker leaves",
        tags=["sharing"],
        request=None,
        responses={
            200: ShareLinkDetail,
            **problem_responses(400, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, game: UUID, link: UUID) -> Response:
        """Owners. From now on it is mine, and ends with my membership."""
        with locked_game(self.actor, game, Role.OWNER) as record:
            adopted = sharing.adopt_share_link(record=record, link=link, actor=self.actor)
            return Response(_detail(request, adopted))


class GroupShareLinkListView(AccountView):
    is_private = True
    read_scope = Scope.MANAGE  # as of a game

    @extend_schema(
        operation_id="listGroupShareLinks",
        summary="The share links of a group",
        tags=["sharing"],
        responses={200: list[ShareLinkDetail], **problem_responses(401, 403, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """Owners. Only links that have not been revoked."""
        member_as(self.actor, group, Role.OWNER)
        return Response([_detail(request, link) for link in share_links_of(group=group)])

    @extend_schema(
        operation_id="shareGroup",
        summary="Create a share link to a group",
        tags=["sharing"],
        request=NewShareLinkRequestSerializer,
        responses={
            200: ShareLinkDetail,
            201: ShareLinkDetail,
            **problem_responses(*BODY, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Owners. Anyone who has the link sees who leads, the last night and the games in progress.

        They need no account, and can watch those games that have a share link of their own. The
        link ends when I leave the group.
        """
        with locked_group(self.actor, group, Role.OWNER):
            data = NewShareLinkRequestSerializer.parse(request.data)
            creation = requested_creation(CreationKind.SHARE_LINK, request, data, within=group)
            if is_repeated(creation):
                link = existing(lambda: share_link_of(creation.id, group=group))
                return Response(_detail(request, link))
            link = sharing.create_share_link(actor=self.actor, id=creation.id, group=group)
            return Response(_detail(request, link), 201)


class GroupShareLinkView(AccountView):
    @extend_schema(
        operation_id="revokeGroupShareLink",
        summary="Revoke a share link of a group",
        tags=["sharing"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, group: UUID, link: UUID) -> Response:
        """Owners. The link no longer shows anything."""
        with locked_group(self.actor, group, Role.OWNER):
            sharing.revoke_share_link(link=link, group=group)
            return Response(status=204)


class WatchView(StrictView):
    """The scoreboard of a share link: open to anyone who has it."""

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

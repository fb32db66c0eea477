"""The old addresses of share links, which name what is shared, and of watched games."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, AccountView, idempotent
from accounts.scopes import Scope
from games.api.creation import ChosenIdField
from games.api.game_versions import read_game
from games.api.share_views import (
    CREATED,
    adopt_answer,
    create_answer,
    list_answer,
    locked,
    revoke_answer,
)
from games.api.watchable import WatchedView
from games.models import Role
from games.selectors.games import watched_game
from games.wire.games import GameDetail
from games.wire.sharing import ShareLinkDetail
from rest.caching import IF_NONE_MATCH
from rest.problem_schema import problem_responses
from rest.serializers import StrictSerializer

TAG = "sharing"


class OldNewShareLinkRequestSerializer(StrictSerializer):
    """A share link to create; the body can be left out."""

    id = ChosenIdField()


def link_list_view(what: str, list_id: str, create_id: str) -> type[AccountView]:
    """Return the view of the share links of the game or the group in the address."""

    class View(AccountView):
        is_private = True
        read_scope = Scope.MANAGE
        deprecated: ClassVar = {
            "GET": "`GET share-links/` with `game` or `group`",
            "POST": "`POST share-links/` with `game` or `group`",
        }

        @extend_schema(
            operation_id=list_id,
            summary=f"The share links of a {what}",
            responses={200: list[ShareLinkDetail], **problem_responses(401, 403, 404)},
        )
        def get(self, request: Request, **shown: UUID) -> Response:
            """Only links that have not been revoked."""
            return list_answer(request, self.actor, **shown)

        @extend_schema(
            operation_id=create_id,
            summary=f"Create a share link to a {what}",
            request=OldNewShareLinkRequestSerializer,
            responses=CREATED,
        )
        @idempotent
        def post(self, request: Request, **shown: UUID) -> Response:
            """Anyone who has the link can look on, without an account."""
            with locked(self.actor, shown):
                data = OldNewShareLinkRequestSerializer.parse(request.data)
                return create_answer(request, self.actor, data.get("id"), **shown)

    return View


def link_view(what: str, revoke_id: str) -> type[AccountView]:
    """Return the view of a share link of the game or the group in the address."""

    class View(AccountView):
        deprecated: ClassVar = {"DELETE": "`DELETE share-links/{link}/`"}

        @extend_schema(
            operation_id=revoke_id,
            summary=f"Revoke a share link of a {what}",
            responses={204: None, **WRITE_PROBLEMS},
        )
        @idempotent
        def delete(self, request: Request, link: UUID, **shown: UUID) -> Response:
            """The link no longer shows anything."""
            return revoke_answer(self.actor, link, **shown)

    return View


GameShareLinkListView = link_list_view("game", "listShareLinks", "shareGame")
GroupShareLinkListView = link_list_view("group", "listGroupShareLinks", "shareGroup")
GameShareLinkView = link_view("game", "revokeShareLink")
GroupShareLinkView = link_view("group", "revokeGroupShareLink")


class AdoptShareLinkView(AccountView):
    is_private = True
    deprecated: ClassVar = {"POST": "`PATCH share-links/{link}/` with `is_mine`"}

    @extend_schema(
        operation_id="adoptShareLink",
        summary="Keep a share link of a game when its maker leaves",
        responses={200: ShareLinkDetail, **WRITE_PROBLEMS},
    )
    @idempotent
    def post(self, request: Request, game: UUID, link: UUID) -> Response:
        """Owners. From now on it is mine, and ends with my membership."""
        with locked(self.actor, {"game": game}, Role.OWNER):
            return adopt_answer(request, self.actor, link, game=game)


class WatchView(WatchedView):
    deprecated: ClassVar = {"GET": "`GET shared/{token}/`"}

    @extend_schema(
        operation_id="watchGame",
        summary="Watch a game with its share link",
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={200: GameDetail, 304: None, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """The game as its members see it, read-only."""
        return read_game(request, watched_game(token))

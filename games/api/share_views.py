"""Links by which anyone may watch a game."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.base import AccountView, idempotent
from accounts.links import public_url
from accounts.qr import qr_svg
from games.api import game_serializers as shapes
from games.models import Role, ShareLink
from games.selectors.access import require_role
from games.selectors.games import game_for, share_links_of, watched
from games.services.games import share
from games.services.locking import locked_game
from games.wire.games import game_answer, share_answer
from rest.preconditions import etag
from rest.problem_schema import problem_responses


class ShareLinkListView(AccountView):
    @extend_schema(
        operation_id="listShareLinks",
        summary="The links by which a game is watched",
        tags=["sharing"],
        responses={
            200: shapes.ShareLinkSerializer(many=True),
            **problem_responses(401, 403, 404),
        },
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Those that are not revoked."""
        record = game_for(self.actor, game)
        require_role(record.role, Role.SCORER)
        links = share_links_of(record.game.id)
        return Response([_answer(request, link) for link in links])

    @extend_schema(
        operation_id="shareGame",
        summary="Make a link to watch a game",
        tags=["sharing"],
        request=None,
        responses={
            201: shapes.ShareLinkSerializer,
            **problem_responses(400, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """Whoever has the link sees the live scoreboard of this one game, without an account."""
        with locked_game(self.actor, game) as record:
            link = share(record=record, actor=self.actor)
            return Response(_answer(request, link), 201)


class ShareLinkView(AccountView):
    @extend_schema(
        operation_id="revokeShareLink",
        summary="Revoke a link",
        tags=["sharing"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, game: UUID, link: UUID) -> Response:
        """From now on it shows nothing."""
        with locked_game(self.actor, game) as record:
            links = ShareLink.objects.filter(game=record.game.id, pk=link, revoked_at=None)
            if not links.update(revoked_at=timezone.now()):
                raise Http404
            return Response(status=204)


class WatchView(APIView):
    """The scoreboard behind a share link: open to whoever has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="watchGame",
        summary="Watch a game by its share link",
        tags=["sharing"],
        auth=[],
        responses={200: shapes.GameSerializer, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """The game as its members see it, to look at only."""
        record = watched(token)
        return Response(game_answer(record), headers={"ETag": etag(record.game.version)})


def _answer(request: Request, link: ShareLink) -> dict[str, object]:
    url = public_url(request, f"/watch/{link.token}")
    return share_answer(link, url, qr_svg(url))

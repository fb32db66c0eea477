"""Reads of a game that are open to anyone who has its share link, too: `?link=`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny

from accounts.api.base import AccountView
from accounts.api.schema import AccountSchema
from games.domain.game_record import GameRecord
from games.live.listeners import Listener
from games.selectors.games import StoredGame, game_for, stored_game_for, watched, watched_game
from games.selectors.listeners import listening, listening_by_link
from rest.views import StrictView

LINK = OpenApiParameter(
    "link", str, description="Instead of a token of yours: the `token` of a share link to the game."
)


class WatchableSchema(AccountSchema):
    """Reads need no token, because a share link does as well."""

    def get_auth(self) -> list[dict[str, Any]]:
        ways = super().get_auth()
        return [*ways, {}] if self.method == "GET" else ways


class WatchedView(StrictView):
    """A view of an old address with a share link: open to anyone who has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"


class WatchableView(AccountView):
    """A view whose reads are open to members, and with `?link=` to whoever has the share link.

    The link decides alone: whatever else the request has, it is answered as a stranger's.
    """

    schema = WatchableSchema()

    @property
    def link(self) -> str | None:
        """The token of the share link that a read was asked with, None for a member."""
        request: Any = self.request
        if request is None or request.method not in ("GET", "HEAD"):
            return None  # the schema is made without any
        token: str | None = request.GET.get("link")
        return token

    def get_authenticators(self) -> list[BaseAuthentication]:
        return super().get_authenticators() if self.link is None else []

    def get_permissions(self) -> Sequence[Any]:
        return super().get_permissions() if self.link is None else [AllowAny()]

    def stored_game(self, game: UUID) -> StoredGame:
        """The game in the address; raise NotFound if who asks may not see it."""
        if self.link is None:
            return stored_game_for(self.actor, game)
        return watched_game(self.link, game)

    def game_record(self, game: UUID) -> GameRecord:
        """As `stored_game`, with its seats and rounds."""
        return game_for(self.actor, game) if self.link is None else watched(self.link, game)

    def listening(self, game: UUID) -> tuple[Listener, int]:
        """Who asks as a listener, and the number of the last event; raise NotFound as above."""
        if self.link is None:
            return listening(self.actor, self.device, game)
        return listening_by_link(self.link, game)

"""The people who may follow a game live."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from accounts.models import DeviceToken, User
from games.live.listeners import Listener
from games.models import Game
from games.selectors.games import watched_link


def listening(user: User, token: DeviceToken, game: UUID) -> tuple[Listener, Game]:
    """A member's device as a listener; raise Http404 for a game that is not the user's."""
    row = Game.objects.filter(pk=game, deleted_at=None, group__memberships__user=user).first()
    if row is None:
        raise Http404
    return Listener(row.pk, row.group_id, user=user.pk, token=token.id), row


def listening_by_link(token: str) -> tuple[Listener, Game]:
    """Somebody with a share link as a listener; raise Http404 for a link that shows no game."""
    link = watched_link(token)
    return Listener(link.game_id, link.game.group_id, link=link.pk), link.game

"""The people who may follow a game or a group live."""

from __future__ import annotations

from uuid import UUID

from accounts.models import DeviceToken, User
from games.live.listeners import Listener
from games.models import Game
from games.selectors.access import member_as
from games.selectors.sharing import watched_link
from rest.refusals import NotFound, found


def listening(user: User, token: DeviceToken, game: UUID) -> tuple[Listener, int]:
    """A member's device as a listener, and the number of the last event so far.

    Raises NotFound for a game that is not the user's.
    """
    games = Game.objects.filter(pk=game, deleted_at=None, group__memberships__user=user)
    row = found(games.first())
    return Listener(row.group_id, row.pk, user=user.pk, token=token.id), row.last_event


def listening_to_group(user: User, token: DeviceToken, group: UUID) -> tuple[Listener, int]:
    """As `listening`, for a whole group; raise NotFound unless the user is a member."""
    mine = member_as(user, group)
    listener = Listener(mine.group_id, user=user.pk, token=token.id)
    return listener, mine.last_event  # type: ignore[attr-defined]


def listening_by_link(token: str, game: UUID | None = None) -> tuple[Listener, int]:
    """As `listening`, for somebody with a share link.

    Raises NotFound for a link that shows no game, or one other than `game`.
    """
    link = watched_link(token)
    assert link.game is not None
    if game not in (None, link.game_id):
        raise NotFound
    return Listener(link.game.group_id, link.game_id, link=link.pk), link.game.last_event

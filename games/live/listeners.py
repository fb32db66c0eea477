"""Who listens to a game or a group, and whether they still may."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from accounts.models import DeviceToken
from games.models import Game, Membership, ShareLink


@dataclass(frozen=True, slots=True)
class Listener:
    """A member by the token of a device, or somebody with a share link; all by their ids.

    Without a `game`, they listen to the whole group.
    """

    group: UUID
    game: UUID | None = None
    user: UUID | None = None
    token: UUID | None = None
    link: UUID | None = None

    @property
    def topic(self) -> UUID:
        """The id of what they listen to."""
        return self.game or self.group

    @property
    def key(self) -> UUID | None:
        """The id by which the streams of one listener are counted."""
        return self.user or self.link


def without_access(listeners: Collection[Listener]) -> set[Listener]:
    """Return those who may no longer listen: removed, logged out, or with a revoked link.

    Four queries, however many listeners there are. Nobody may listen to a deleted game.
    """
    members = set(
        Membership.objects.filter(
            user__in={listener.user for listener in listeners if listener.user},
            group__in={listener.group for listener in listeners if listener.user},
        ).values_list("user_id", "group_id")
    )
    tokens = set(
        DeviceToken.objects.filter(
            id__in={listener.token for listener in listeners if listener.token}
        ).values_list("id", flat=True)
    )
    links = set(
        ShareLink.objects.filter(
            pk__in={listener.link for listener in listeners if listener.link}, revoked_at=None
        ).values_list("pk", flat=True)
    )
    games = set(
        Game.objects.filter(
            pk__in={listener.game for listener in listeners if listener.game}, deleted_at=None
        ).values_list("pk", flat=True)
    )

    def has_access(listener: Listener) -> bool:
        if listener.game and listener.game not in games:
            return False
        if listener.link:
            return listener.link in links
        return (listener.user, listener.group) in members and listener.token in tokens

    return {listener for listener in listeners if not has_access(listener)}

"""Who listens to a game or a group, and whether they still may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from accounts.models import DeviceToken
from accounts.selectors import unexpired
from games.models import Membership, ShareLink


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


def without_access(listeners: Sequence[Listener]) -> list[Listener]:
    """Return those who may no longer listen: removed, logged out, or with a revoked link."""
    groups = {who.group for who in listeners}
    users = {who.user for who in listeners if who.user}
    memberships = Membership.objects.filter(group__in=groups, user__in=users)
    members = set(memberships.values_list("group", "user"))
    tokens = {who.token for who in listeners if who.token}
    active = DeviceToken.objects.filter(unexpired(), id__in=tokens, user__is_active=True)
    devices = set(active.values_list("id", flat=True))
    links = {who.link for who in listeners if who.link}
    shared = ShareLink.objects.filter(pk__in=links, revoked_at=None)
    open_links = set(shared.values_list("pk", flat=True))
    return [
        who
        for who in listeners
        if (
            who.link not in open_links
            if who.link
            else (who.group, who.user) not in members or who.token not in devices
        )
    ]

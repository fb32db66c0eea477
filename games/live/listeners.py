"""Who listens to a game or a group, and whether they still may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from store import event_log


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

    @classmethod
    def named(cls, ids: Mapping[str, str | None]) -> Listener:
        """Return the listener with these ids, which are texts."""
        return cls(**{name: UUID(id) if id else None for name, id in ids.items()})  # type: ignore[arg-type]

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
    places = event_log.without_access(
        [(who.group, who.user, who.token, who.link) for who in listeners]
    )
    return [listeners[place] for place in places]

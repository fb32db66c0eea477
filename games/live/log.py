"""The log of a game's events, and who may still read it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import DeviceToken
from games.models import Event, Game, Membership, ShareLink

PAGE = 100


@dataclass(frozen=True, slots=True)
class Listener:
    """Who listens to a game: a member by a device's token, or whoever has a share link."""

    game: UUID
    group: UUID
    user: UUID | None = None
    token: UUID | None = None
    link: UUID | None = None

    @property
    def key(self) -> UUID | None:
        """By what the streams of one listener are counted."""
        return self.user or self.link


def read_log(game: UUID, after: int, most: int = PAGE) -> list[Event]:
    """The events of a game after the one numbered `after`, the first ones first."""
    return list(Event.objects.filter(game_id=game, number__gt=after).order_by("number")[:most])


def read_news(seen: Mapping[UUID, int]) -> list[Event]:
    """What happened in these games after the events that were seen; two queries at most."""
    numbers = Game.objects.filter(pk__in=list(seen)).values_list("pk", "last_event")
    behind = [pk for pk, last in numbers if last > seen[pk]]
    if not behind:
        return []
    new = reduce(or_, (Q(game_id=pk, number__gt=seen[pk]) for pk in behind))
    return list(Event.objects.filter(new).order_by("game_id", "number"))


def shut_out(listeners: Collection[Listener]) -> set[Listener]:
    """Those who may no longer listen: removed, logged out, or by a link that is revoked."""
    members = set(
        Membership.objects.filter(
            user__in={one.user for one in listeners if one.user},
            group__in={one.group for one in listeners if one.user},
        ).values_list("user_id", "group_id")
    )
    tokens = {one.token for one in listeners if one.token}
    tokens = set(DeviceToken.objects.filter(id__in=tokens).values_list("id", flat=True))
    links = {one.link for one in listeners if one.link}
    links = set(
        ShareLink.objects.filter(pk__in=links, revoked_at=None).values_list("pk", flat=True)
    )
    games = {one.game for one in listeners}
    games = set(Game.objects.filter(pk__in=games, deleted_at=None).values_list("pk", flat=True))

    def may_listen(one: Listener) -> bool:
        if one.game not in games:
            return False
        if one.link:
            return one.link in links
        return (one.user, one.group) in members and one.token in tokens

    return {one for one in listeners if not may_listen(one)}


def event_answer(event: Event) -> dict[str, Any]:
    """An event as it is told."""
    return {
        "number": event.number,
        "version": event.version,
        "kind": event.kind,
        "at": event.at,
        "actor": event.actor_name or None,
        "data": event.data,
    }

"""Reading the logs of events, of games and of groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from games.live.listeners import Listener
from games.models import Event, Game, GroupEvent, GroupLog

AnyEvent = Event | GroupEvent


def events_after(listener: Listener, number: int, limit: int) -> Sequence[AnyEvent]:
    """Return up to `limit` events for a listener after the one with this number, in their order."""
    if listener.game is None:
        return group_events_after(listener.group, number, limit)
    return game_events_after(listener.game, number, limit)


def game_events_after(game: UUID, number: int, limit: int) -> list[Event]:
    """As `events_after`, for a game."""
    return list(Event.objects.filter(game_id=game, number__gt=number).order_by("number")[:limit])


def group_events_after(group: UUID, number: int, limit: int) -> list[GroupEvent]:
    """As `events_after`, for a group."""
    events = GroupEvent.objects.filter(group_id=group, number__gt=number)
    return list(events.order_by("number")[:limit])


def new_game_events(last_seen: Mapping[UUID, int]) -> list[AnyEvent]:
    """Return the events of several games after the last ones seen, by at most two queries.

    `last_seen` has the number of an event for each game.
    """
    numbers = Game.objects.filter(pk__in=list(last_seen)).values_list("pk", "last_event")
    if unseen := _unseen("game_id", last_seen, numbers):
        return list(Event.objects.filter(unseen).order_by("game_id", "number"))
    return []


def new_group_events(last_seen: Mapping[UUID, int]) -> list[AnyEvent]:
    """As `new_game_events`, for groups."""
    numbers = GroupLog.objects.filter(pk__in=list(last_seen)).values_list("pk", "last_event")
    if unseen := _unseen("group_id", last_seen, numbers):
        return list(GroupEvent.objects.filter(unseen).order_by("group_id", "number"))
    return []


def topic_of(event: AnyEvent) -> UUID:
    """Return the id of the game or the group that an event belongs to."""
    return event.game_id if isinstance(event, Event) else event.group_id


def _unseen(
    column: str, last_seen: Mapping[UUID, int], numbers: Iterable[tuple[UUID, int]]
) -> Q | None:
    """Match the events of those whose last event (`numbers`) was not seen; None if all were."""
    parts = [
        Q(**{column: pk, "number__gt": last_seen[pk]})
        for pk, last in numbers
        if last > last_seen[pk]
    ]
    return reduce(or_, parts) if parts else None

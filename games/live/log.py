"""Reading the logs of events, of games and of groups.

The hub asks several times a second about thousands of games at once. So each question is one query
for all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db.models import Max, Q

from games.domain.forgetting import without_doers
from games.live.listeners import Listener
from games.live.packed_events import game_events_after, group_events_after
from games.live.subscriptions import EncodedEvent
from games.models import Event, Game, GroupEvent, GroupLog
from games.wire.events import event_answer
from games.wire.group_events import group_event_answer

AnyEvent = Event | GroupEvent


class NewEvent(NamedTuple):
    """An event that was not seen before: the id of its row, its game or group, and its kind."""

    id: int
    topic: UUID
    kind: str


class LastEvent(NamedTuple):
    """The number of the last event of a game or a group, 0 without any.

    `is_gone`: it was deleted, for good or not.
    """

    topic: UUID
    number: int
    is_gone: bool


def last_id(log: type[AnyEvent]) -> int:
    """Return the id of the latest row of a log, 0 without any."""
    return log._default_manager.aggregate(last=Max("id"))["last"] or 0


def rows_from(
    log: type[AnyEvent], last: int, missing: Collection[int], limit: int
) -> list[NewEvent]:
    """Return at most `limit` events of a log with ids from `last` on, and those of `missing`."""
    topic = "game_id" if log is Event else "group_id"
    rows = log._default_manager.order_by("id").values_list("id", topic, "kind")
    found = list(rows.filter(id__gte=last)[:limit])
    # On its own: with an OR, the database might read the index from its beginning.
    if missing:
        found += rows.filter(id__in=missing)
    return [NewEvent(*row) for row in found]


def games_unlike(seen: Mapping[UUID, int]) -> list[LastEvent]:
    """Return the games whose last event has another number than `seen`, and deleted ones."""
    rows = Game.everything.filter(pk__in=seen).values_list("pk", "last_event", "deleted_at")
    found = {id: LastEvent(id, last, deleted is not None) for id, last, deleted in rows}
    every = (found.get(id) or LastEvent(id, 0, is_gone=True) for id in seen)
    return [last for last in every if last.is_gone or last.number != seen[last.topic]]


def groups_unlike(seen: Mapping[UUID, int]) -> list[LastEvent]:
    """As `games_unlike`, for groups; whether a group is there shows in who may listen to it."""
    found = dict(GroupLog.objects.filter(pk__in=seen).values_list("pk", "last_event"))
    every = (LastEvent(id, found.get(id, 0), is_gone=False) for id in seen)
    return [last for last in every if last.number != seen[last.topic]]


def events_after(listener: Listener, number: int, limit: int) -> Sequence[AnyEvent]:
    """Return up to `limit` events for a listener after the one with this number, in their order.

    The older ones may be packed.
    """
    if listener.game is None:
        return group_events_after(listener.group, number, limit)
    return game_events_after(listener.game, number, limit)


def new_events(games: Mapping[UUID, int], groups: Mapping[UUID, int], limit: int) -> list[AnyEvent]:
    """Return the events of games and groups after those with these numbers.

    They are so new that none is packed. Those of each are in their order, at most `limit` of each:
    who reads on from the last ones gets the rest.
    """
    found: list[AnyEvent] = []
    for log, topic, seen in ((Event, "game", games), (GroupEvent, "group", groups)):
        if seen:
            next_ones = (
                Q(**{topic: id, "number__gt": number, "number__lte": number + limit})
                for id, number in seen.items()
            )
            found += log._default_manager.filter(reduce(or_, next_ones))
    return sorted(found, key=lambda event: event.number)


def encode_event(event: AnyEvent, *, by_link: bool = False) -> EncodedEvent:
    """Return an event as a stream sends it; `by_link`, to who watches, without who did it."""
    answer: Any = event_answer(event) if isinstance(event, Event) else group_event_answer(event)
    if by_link:
        answer = without_doers(answer)
    data = orjson.dumps(answer, option=orjson.OPT_UTC_Z)
    content = b"id: %d\nevent: %s\ndata: %s\n\n" % (event.number, event.kind.encode(), data)
    return EncodedEvent(event.number, content)

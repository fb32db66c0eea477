"""Reading the log as streams of games and of groups.

The hub asks several times a second about thousands of games at once. So each question is one query
for all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db.models import Max, Q

from games.domain.forgetting import without_doers
from games.live.listeners import Listener
from games.live.subscriptions import EncodedEvent
from games.models import Game, GroupLog, Happening
from games.wire.events import GameEvent, event_answers
from games.wire.group_events import AnyGroupEvent, group_event_answer

AnyEvent = GameEvent | AnyGroupEvent

# Asked about in one query: SQLite refuses a condition of a thousand parts.
TOPICS_AT_ONCE = 200


class NewRow(NamedTuple):
    """A row of the log that was not seen before: its id, its game and group if any, its kind."""

    id: int
    game: UUID | None
    group: UUID | None
    kind: str


class Told(NamedTuple):
    """An event of a game or a group, the `topic`."""

    topic: UUID
    event: AnyEvent


class LastEvent(NamedTuple):
    """The number of the last event of a game or a group, 0 without any.

    `is_gone`: it was deleted, for good or not.
    """

    topic: UUID
    number: int
    is_gone: bool


def last_id() -> int:
    """Return the id of the latest row of the log, 0 without any."""
    return Happening.objects.aggregate(last=Max("id"))["last"] or 0


def rows_from(last: int, missing: Collection[int], limit: int) -> list[NewRow]:
    """Return at most `limit` rows of the log with ids from `last` on, and those of `missing`."""
    rows = Happening.objects.order_by("id").values_list("id", "game", "group", "kind")
    found = list(rows.filter(id__gte=last)[:limit])
    # On its own: with an OR, the database might read the index from its beginning.
    if missing:
        found += rows.filter(id__in=missing)
    return [NewRow(*row) for row in found]


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
    """Return up to `limit` events for a listener after the one with this number, in their order."""
    if listener.game is None:
        rows = Happening.objects.filter(group=listener.group, group_number__gt=number)
        return [group_event_answer(row) for row in rows.order_by("group_number")[:limit]]
    rows = Happening.objects.filter(game=listener.game, number__gt=number)
    return _events_in(rows.order_by("number")[:limit], number)[:limit]


def new_events(games: Mapping[UUID, int], groups: Mapping[UUID, int], limit: int) -> list[Told]:
    """Return the events of games and groups after those with these numbers.

    Those of each are in their order. If there are `limit` or more, there may be further ones for
    whoever reads on from the last ones.
    """
    found: list[Told] = []
    for row in _after("game", "number", games, limit):
        assert row.game_id is not None
        events = _events_in([row], games[row.game_id])
        found += [Told(row.game_id, event) for event in events]
    for row in _after("group", "group_number", groups, limit):
        assert row.group_id is not None
        found.append(Told(row.group_id, group_event_answer(row)))
    return found


def _after(topic: str, number: str, seen: Mapping[UUID, int], limit: int) -> Iterator[Happening]:
    """Yield at most `limit` rows after those with these numbers, those of each topic in order."""
    topics = list(seen.items())
    for start in range(0, len(topics), TOPICS_AT_ONCE):
        some = topics[start : start + TOPICS_AT_ONCE]
        next_ones = (Q(**{topic: id, f"{number}__gt": last}) for id, last in some)
        rows = Happening.objects.filter(Q(*next_ones, _connector=Q.OR)).order_by(number)
        found = list(rows[:limit])
        yield from found
        limit -= len(found)
        if not limit:
            return


def _events_in(rows: Iterable[Happening], number: int) -> list[GameEvent]:
    """The events of a game in these rows after `number`: the first row may have older ones."""
    return [event for row in rows for event in event_answers(row) if event["number"] > number]


def encode_event(event: AnyEvent, *, by_link: bool = False) -> EncodedEvent:
    """Return an event as a stream sends it; `by_link`, to who watches, without who did it."""
    number, kind = event["number"], event["kind"]
    answer = without_doers(event) if by_link else event
    data = orjson.dumps(answer, option=orjson.OPT_UTC_Z)
    return EncodedEvent(number, b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), data))

"""Old events in compressed blocks, and reading a log that begins with some.

The events of one game are very much alike, and so are those of a group: together they take an
eighth of the space.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from games.models import Event, GroupEvent, PackedEvents, PackedGroupEvents

LEVEL = 6

# The columns of an event in a block.
_COLUMNS: dict[type[Event | GroupEvent], tuple[str, ...]] = {
    Event: ("number", "version", "kind", "actor_name", "at", "data"),
    GroupEvent: ("number", "kind", "actor_name", "at", "data"),
}


def pack(events: Sequence[Event | GroupEvent]) -> bytes:
    """Return events of one game or group as a block."""
    columns = _COLUMNS[type(events[0])]
    described = [[getattr(event, name) for name in columns] for event in events]
    return zlib.compress(orjson.dumps(described), LEVEL)


def unpack_game(block: PackedEvents) -> list[Event]:
    """Return the events of a block as they were stored before they were packed."""
    return [Event(game_id=block.game_id, **columns) for columns in _unpacked(Event, block.content)]


def unpack_group(block: PackedGroupEvents) -> list[GroupEvent]:
    """As `unpack_game`, for a group."""
    return [
        GroupEvent(group_id=block.group_id, **columns)
        for columns in _unpacked(GroupEvent, block.content)
    ]


def _unpacked(kind: type[Event | GroupEvent], content: bytes | memoryview) -> list[dict[str, Any]]:
    rows = orjson.loads(zlib.decompress(bytes(content)))
    found = [dict(zip(_COLUMNS[kind], row, strict=True)) for row in rows]
    return [{**columns, "at": datetime.fromisoformat(columns["at"])} for columns in found]


def game_events_after(game: UUID, number: int, limit: int) -> list[Event]:
    """Return up to `limit` events of a game after the one with this number, packed or not."""
    # Those that are not packed are read first: if they are packed meanwhile, they are not missed.
    later = Event.objects.filter(game=game, number__gt=number).order_by("number")[:limit]
    blocks = PackedEvents.objects.filter(game=game)
    return _whole_log(list(later), blocks, unpack_game, number, limit)


def group_events_after(group: UUID, number: int, limit: int) -> list[GroupEvent]:
    """As `game_events_after`, for a group."""
    later = GroupEvent.objects.filter(group=group, number__gt=number).order_by("number")[:limit]
    blocks = PackedGroupEvents.objects.filter(group=group)
    return _whole_log(list(later), blocks, unpack_group, number, limit)


def _whole_log(
    later: list[Any], blocks: Any, unpack: Callable[[Any], list[Any]], number: int, limit: int
) -> list[Any]:
    events: list[Any] = []
    following = number + 1
    while len(events) < limit and not (later and later[0].number <= following):
        block = blocks.filter(first__lte=following, last__gte=following).order_by("-first").first()
        if block is None:
            break
        events += [event for event in unpack(block) if event.number >= following]
        following = events[-1].number + 1
    return [*events, *(event for event in later if event.number >= following)][:limit]

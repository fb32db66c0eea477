"""Old events in compressed blocks, and reading a log that begins with some.

The events of one game are very much alike, and so are those of a group: together they take an
eighth of the space.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast
from uuid import UUID

import orjson

from store.database import moment, rows
from store.event_log import GameEventRow, GroupEventRow, game_events_after, group_events_after
from store.values import stored

LEVEL = 6

EventRow = TypeVar("EventRow", bound=GameEventRow | GroupEventRow)


def pack(events: Sequence[GameEventRow] | Sequence[GroupEventRow]) -> bytes:
    """Return events of one game or group as a block."""
    described = [[*event[1:-2], event.at, orjson.Fragment(event.data)] for event in events]
    return zlib.compress(orjson.dumps(described), LEVEL)


def unpack(kind: type[EventRow], topic: UUID, block: bytes) -> list[EventRow]:
    """Return the events of a block as they were stored before they were packed."""
    make = cast(Callable[[Sequence[Any]], EventRow], kind._make)
    return [
        make([topic, *columns, orjson.dumps(data).decode(), moment(at)])
        for *columns, at, data in orjson.loads(zlib.decompress(block))
    ]


def whole_game_log_after(game: UUID, number: int, limit: int) -> list[GameEventRow]:
    """Return up to `limit` events of a game after the one with this number, packed or not."""
    block = _BLOCK.format(table="games_packedevents", topic="game_id")
    return _whole_log_after(GameEventRow, game_events_after, block, game, number, limit)


def whole_group_log_after(group: UUID, number: int, limit: int) -> list[GroupEventRow]:
    """As `whole_game_log_after`, for a group."""
    block = _BLOCK.format(table="games_packedgroupevents", topic="group_id")
    return _whole_log_after(GroupEventRow, group_events_after, block, group, number, limit)


def _whole_log_after(
    kind: type[EventRow],
    events_after: Callable[[Mapping[UUID, int], int], list[EventRow]],
    block_with: str,
    topic: UUID,
    number: int,
    limit: int,
) -> list[EventRow]:
    # Those that are not packed are read first: if they are packed meanwhile, they are not missed.
    later = events_after({topic: number}, limit)
    events: list[EventRow] = []
    following = number + 1
    while len(events) < limit and not (later and later[0].number <= following):
        block = rows(block_with, stored([topic, following, following]))
        if not block:
            break
        unpacked = unpack(kind, topic, bytes(block[0][0]))
        events += [event for event in unpacked if event.number >= following]
        following = events[-1].number + 1
    return [*events, *(event for event in later if event.number >= following)][:limit]


_BLOCK = """
    SELECT content FROM {table}
    WHERE {topic} = %s AND first <= %s AND last >= %s ORDER BY first DESC LIMIT 1"""

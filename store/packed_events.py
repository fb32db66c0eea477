"""Old events of games in compressed blocks, and reading a log that begins with some.

The events of one game are very much alike: together they take a tenth of the space.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from uuid import UUID

import orjson

from store.database import moment, rows
from store.event_log import GameEventRow, game_events_after
from store.values import stored

LEVEL = 6


def pack(events: Sequence[GameEventRow]) -> bytes:
    """Return events of one game as a block."""
    described = [
        [
            event.number,
            event.version,
            event.kind,
            event.actor_name,
            event.at,
            orjson.Fragment(event.data),
        ]
        for event in events
    ]
    return zlib.compress(orjson.dumps(described), LEVEL)


def unpack(game: UUID, block: bytes) -> list[GameEventRow]:
    """Return the events of a block as they were stored before they were packed."""
    return [
        GameEventRow(
            game, number, version, kind, actor_name, orjson.dumps(data).decode(), moment(at)
        )
        for number, version, kind, actor_name, at, data in orjson.loads(zlib.decompress(block))
    ]


def whole_log_after(game: UUID, number: int, limit: int) -> list[GameEventRow]:
    """Return up to `limit` events of a game after the one with this number, packed or not.

    Those that are not packed are read first: if they are packed meanwhile, they are not missed.
    """
    later = game_events_after({game: number}, limit)
    events: list[GameEventRow] = []
    following = number + 1
    while len(events) < limit and not (later and later[0].number <= following):
        block = rows(_BLOCK, stored([game, following, following]))
        if not block:
            break
        unpacked = unpack(game, bytes(block[0][0]))
        events += [event for event in unpacked if event.number >= following]
        following = events[-1].number + 1
    return [*events, *(event for event in later if event.number >= following)][:limit]


_BLOCK = """
    SELECT content FROM games_packedevents
    WHERE game_id = %s AND first <= %s AND last >= %s ORDER BY first DESC LIMIT 1"""

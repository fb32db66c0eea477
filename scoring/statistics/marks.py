"""What a digest remembers of a game: when it began, and its id. Pure.

A mark is a list, as JSON has them. Marks compare as the games follow one another.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TypeAlias
from uuid import UUID

from scoring.statistics.facts import PlayerFacts

Mark: TypeAlias = list[int | str]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def mark(game: PlayerFacts) -> Mark:
    """The mark of a game."""
    return [(game.played_at - EPOCH) // MICROSECOND, game.game_id.hex]


def game_of(marked: Mark) -> UUID:
    """The id of a marked game."""
    return UUID(str(marked[1]))


def moment_of(marked: Mark) -> datetime:
    """When a marked game began.

    >>> moment_of([1_500_000, "0" * 32])
    datetime.datetime(1970, 1, 1, 0, 0, 1, 500000, tzinfo=datetime.timezone.utc)
    """
    return EPOCH + int(marked[0]) * MICROSECOND

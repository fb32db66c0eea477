"""What a digest is made of. Pure.

A part keeps only what is asked of games later. What it keeps of some games and of those that
follow gives what it keeps of all of them; so nobody has to read the games of years again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from scoring.statistics.facts import PlayerFacts

Games: TypeAlias = Sequence[PlayerFacts]  # in the order in which they were played
Kept: TypeAlias = Any  # by one part: lists, dicts, numbers and texts, as JSON has them


class Part(Protocol):
    """A part of a digest."""

    def of(self, games: Games) -> Kept | None:
        """What is kept of games; None if they have nothing of it."""

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        """What is kept of games and of those after them.

        `later_games` reads the games after them, for the few parts that must look again.
        """

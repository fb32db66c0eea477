"""Who is at the table in which rounds (docs/decisions/0012-late-joiners-and-leavers.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class StartingPhase(StrEnum):
    """Where a player begins who joins late: Phase 1, or the lowest Phase at the table."""

    FIRST = "first"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Stint:
    """The rounds from one to another in which a player is at the table.

    `last_round` is None if they stay to the end. `phase` and `total` are what a player who joins
    late begins with; None for one who was there from the start, or comes back and continues.
    """

    first_round: int = 1
    last_round: int | None = None
    phase: StartingPhase | None = None
    total: int | None = None

    def includes(self, number: int) -> bool:
        """Return whether the player is there in a round.

        >>> stint = Stint(first_round=3, last_round=5)
        >>> [number for number in range(1, 8) if stint.includes(number)]
        [3, 4, 5]
        """
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


# The stints of one player, in their order, with at least one round between them. None at all
# means that the player is there from the first round to the last.
Stints = Sequence[Stint]


def stint_in(stints: Stints, number: int) -> Stint | None:
    """Return the stint that includes a round; None if the player is not there.

    >>> stint_in((), 7)
    Stint(first_round=1, last_round=None, phase=None, total=None)
    >>> stint_in((Stint(last_round=4),), 5) is None
    True
    """
    for stint in stints or (Stint(),):
        if stint.includes(number):
            return stint
    return None

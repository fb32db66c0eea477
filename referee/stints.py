"""Who is at the table in which rounds (docs/decisions/0012-late-joiners-and-leavers.md)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, chain


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


def out_of_order(stints: Stints) -> Iterator[int]:
    """Yield the index of each stint that ends before it begins, or begins too early.

    >>> list(out_of_order([Stint(last_round=4), Stint(6, 5), Stint(7)]))
    [1]
    """
    free: float = 1  # the first round in which the next stint can begin
    for index, stint in enumerate(stints):
        last = stint.last_round
        if stint.first_round < free or (last is not None and last < stint.first_round):
            yield index
        free = math.inf if last is None else last + 2


def there_at_first(seats: Iterable[Stints]) -> int:
    """Return how many players are at the table in the first round.

    >>> there_at_first([(), (Stint(last_round=2),), (Stint(3),)])
    2
    """
    return sum(stint_in(stints, 1) is not None for stints in seats)


def most_at_a_time(seats: Iterable[Stints]) -> int:
    """Return how many players are at the table in the fullest round, however many stints.

    >>> most_at_a_time([(), (Stint(last_round=2),), (Stint(3),)])
    2
    """
    change: Counter[int] = Counter()  # in the number at the table, by the round
    for stint in chain.from_iterable(stints or (Stint(),) for stints in seats):
        change[stint.first_round] += 1
        if stint.last_round is not None:
            change[stint.last_round + 1] -= 1
    return max(accumulate(change[number] for number in sorted(change)), default=0)

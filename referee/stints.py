"""Who is at the table in which rounds, and how they begin.

Players join late and leave (docs/decisions/0012-late-joiners-and-leavers.md), or begin with a
handicap (docs/decisions/0047-handicaps.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, chain


class StartingPhase(StrEnum):
    """Where a player begins who joins late: Phase 1, or the lowest Phase at the table."""

    FIRST = "first"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a player begins the first round with; everybody else is on Phase 1, without points."""

    phase: int = 1
    total: int = 0


@dataclass(frozen=True, slots=True)
class Stint:
    """The rounds from one to another in which a player is at the table.

    `last_round` is None if they stay to the end. `phase` and `total` are what a player begins with:
    one who joins late, or one with a handicap, whose `phase` is the number of a Phase. They are
    None for one who begins like everybody else, or comes back and continues.
    """

    first_round: int = 1
    last_round: int | None = None
    phase: StartingPhase | int | None = None
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


def handicap_of(stints: Stints) -> Handicap | None:
    """Return what a player with a handicap begins with.

    >>> handicap_of([Stint(1, 4, 3, 20), Stint(6)])
    Handicap(phase=3, total=20)
    >>> handicap_of(()) is handicap_of([Stint(3, None, StartingPhase.LOWEST, 40)]) is None
    True
    """
    first = stint_in(stints, 1)
    if first is None or not isinstance(first.phase, int):
        return None
    return Handicap(first.phase, first.total or 0)


def with_handicap(stints: Stints, handicap: Handicap | None) -> tuple[Stint, ...]:
    """Return the stints of a player who begins with a handicap, or with none.

    Phase 1 without points is none. A player who was not there in the first round has none.

    >>> with_handicap((), Handicap(total=20))
    (Stint(first_round=1, last_round=None, phase=1, total=20),)
    >>> with_handicap([Stint(1, None, 3, 0)], None)
    ()
    """
    phase, total = (None, None)
    if handicap and handicap != Handicap():
        phase, total = handicap.phase, handicap.total
    changed = tuple(
        replace(stint, phase=phase, total=total) if stint.includes(1) else stint
        for stint in stints or (Stint(),)
    )
    return () if changed == (Stint(),) else changed


def tidy(stints: Stints) -> tuple[Stint, ...]:
    """Return the stints as games have them here: without a handicap that changes nothing.

    >>> tidy([Stint(1, None, 1, 0)]), tidy([Stint(1, None, None, 50)])
    ((), ())
    >>> tidy([Stint(1, 4, 3)])
    (Stint(first_round=1, last_round=4, phase=3, total=0),)
    """
    return with_handicap(stints, handicap_of(stints))


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


def fewest_at_a_time(seats: Iterable[Stints], number: int) -> int:
    """Return how many players are at the table in the emptiest round from `number` on.

    >>> fewest_at_a_time([(), (Stint(last_round=2),), (Stint(3),)], 1)
    2
    >>> fewest_at_a_time([(), (Stint(last_round=2),), (Stint(6),)], 1)
    1
    """
    seats = list(seats)
    left = (stint.last_round for stints in seats for stint in stints)
    after = {last + 1 for last in left if last is not None and last >= number}
    return min(
        sum(stint_in(stints, each) is not None for stints in seats) for each in {number, *after}
    )

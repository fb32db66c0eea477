"""The nine kinds of group, as data (rulebook, section 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from referee.cards import NUMBERS


class KindName(StrEnum):
    """A kind of group by its name on the wire."""

    SET = "set"
    RUN = "run"
    COLOR_RUN = "color_run"
    COLOR = "color"
    ODD = "odd"
    EVEN = "even"
    ODD_RUN = "odd_run"
    EVEN_RUN = "even_run"
    PAIR_RUN = "pair_run"


@dataclass(frozen=True, slots=True)
class Kind:
    """What makes cards a group of one kind.

    `numbers` are the numbers that its cards may have, ascending; it is `open_to` them, and to None,
    the number of a wild card. The cards of a run take consecutive places along `numbers`,
    `per_number` cards on each.
    """

    name: KindName
    numbers: tuple[int, ...] = NUMBERS
    one_number: bool = False
    one_color: bool = False
    is_run: bool = False
    per_number: int = 1
    open_to: frozenset[int | None] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "open_to", frozenset((*self.numbers, None)))

    @property
    def max_size(self) -> int | None:
        """The maximum number of cards, None if only the deck limits it."""
        return len(self.numbers) * self.per_number if self.is_run else None


_ODD = NUMBERS[0::2]
_EVEN = NUMBERS[1::2]

KINDS: dict[KindName, Kind] = {
    kind.name: kind
    for kind in (
        Kind(KindName.SET, one_number=True),
        Kind(KindName.RUN, is_run=True),
        Kind(KindName.COLOR_RUN, is_run=True, one_color=True),
        Kind(KindName.COLOR, one_color=True),
        Kind(KindName.ODD, numbers=_ODD),
        Kind(KindName.EVEN, numbers=_EVEN),
        Kind(KindName.ODD_RUN, numbers=_ODD, is_run=True),
        Kind(KindName.EVEN_RUN, numbers=_EVEN, is_run=True),
        Kind(KindName.PAIR_RUN, is_run=True, per_number=2),
    )
}


@dataclass(frozen=True, slots=True)
class Requirement:
    """One group that a Phase asks for: its kind, and its size in cards."""

    kind: Kind
    size: int

    def __str__(self) -> str:
        return f"{self.kind.name} {self.size}"

    @property
    def is_possible(self) -> bool:
        """Whether there are cards to make it: no single card, run of 13 or 3 cards in pairs."""
        max_size = self.kind.max_size
        return (
            self.size >= 2
            and self.size % self.kind.per_number == 0
            and (max_size is None or self.size <= max_size)
        )


Phase = tuple[Requirement, ...]


def parse_phase(text: str) -> Phase:
    """Read a Phase as the rulebook writes it.

    >>> [str(requirement) for requirement in parse_phase("set 3 + run 4")]
    ['set 3', 'run 4']
    """
    phase = []
    for part in text.split("+"):
        kind, size = part.split()
        phase.append(Requirement(KINDS[KindName(kind)], int(size)))
    return tuple(phase)


def phase_size(phase: Phase) -> int:
    """Return the number of cards that a Phase asks for.

    >>> phase_size(parse_phase("set 3 + run 4"))
    7
    """
    return sum(requirement.size for requirement in phase)

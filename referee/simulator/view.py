"""What a player sees on their turn, and what they may want to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from referee.cards import Card
from referee.editions import Edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, Phase
from referee.simulator.sketch import Sketch
from referee.solver.targets import takes
from referee.table import Table, TableGroup


@dataclass(frozen=True, slots=True)
class View:
    """The table, the own hand, and how many cards each seat holds.

    `top` is the top card of the discard pile. `sketch` is what the player has in mind for the
    Phase, None once it is down; before the draw it is without the card to come.
    """

    table: Table
    seat: int
    hand: tuple[Card, ...]
    held: Mapping[int, int]
    top: Card | None
    sketch: Sketch | None

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def rules(self) -> HouseRules:
        return self.table.seating.rules

    @property
    def phase(self) -> Phase:
        return self.table.seating.phases[self.seat]

    @property
    def is_down(self) -> bool:
        return self.seat in self.table.down

    @property
    def next_seat(self) -> int:
        """Who sits to the left."""
        seats = self.table.seating.seats
        return seats[(seats.index(self.seat) + 1) % len(seats)]

    def can_be_skipped(self) -> list[int]:
        """The others without a Skip in front of them, the next one to the left first."""
        seats = self.table.seating.seats
        here = seats.index(self.seat)
        others = (*seats[here + 1 :], *seats[:here])
        return [seat for seat in others if seat not in self.table.skips]

    def taker(self, card: Card) -> TableGroup | None:
        """The first group on the table that takes the card alone."""
        singles = self.rules.pair_run_singles
        for group in self.table.groups:
            if takes(KINDS[group.standing.kind], group.standing, card, singles=singles):
                return group
        return None

    def points(self, card: Card) -> int:
        return self.edition.points(card)


@dataclass(frozen=True, slots=True)
class WantedHit:
    """Cards for the group with the id `group`, every wild one declared."""

    group: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WantedDiscard:
    """A card to discard; a Skip in front of the seat `skips`, None where nobody can get one."""

    card: Card
    skips: int | None = None


class Bot(Protocol):
    """A player. It knows what the view shows, and takes its luck from `chance` alone.

    `width` is how many targets it thinks of for each group of its Phase.
    """

    name: str
    width: int

    def takes_top(self, view: View, chance: Random) -> bool:
        """Whether to draw the top card of the discard pile, which is no Skip."""

    def lay_down(self, view: View, chance: Random) -> Sequence[Sequence[Card]] | None:
        """The groups to lay down now, None to wait."""

    def hit(self, view: View, chance: Random) -> WantedHit | None:
        """One hit, asked for again until there is none. The Phase is down."""

    def discard(self, view: View, chance: Random) -> WantedDiscard:
        """The card that ends the turn."""


def open_places(group: TableGroup) -> list[int]:
    """The numbers just beyond the ends of a run, the high end first; none for other groups."""
    kind = KINDS[group.standing.kind]
    if not kind.is_run or group.standing.high is None or group.standing.low is None:
        return []
    above = kind.numbers.index(group.standing.high) + 1
    below = kind.numbers.index(group.standing.low)
    return [*kind.numbers[above : above + 1], *kind.numbers[max(below - 1, 0) : below]]


def declared_on(group: TableGroup, card: Card) -> Card:
    """The card as it joins a group alone: a wild one at the high end of a run, else the low one."""
    if card.number is not None or not KINDS[group.standing.kind].is_run:
        return card
    if KINDS[group.standing.kind].per_number > 1:  # it joins a number that is there
        return card.declared_as(group.standing.high, None)
    return card.declared_as(open_places(group)[0], None)

"""What a player sees on their turn, and what they decide to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from referee.cards import Card
from referee.editions import Edition
from referee.game import left_of
from referee.house_rules import HouseRules
from referee.kinds import KINDS, Phase
from referee.simulator.estimate import HandEstimate
from referee.solver.targets import open_ends, takes
from referee.table import Table, TableGroup


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The table, the player's hand, and how many cards each seat has (`held`).

    `top` is the top card of the discard pile. `estimate` is that of the hand, without the
    card to be drawn; None once the Phase is down.
    """

    table: Table
    seat: int
    hand: tuple[Card, ...]
    held: Mapping[int, int]
    top: Card | None
    estimate: HandEstimate | None

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
    def next_seat(self) -> int:
        """The seat to the left."""
        return left_of(self.seat, self.table.seating.seats)

    def can_be_skipped(self) -> list[int]:
        """Return the other seats without a Skip, the next one to the left first."""
        seats = self.table.seating.seats
        here = seats.index(self.seat)
        others = (*seats[here + 1 :], *seats[:here])
        return [seat for seat in others if seat not in self.table.skips]

    def taker(self, card: Card) -> TableGroup | None:
        """Return the first group on the table that takes the card alone, None if none does."""
        singles = self.rules.pair_run_singles
        for group in self.table.groups:
            if takes(KINDS[group.standing.kind], group.standing, card, singles=singles):
                return group
        return None


@dataclass(frozen=True, slots=True)
class WantedHit:
    """Cards for the group with the id `group`, every wild one declared."""

    group: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WantedDiscard:
    """A card to discard; a Skip in front of the seat `skips`, None if nobody can get one."""

    card: Card
    skips: int | None = None


class Bot(Protocol):
    """A player, who knows what the view shows and takes random decisions with `rng` alone.

    `width` is the number of aims that it considers for each group of its Phase.
    """

    name: str
    width: int

    def takes_top(self, view: PlayerView, rng: Random) -> bool:
        """Tell whether to draw the top card of the discard pile, which is not a Skip."""

    def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]] | None:
        """Return the groups to lay down now, None to wait."""

    def hit(self, view: PlayerView, rng: Random) -> WantedHit | None:
        """Return one hit, None for no more hits. The Phase is down."""

    def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
        """Return the card that ends the turn."""


def open_places(group: TableGroup) -> list[int]:
    """Return the numbers next to the ends of a run, the high end first; none for other groups."""
    kind = KINDS[group.standing.kind]
    return open_ends(kind, group.standing) if kind.is_run and group.standing.low else []


def declared_on(group: TableGroup, card: Card) -> Card:
    """Declare a card that joins a group alone: a wild one at the high end of a run, if open."""
    if card.number is not None or not KINDS[group.standing.kind].is_run:
        return card
    if KINDS[group.standing.kind].per_number > 1:  # it joins a number of the run
        return card.declared_as(group.standing.high, None)
    return card.declared_as(open_places(group)[0], None)

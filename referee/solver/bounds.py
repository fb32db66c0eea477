"""What the options chosen so far can place at most, and whether they leave each other room."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from referee.solver.holding import Holding, Mask
from referee.solver.options import Option, Weights, weigh


class Chosen(NamedTuple):
    """The options so far: what they place at most, and the cards and places that takes.

    `gain` bounds the weight of their numbered cards, and `wild` how many wild cards
    are left. The rest is counted in ways of which each `Bounds` has its own.
    """

    gain: int
    wild: int
    taken: Mask = 0
    absorbed: Mask = 0
    lost: int = 0
    places: int = 0


class Bounds(Protocol):
    """One way to count."""

    def add(self, chosen: Chosen, option: Option, least: int) -> Chosen | None:
        """Choose one option more, None where no card is left for it or no more gain than `least`.

        No more wild cards are needed for it than are left.
        """


class ByNumber:
    """Where all places ask for a number of any colour, or for any card of a colourless hand.

    Places then want the same numbered cards or none in common, so that whoever comes first
    may take any of them, and what is counted is exact but for wild cards that could
    take the place of a numbered one.
    """

    def __init__(self, holding: Holding, weights: Weights) -> None:
        self._numbered, self._wild = holding.numbered, holding.wild
        self._weights = weights

    def add(self, chosen: Chosen, option: Option, least: int) -> Chosen | None:
        """Give each place a numbered card, or else a wild one: these come last in a hand."""
        taken = chosen.taken
        for slot in option.slots:
            left = slot & ~taken
            if not left:
                return None
            taken |= left & -left
        absorbed = chosen.absorbed | option.absorbs
        gain = weigh((taken | absorbed) & self._numbered, self._weights)
        if gain <= least:
            return None
        return Chosen(gain, (self._wild & ~taken).bit_count(), taken, absorbed)


class ByClaims:
    """Whatever the places ask for.

    `taken` are the cards that are surely counted in the gain. `lost` is how often one of
    them was claimed twice, less what the options could spare.
    """

    def __init__(self, holding: Holding, weights: Weights) -> None:
        self._cards = len(holding.cards)
        self._weights = weights

    def add(self, chosen: Chosen, option: Option, least: int) -> Chosen | None:
        """Count what is claimed twice only once, and wild cards in the place of what is lost."""
        gain = chosen.gain + option.gain
        wild = chosen.wild - option.need
        lost = chosen.lost - max(option.spare, 0)
        places = chosen.places + len(option.slots)
        if twice := chosen.taken & option.claims:
            gain -= weigh(twice, self._weights)
            lost += twice.bit_count()
        if gain <= least or lost > wild or places > self._cards:
            return None
        return Chosen(gain, wild, chosen.taken | option.claims, 0, lost, places)

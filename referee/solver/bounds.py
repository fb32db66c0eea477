"""Upper bounds on what the options chosen so far can place, and whether they fit together."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from referee.solver.holding import Holding, Mask
from referee.solver.options import Option, Weights, weigh


class Chosen(NamedTuple):
    """The options so far: an upper bound on what they place, and what that takes.

    `gain` bounds the weight of their numbered cards, and `wild` is the number of wild cards
    left. The other fields are counted differently by each `Bounds`.
    """

    gain: int
    wild: int
    taken: Mask = 0
    absorbed: Mask = 0
    lost: int = 0
    slots: int = 0


class Bounds(Protocol):
    """One way to count."""

    def add(self, chosen: Chosen, option: Option, threshold: int) -> Chosen | None:
        """Choose one more option, which needs no more wild cards than are left.

        Returns None if no card is left for it, or if the gain does not exceed `threshold`.
        """


class NumberBounds:
    """For slots that all ask for a number of any color, or hands without colors.

    Slots then want the same numbered cards or none in common, so the first slot may take
    any of them. The count is exact except for wild cards that could stand in for a
    numbered one.
    """

    def __init__(self, holding: Holding, weights: Weights) -> None:
        self._numbered, self._wild = holding.numbered, holding.wild
        self._weights = weights

    def add(self, chosen: Chosen, option: Option, threshold: int) -> Chosen | None:
        """Give each slot a numbered card, or else a wild one; wild cards come last in a hand."""
        taken = chosen.taken
        for slot in option.slots:
            left = slot & ~taken
            if not left:
                return None
            taken |= left & -left
        absorbed = chosen.absorbed | option.absorbs
        gain = weigh((taken | absorbed) & self._numbered, self._weights)
        if gain <= threshold:
            return None
        return Chosen(gain, (self._wild & ~taken).bit_count(), taken, absorbed)


class ClaimBounds:
    """For slots of every kind.

    `taken` are the cards that are certainly counted in the gain. `lost` is how often one of
    them was claimed twice, less what the options can spare.
    """

    def __init__(self, holding: Holding, weights: Weights) -> None:
        self._cards = len(holding.cards)
        self._weights = weights

    def add(self, chosen: Chosen, option: Option, threshold: int) -> Chosen | None:
        """Count a card claimed twice only once, and a wild card in place of each lost card."""
        gain = chosen.gain + option.gain
        wild = chosen.wild - option.need
        lost = chosen.lost - max(option.spare, 0)
        slots = chosen.slots + len(option.slots)
        if twice := chosen.taken & option.claims:
            gain -= weigh(twice, self._weights)
            lost += twice.bit_count()
        if gain <= threshold or lost > wild or slots > self._cards:
            return None
        return Chosen(gain, wild, chosen.taken | option.claims, 0, lost, slots)

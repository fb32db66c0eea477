"""Upper bounds on what the options chosen so far can place, and whether they fit together."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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


# One way to count: chooses one more option, which needs no more wild cards than are left. None if
# no card is left for it, or if the gain does not exceed a threshold.
Bounds = Callable[[Chosen, Option, int], Chosen | None]


def number_bounds(holding: Holding, weights: Weights) -> Bounds:
    """Count for slots that all ask for a number of any color, or hands without colors.

    Slots then want the same numbered cards or none in common, so the first slot may take
    any of them. The count is exact except for wild cards that could stand in for a
    numbered one.
    """

    def add(chosen: Chosen, option: Option, threshold: int) -> Chosen | None:
        # Each slot gets a numbered card, or else a wild one; wild cards come last in a hand.
        taken = chosen.taken
        for slot in option.slots:
            left = slot & ~taken
            if not left:
                return None
            taken |= left & -left
        absorbed = chosen.absorbed | option.absorbs
        gain = weigh((taken | absorbed) & holding.numbered, weights)
        if gain <= threshold:
            return None
        return Chosen(gain, (holding.wild & ~taken).bit_count(), taken, absorbed)

    return add


def claim_bounds(holding: Holding, weights: Weights) -> Bounds:
    """Count for slots of every kind.

    `taken` are the cards that are certainly counted in the gain. `lost` is how often one of
    them was claimed twice, less what the options can spare.
    """

    def add(chosen: Chosen, option: Option, threshold: int) -> Chosen | None:
        # A card claimed twice counts only once, with a wild card in place of each lost card.
        gain = chosen.gain + option.gain
        wild = chosen.wild - option.need
        lost = chosen.lost - max(option.spare, 0)
        slots = chosen.slots + len(option.slots)
        if twice := chosen.taken & option.claims:
            gain -= weigh(twice, weights)
            lost += twice.bit_count()
        if gain <= threshold or lost > wild or slots > len(holding.cards):
            return None
        return Chosen(gain, wild, chosen.taken | option.claims, 0, lost, slots)

    return add

"""The best way to lay down and hit: branch and bound over the options of each group.

Branching decides what each group becomes: the number of a set, the ends of a run, a color,
how far a run on the table grows. Which card goes where is then a matching
(`referee.solver.matching`), so the order in which cards are tried does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.solver.bounds import Bounds, Chosen
from referee.solver.holding import Holding, Mask
from referee.solver.matching import fill, fill_greedily, slots_lacking_number
from referee.solver.options import Option, Weights, weigh


@dataclass(slots=True)
class Budget:
    """The number of steps that a search may still take; callers report when it runs out."""

    left: int

    def spend(self) -> bool:
        """Take a step, and tell whether it was within the budget."""
        self.left -= 1
        return self.left >= 0

    @property
    def is_spent(self) -> bool:
        return self.left < 0


class Solution(NamedTuple):
    """What each group becomes and which cards fill its slots.

    `chosen` and `owners` have an element for each group: the own ones in the order of the
    Phase, then those on the table. `placed` are all cards that leave the hand.
    """

    chosen: tuple[Option, ...]
    owners: tuple[tuple[Mask, ...], ...]
    placed: Mask
    weight: int


@dataclass(slots=True)
class Search:
    """Finds which options, one for each group, place the most weight.

    The first `own` groups are the player's own. Of equal weights, the first in the order of
    `groups` and of their options wins. Only solutions above `threshold` are of interest; it
    rises with the best one found. `absorbed` are the cards that the table takes anyway;
    they weigh 0.
    """

    holding: Holding
    groups: Sequence[Sequence[Option]]
    own: int
    weights: Weights
    absorbed: Mask
    bounds: Bounds
    number_card_per_group: bool
    budget: Budget
    best: Solution | None = None
    threshold: int = -1
    _chosen: list[Option] = field(default_factory=list)
    _ahead: list[tuple[int, int]] = field(default_factory=list)
    _max_weight: int = 0
    _wild: int = 0

    def run(self) -> Solution | None:
        """Return the best solution, None if none exceeds the threshold."""
        if not all(self.groups):
            return None
        self._ahead = _look_ahead(self.groups)
        holding, weights = self.holding, self.weights
        self._wild = weigh(holding.wild, weights)
        self._max_weight = weigh(holding.playable, weights)
        self._branch(0, 0, Chosen(0, holding.wild.bit_count()))
        return self.best

    def _branch(self, depth: int, first: int, so_far: Chosen) -> None:
        """Try the options of the group at `depth`, from index `first` on."""
        if depth == len(self.groups):
            self._evaluate(so_far.gain)
            return
        # Look at the table only if the Phase can be laid down at all.
        if 0 < depth == self.own and not all(fill(self._slots(), self.holding.useful())):
            return
        options = self.groups[depth]
        alike, rest = self._ahead[depth]
        rest += self._wild
        for index in range(first, len(options)):
            option = options[index]
            if option.need > so_far.wild:
                continue
            more = rest + _gain_of_more(options, index, alike) if alike else rest
            if so_far.gain + option.gain + more <= self.threshold:
                return
            chosen = self.bounds(so_far, option, self.threshold - more)
            if chosen is None:
                continue
            if not self.budget.spend():
                return
            self._chosen.append(option)
            # Of two groups with equal options the first takes the earlier one.
            self._branch(depth + 1, index if alike else 0, chosen)
            self._chosen.pop()
            if self.threshold >= self._max_weight:
                return

    def _slots(self) -> list[Mask]:
        return [slot for option in self._chosen for slot in option.slots]

    def _evaluate(self, gain: int) -> None:
        """Work out what the chosen options place, and keep them if that is the most.

        `gain` bounds the weight that they place apart from wild cards.
        """
        absorbs = self.absorbed
        for option in self._chosen:
            absorbs |= option.absorbs
        slots = self._slots()
        reach = absorbs
        for slot in slots:
            reach |= slot
        wild = reach & self.holding.wild
        limit = min(gain + weigh(wild, self.weights) if wild else gain, weigh(reach, self.weights))
        if limit <= self.threshold:
            return
        for owners in self._fillings(slots, absorbs, limit):
            placed = sum(owners) | absorbs
            weight = weigh(placed, self.weights)
            if weight > self.threshold:
                self.threshold = weight
                rows, start = [], 0
                for option in self._chosen:
                    end = start + len(option.slots)
                    rows.append(tuple(owners[start:end]))
                    start = end
                self.best = Solution(tuple(self._chosen), tuple(rows), placed, weight)

    def _fillings(self, slots: list[Mask], absorbs: Mask, limit: int) -> Iterator[list[Mask]]:
        """Yield the fillings of all slots that may be the best one, none if some stay empty.

        `limit` bounds the weight that they can place.
        """
        self.budget.spend()
        owners = fill_greedily(slots)
        if not all(owners) or weigh(sum(owners) | absorbs, self.weights) < limit:
            # Cards that no group takes on top need a slot of their own, the heaviest first.
            each, useful = self.weights.each, self.holding.useful()
            offered = [bit for bit in useful if not bit & absorbs]
            offered.sort(key=lambda bit: -each[bit.bit_length() - 1])
            offered += [bit for bit in useful if bit & absorbs]
            owners = fill(slots, offered)
        if not all(owners):
            return
        sizes = [len(option.slots) for option in self._chosen[: self.own]]
        lacking = slots_lacking_number(
            owners, sizes, self.holding.numbered, per_group=self.number_card_per_group
        )
        if lacking is None:
            yield owners
            return
        # A numbered card is required: try each slot for it.
        for index in lacking:
            numbered = slots[index] & self.holding.numbered
            if numbered and numbered != slots[index] and not self.budget.is_spent:
                rest = [*slots[:index], numbered, *slots[index + 1 :]]
                yield from self._fillings(rest, absorbs, limit)


def _look_ahead(groups: Sequence[Sequence[Option]]) -> list[tuple[int, int]]:
    """Return for each group how many like it follow, and the most that the rest can gain."""
    ahead: list[tuple[int, int]] = []
    alike = beyond = 0
    last: Sequence[Option] | None = None
    for options in reversed(groups):
        if options is last:
            alike += 1
        else:
            if last:
                beyond += last[0].gain + _gain_of_more(last, 0, alike)
            alike, last = 0, options
        ahead.append((alike, beyond))
    return ahead[::-1]


def _gain_of_more(options: Sequence[Option], index: int, alike: int) -> int:
    """Return the most that `alike` further groups gain after the option at `index`."""
    if not options[0].numbers:  # only a run may be made twice
        index += 1
    return alike * options[index].gain if index < len(options) else 0

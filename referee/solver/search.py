"""The best way to lay down and hit: branch and bound over the options of each group.

What is decided by branching is which group becomes what: the number of a set, the ends of a
run, a colour, how far a run on the table grows. Which card goes where is then a matching
(`referee.solver.matching`), so nothing depends on the order in which cards are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.solver.bounds import Bounds, Chosen
from referee.solver.holding import Holding, Mask, bits
from referee.solver.matching import fill, fill_plainly, without_number
from referee.solver.options import Option, Weights, weigh


@dataclass(slots=True)
class Budget:
    """The work that a search may still do, counted in steps; its end is told, never hidden."""

    left: int

    def spend(self) -> bool:
        """Take a step, and tell whether it was still to be had."""
        self.left -= 1
        return self.left >= 0

    @property
    def is_spent(self) -> bool:
        return self.left < 0


class Plan(NamedTuple):
    """What each group becomes and who fills its places.

    `chosen` and `owners` go by group: the own ones in the order of the Phase, then those
    on the table. `placed` are all the cards that leave the hand.
    """

    chosen: tuple[Option, ...]
    owners: tuple[tuple[Mask, ...], ...]
    placed: Mask
    weight: int


@dataclass(slots=True)
class Search:
    """One question: which options, one for each group, place the most weight.

    The first `own` groups are the player's own. Among options of equal weight the
    first one in the order of `groups` and of their options is kept.
    """

    holding: Holding
    groups: Sequence[Sequence[Option]]
    own: int
    weights: Weights
    absorbed: Mask  # cards that find a place on the table whatever happens; they weigh 0
    bounds: Bounds
    number_card_per_group: bool
    budget: Budget
    best: Plan | None = None
    least: int = -1  # only plans that place more than this are of interest
    _chosen: list[Option] = field(default_factory=list)
    _ahead: list[tuple[int, int]] = field(default_factory=list)
    _most: int = 0
    _wild: int = 0

    def run(self) -> Plan | None:
        """The best plan, None where there is none that places more than `least`."""
        if not all(self.groups):
            return None
        self._ahead = _look_ahead(self.groups)
        holding, weights = self.holding, self.weights
        self._wild = weigh(holding.wild, weights)
        self._most = weigh(holding.playable, weights)
        self._dive(0, 0, Chosen(0, holding.wild.bit_count()))
        return self.best

    def _dive(self, depth: int, first: int, so_far: Chosen) -> None:
        """Try every option of the group at `depth` from the one at index `first` on."""
        if depth == len(self.groups):
            self._settle(so_far.gain)
            return
        # Reach out for the table only if the Phase can be laid down at all.
        if 0 < depth == self.own and not all(fill(self._slots(), self._useful())):
            return
        options = self.groups[depth]
        alike, rest = self._ahead[depth]
        rest += self._wild
        add = self.bounds.add
        for index in range(first, len(options)):
            option = options[index]
            if option.need > so_far.wild:
                continue
            more = rest + _gain_of_more(options, index, alike) if alike else rest
            if so_far.gain + option.gain + more <= self.least:
                return
            chosen = add(so_far, option, self.least - more)
            if chosen is None:
                continue
            if not self.budget.spend():
                return
            self._chosen.append(option)
            # Of two groups that are asked for alike the first takes the earlier option.
            self._dive(depth + 1, index if alike else 0, chosen)
            self._chosen.pop()
            if self.least >= self._most:
                return

    def _useful(self) -> list[Mask]:
        """The cards that can be placed, those with a number first."""
        return [*bits(self.holding.numbered), *bits(self.holding.wild)]

    def _slots(self) -> list[Mask]:
        return [slot for option in self._chosen for slot in option.slots]

    def _settle(self, gain: int) -> None:
        """Find out what the chosen options place, and keep them if that is the most.

        `gain` bounds what they place besides wild cards.
        """
        absorbs = self.absorbed
        for option in self._chosen:
            absorbs |= option.absorbs
        slots = self._slots()
        reach = absorbs
        for slot in slots:
            reach |= slot
        wild = reach & self.holding.wild
        most = min(gain + weigh(wild, self.weights) if wild else gain, weigh(reach, self.weights))
        if most <= self.least:
            return
        for owners in self._fillings(slots, absorbs, most):
            placed = sum(owners) | absorbs
            weight = weigh(placed, self.weights)
            if weight > self.least:
                self.least = weight
                rows, start = [], 0
                for option in self._chosen:
                    end = start + len(option.slots)
                    rows.append(tuple(owners[start:end]))
                    start = end
                self.best = Plan(tuple(self._chosen), tuple(rows), placed, weight)

    def _fillings(self, slots: list[Mask], absorbs: Mask, most: int) -> Iterator[list[Mask]]:
        """The fillings of all places that can be the best one, none where they cannot be filled.

        `most` bounds what they can place.
        """
        self.budget.spend()
        owners = fill_plainly(slots)
        if not all(owners) or weigh(sum(owners) | absorbs, self.weights) < most:
            # What no group takes on top must have a place of its own, the heaviest first.
            each, useful = self.weights.each, self._useful()
            offered = [bit for bit in useful if not bit & absorbs]
            offered.sort(key=lambda bit: -each[bit.bit_length() - 1])
            offered += [bit for bit in useful if bit & absorbs]
            owners = fill(slots, offered)
        if not all(owners):
            return
        sizes = [len(option.slots) for option in self._chosen[: self.own]]
        lacking = without_number(
            owners, sizes, self.holding.numbered, per_group=self.number_card_per_group
        )
        if lacking is None:
            yield owners
            return
        # A numbered card is asked for: try each place for it.
        for index in lacking:
            numbered = slots[index] & self.holding.numbered
            if numbered and numbered != slots[index] and not self.budget.is_spent:
                rest = [*slots[:index], numbered, *slots[index + 1 :]]
                yield from self._fillings(rest, absorbs, most)


def _look_ahead(groups: Sequence[Sequence[Option]]) -> list[tuple[int, int]]:
    """For each group how many alike ones follow it, and what those after them gain at most."""
    found: list[tuple[int, int]] = []
    alike = beyond = 0
    last: Sequence[Option] | None = None
    for options in reversed(groups):
        if options is last:
            alike += 1
        else:
            if last:
                beyond += last[0].gain + _gain_of_more(last, 0, alike)
            alike, last = 0, options
        found.append((alike, beyond))
    return found[::-1]


def _gain_of_more(options: Sequence[Option], index: int, alike: int) -> int:
    """The most that so many groups alike gain after one that is the option at `index`."""
    if not options[0].numbers:  # only of a run there may be cards for the same one again
        index += 1
    return alike * options[index].gain if index < len(options) else 0

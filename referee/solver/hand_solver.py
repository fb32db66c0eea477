"""The best turn with a hand: sets up the search over the Phase's groups and the table."""

from __future__ import annotations

from collections.abc import Sequence

from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase
from referee.solver.bounds import claim_bounds, number_bounds
from referee.solver.holding import Holding
from referee.solver.options import lay_down_options, weights_of
from referee.solver.search import Budget, Search, Solution
from referee.solver.targets import Targets, growing_options, safe_wild_cards
from referee.solver.turn import Turn, plan_turn

NO_TARGETS = Targets((), (), {}, 0, ())
COUNT_BITS = 6  # a weight is points first, then cards; no hand has 64 cards


class HandSolver:
    """Finds what to lay down and where to hit with one hand.

    `is_cut_short` tells whether the last search reached the work limit, so that its answer
    is the best one found, not proven to be the best.
    """

    def __init__(
        self, holding: Holding, phase: Phase, targets: Targets, rules: HouseRules, work_limit: int
    ) -> None:
        self.holding, self.phase, self.targets, self.rules = holding, phase, targets, rules
        self.work_limit = work_limit
        self.is_cut_short = False
        self._grown: tuple[int, ...] = ()

    def fewest_points(self) -> Solution | None:
        """Return the solution that places the most points, then the most cards."""
        return self._search([(points << COUNT_BITS) + 1 for points in self.holding.points], -1)

    def fewest_cards(self, at_most: int) -> Solution | None:
        """Return a solution that leaves no more than `at_most` cards, None if there is none."""
        undecided = len(self.holding.cards) - self.targets.absorbed.bit_count()
        return self._search([1] * len(self.holding.cards), undecided - at_most - 1)

    def plan_turn(self, solution: Solution, *, oversize: bool | None = None) -> Turn:
        """Turn the solution of the last search into plays."""
        return plan_turn(
            self.holding,
            self.phase,
            self.targets,
            self._grown,
            solution,
            oversize=self.rules.oversize_groups if oversize is None else oversize,
        )

    def _search(self, each: list[int], threshold: int) -> Solution | None:
        holding, targets, rules = self.holding, self.targets, self.rules
        if targets.absorbed:
            # A card that the table takes anyway gains nothing.
            each = [0 if targets.absorbed >> i & 1 else weight for i, weight in enumerate(each)]
        weights = weights_of(each)
        max_need = holding.wild.bit_count()
        groups = lay_down_options(holding, self.phase, weights, max_need=max_need, rules=rules)
        if not all(groups):
            return None
        if targets.growing:
            safe = safe_wild_cards(holding, self.phase, targets.absorbed)
            growing = growing_options(holding, targets, weights, safe, rules)
            self._grown = tuple(growing)
            groups += growing.values()
        kinds = [requirement.kind for requirement in self.phase]
        kinds += [targets.groups[index].kind for index in self._grown]
        # A card that the table takes anyway weighs less than another one of its number.
        is_by_number = not targets.absorbed and _ask_for_numbers(holding, kinds)
        bounds = number_bounds if is_by_number else claim_bounds
        search = Search(
            holding,
            groups,
            own=len(self.phase),
            weights=weights,
            absorbed=targets.absorbed,
            bounds=bounds(holding, weights),
            number_card_per_group=rules.number_card_per_group,
            budget=Budget(self.work_limit),
            threshold=threshold,
        )
        solution = search.run()
        self.is_cut_short = search.budget.is_spent
        return solution


def _ask_for_numbers(holding: Holding, kinds: Sequence[Kind]) -> bool:
    """Tell whether each slot in groups of these kinds asks for a number of any color."""
    colorless = holding.colors == (None,)
    return all(
        (kind.is_run or kind.one_number) and (colorless or not kind.one_color) for kind in kinds
    )

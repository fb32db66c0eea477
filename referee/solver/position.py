"""A question about a hand, put to the search: what is to be placed, and where it could go."""

from __future__ import annotations

from collections.abc import Sequence

from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase
from referee.solver.bounds import ByClaims, ByNumber
from referee.solver.holding import Holding
from referee.solver.layout import Layout, lay_out
from referee.solver.options import Option, lay_down_options, weights_of
from referee.solver.search import Budget, Plan, Search
from referee.solver.targets import Table, growth, safe_wild_cards

EMPTY = Table((), (), {}, 0, ())
COUNT_BITS = 6  # a weight is points first, then cards; no hand has 64 cards


class Question:
    """A hand with all that a search needs; the options are made once for each weight."""

    def __init__(
        self, holding: Holding, phase: Phase, table: Table, rules: HouseRules, work_limit: int
    ) -> None:
        self.holding, self.phase, self.table, self.rules = holding, phase, table, rules
        self.work_limit = work_limit
        self.is_cut_short = False
        self.grown: tuple[int, ...] = ()

    def fewest_points(self) -> Plan | None:
        """The plan that places the most points, then the most cards."""
        return self._search([(points << COUNT_BITS) + 1 for points in self.holding.points], -1)

    def fewest_cards(self, at_most: int) -> Plan | None:
        """A plan that leaves at most so many cards, None where there is none."""
        apart = len(self.holding.cards) - self.table.absorbed.bit_count()
        return self._search([1] * len(self.holding.cards), apart - at_most - 1)

    def lay_out(self, plan: Plan, *, oversize: bool | None = None) -> Layout:
        """Put the plan of the last search into plays."""
        return lay_out(
            self.holding,
            self.phase,
            self.table,
            self.grown,
            plan,
            oversize=self.rules.oversize_groups if oversize is None else oversize,
        )

    def _search(self, weights: list[int], least: int) -> Plan | None:
        holding, table, rules = self.holding, self.table, self.rules
        if table.absorbed:
            # What has a place anyway is no gain.
            weights = [0 if table.absorbed >> i & 1 else weight for i, weight in enumerate(weights)]
        worth = weights_of(weights)
        groups: list[list[Option]] = []
        most_need = holding.wild.bit_count()
        for index, asked in enumerate(self.phase):
            if index and asked == self.phase[index - 1]:
                groups.append(groups[-1])
                continue
            options = lay_down_options(holding, asked, worth, most_need=most_need, rules=rules)
            if not options:
                return None
            groups.append(options)
        if table.growing:
            safe = safe_wild_cards(holding, self.phase, table.absorbed)
            growing = growth(holding, table, worth, safe, rules)
            self.grown = tuple(growing)
            groups += growing.values()
        kinds = [asked.kind for asked in self.phase]
        kinds += [table.targets[index].kind for index in self.grown]
        # A card that has a place anyway weighs less than another one of its number.
        alike = not table.absorbed and _ask_for_numbers(holding, kinds)
        bounds = ByNumber if alike else ByClaims
        search = Search(
            holding,
            groups,
            own=len(self.phase),
            weights=worth,
            absorbed=table.absorbed,
            bounds=bounds(holding, worth),
            number_card_per_group=rules.number_card_per_group,
            budget=Budget(self.work_limit),
            least=least,
        )
        plan = search.run()
        self.is_cut_short = search.budget.is_spent
        return plan


def _ask_for_numbers(holding: Holding, kinds: Sequence[Kind]) -> bool:
    """Whether each place in groups of these kinds asks for a number, of any colour."""
    colorless = holding.colors == (None,)
    return all(
        (kind.is_run or kind.one_number) and (colorless or not kind.one_color) for kind in kinds
    )

"""Why cards cannot be a hand: the deck, the deal and the side in play (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.editions import Edition
from referee.rulings import checks
from referee.rulings.problems import RuleCode, RuleProblem
from referee.solver.targets import Target
from referee.wording import Text, gettext_noop


class NotAHand(ValueError):
    """The cards cannot be a hand of the edition; `problems` tell why."""

    def __init__(self, problems: Sequence[RuleProblem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


def hand_problems(
    edition: Edition, hand: Sequence[Card], table: Sequence[Target] = (), seen: Sequence[Card] = ()
) -> list[RuleProblem]:
    """Return why these cards cannot be a hand, given the table and the cards seen elsewhere.

    All cards are of the edition's deck; those of `table` and `seen` may be of either side.
    """
    problems = list(checks.hand_limit(edition, hand))
    declared = tuple(card for card in hand if card.is_declared)
    if declared:
        text = gettext_noop(
            "A card in hand does not stand for anything yet: leave out the declaration."
        )
        problems.append(RuleProblem(RuleCode.BAD_DECLARATION, Text(text), "1", None, declared))
    problems += checks.one_side(edition, hand)
    lying = [card for target in table for card in target.cards]
    problems += checks.copies(edition, [*hand, *lying, *seen], "1")
    return problems

"""What can be wrong with a play or a tally: stable codes, and the texts that explain them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.wording import Text


class RuleCode(StrEnum):
    """The code of each problem on the wire (rulebook, section 8).

    A verdict lists its problems in this order, the most telling first. Each is explained by an
    entry of `referee.rulebook` that names it among its codes.
    """

    # the course of the round
    ROUND_IS_OUT = "round_is_out"
    NOT_YOUR_TURN = "not_your_turn"
    IS_SKIPPED = "is_skipped"
    ALREADY_DRAWN = "already_drawn"
    NOT_DRAWN = "not_drawn"
    ALREADY_LAID_DOWN = "already_laid_down"
    WRONG_PHASE = "wrong_phase"
    # a play that is never possible
    PHASE_NOT_LAID = "phase_not_laid"
    BAD_DECLARATION = "bad_declaration"
    SKIP_IN_GROUP = "skip_in_group"
    MIXED_SIDES = "mixed_sides"
    WRONG_SIDE = "wrong_side"
    SKIP_IS_NOT_DRAWN = "skip_is_not_drawn"
    SKIP_ON_YOURSELF = "skip_on_yourself"
    ALREADY_SKIPPED = "already_skipped"
    WRONG_GROUP_COUNT = "wrong_group_count"
    RUN_IS_FULL = "run_is_full"
    IRREGULAR_GROUP = "irregular_group"
    TOO_MANY_COPIES = "too_many_copies"
    # cards that do not fit
    NOT_ONE_NUMBER = "not_one_number"
    NOT_ONE_COLOR = "not_one_color"
    NOT_ODD = "not_odd"
    NOT_EVEN = "not_even"
    NOT_CONSECUTIVE = "not_consecutive"
    NOT_PAIRS = "not_pairs"
    WRONG_NUMBER = "wrong_number"
    WRONG_COLOR = "wrong_color"
    NOT_AT_AN_END = "not_at_an_end"
    # the number of cards
    TOO_FEW_CARDS = "too_few_cards"
    OVERSIZED_GROUP = "oversized_group"
    NO_NUMBER_CARD = "no_number_card"
    TOO_MANY_CARDS = "too_many_cards"
    # the tally of a round
    NOBODY_WENT_OUT = "nobody_went_out"
    SEVERAL_WENT_OUT = "several_went_out"
    WENT_OUT_WITHOUT_PHASE = "went_out_without_phase"
    WENT_OUT_WITH_CARDS = "went_out_with_cards"
    MUST_LAY_DOWN = "must_lay_down"
    WRONG_CARD_COUNT = "wrong_card_count"
    POINTS_NOT_MULTIPLE_OF_5 = "points_not_multiple_of_5"
    POINTS_NOT_POSSIBLE = "points_not_possible"
    LAID_DOWN_UNKNOWN = "laid_down_unknown"


_RANK = {code: rank for rank, code in enumerate(RuleCode)}


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """One thing that is wrong with a play or a tally.

    `group` is the index in the list of groups to lay down, None if the problem concerns the
    whole play; `player` is set in a tally only. `rule` is the section of the rulebook.
    """

    code: RuleCode
    text: Text
    rule: str
    group: int | None = None
    cards: tuple[Card, ...] = ()
    player: str | None = None

    @property
    def message(self) -> str:
        """The text in English."""
        return self.text.render()


def most_telling_first(problems: Iterable[RuleProblem]) -> tuple[RuleProblem, ...]:
    """Sort problems by code, then by group; the sort is stable."""
    return tuple(
        sorted(problems, key=lambda p: (_RANK[p.code], -1 if p.group is None else p.group))
    )

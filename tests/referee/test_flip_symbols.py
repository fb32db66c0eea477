"""At most one of the copies of a card bears the Flip symbol (rulebook, section 1)."""

from __future__ import annotations

import pytest

from referee.editions import EDITIONS
from referee.kinds import KINDS, KindName, parse_phase
from referee.plays import LaidGroup, LayDown
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleCode
from referee.rulings.table_plays import rule_discard, rule_hit, rule_lay_down
from referee.solver.hand_problems import hand_problems
from referee.solver.targets import Target
from referee.table import Seating
from referee.tally import TallyEntry, check_tally

from . import oracle
from .states import table_after
from .test_codes import cards_of, codes

FLIP = EDITIONS["flip"]
SET, COLOR = KINDS[KindName.SET], KINDS[KindName.COLOR]
ONE_RED_FIVE = "Only one red 5 in the deck bears the Flip symbol, not two."


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("R5! R5!", False),
        ("R5! R5", True),
        ("R5 R5", True),
        ("W5! W5! W5", False),
        ("W5! W5 W5", True),
        ("W*! W*! W5", False),
        ("W*!=5 W*! W5", False),
        ("W*! W* W5!", True),
    ],
)
def test_a_phase_has_one_symbol_of_a_card(cards: str, legal: bool) -> None:
    phase = parse_phase("set 2")
    verdict = check_phase(FLIP, phase, [cards_of(cards)])
    assert verdict.is_legal is legal
    assert verdict.is_legal is oracle.phase_is_legal("flip", [("set", 2)], [cards.split()])
    if not legal:
        assert codes(verdict.problems) == [RuleCode.TOO_MANY_COPIES]


def test_it_is_counted_over_all_groups_of_a_phase() -> None:
    verdict = check_phase(
        FLIP, parse_phase("set 2 + set 2"), [cards_of("R5! B5"), cards_of("R5! G5")]
    )
    assert [problem.message for problem in verdict.problems] == [
        f"{ONE_RED_FIVE} Without the Flip symbol, the red 5 would do."
    ]
    assert verdict.problems[0].rule == "1"
    assert verdict.problems[0].cards == cards_of("R5! R5!")


@pytest.mark.parametrize(
    ("target", "cards", "elsewhere", "legal"),
    [
        ("G5 R5!", "R5!", "", False),
        ("G5 R5!", "R5", "", True),
        ("G5 Y5", "R5! R5!", "", False),
        ("G5 Y5", "R5!", "R5! R6", False),
        ("G5 Y5", "R5!", "R5 R6", True),
        ("W5 W*!", "W*!", "", False),
        ("W9 Y9", "W9", "W9! W9!", True),  # the table overruled the second one
    ],
)
def test_a_hit_counts_the_symbols_on_the_table(
    target: str, cards: str, elsewhere: str, legal: bool
) -> None:
    verdict = check_hit(FLIP, SET, cards_of(target), cards_of(cards), elsewhere=cards_of(elsewhere))
    assert verdict.is_legal is legal
    if not elsewhere:
        assert oracle.hit_is_legal("flip", "set", target.split(), cards.split()) is legal
    if not legal:
        assert codes(verdict.problems) == [RuleCode.TOO_MANY_COPIES]


def test_the_symbols_of_a_hand_are_counted_with_those_seen() -> None:
    table = [Target(COLOR, cards_of("R5! R7"))]
    for problems in (
        hand_problems(FLIP, cards_of("R5! R5!")),
        hand_problems(FLIP, cards_of("R5!"), table),
        hand_problems(FLIP, cards_of("R5!"), seen=cards_of("R5!")),
    ):
        assert [problem.message for problem in problems] == [ONE_RED_FIVE]
    assert not hand_problems(FLIP, cards_of("R5"), table)


def test_the_symbols_of_all_hands_of_a_tally_are_counted_together() -> None:
    north = TallyEntry("North", phase=1, went_out=True)
    east = TallyEntry("East", phase=8, cards=cards_of("R5! R6"))
    south = TallyEntry("South", phase=8, cards=cards_of("R5! R7"))
    verdict = check_tally(FLIP, FLIP.phases, [north, east, south])
    assert [problem.message for problem in verdict.problems] == [ONE_RED_FIVE]
    plain = TallyEntry("South", phase=8, cards=cards_of("R5 R7"))
    assert check_tally(FLIP, FLIP.phases, [north, east, plain]).is_legal


def test_the_live_table_counts_the_symbols_in_front_of_everybody() -> None:
    phase = parse_phase("set 2")
    seating = Seating(FLIP, (0, 1), {0: phase, 1: phase}, {}, 0)
    laid = LaidGroup("g", KindName.SET, cards_of("R5! G5"))
    table = table_after(seating, [LayDown(0, (laid,))])
    again = [
        rule_lay_down(table, 1, [cards_of("R5! B5")]),
        rule_hit(table, 0, table.groups[0], cards_of("R5!")),
        rule_discard(table, 0, cards_of("R5!")[0]),
    ]
    for ruling in again:
        (problem,) = ruling.problems
        assert problem.message.startswith(ONE_RED_FIVE)

"""Every problem code: a play that has it, and the nearest one that is legal."""

from __future__ import annotations

from typing import Any

import pytest

from referee.cards import parse_card
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, parse_phase
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleCode, RuleProblem
from referee.tally import TallyEntry, check_tally

from .test_plays import PLAYS

# edition, phase (a number or in words), illegal groups, the nearest legal ones, house rules
LAY_DOWNS: dict[RuleCode, tuple[Any, ...]] = {
    RuleCode.WRONG_GROUP_COUNT: ("classic", 1, ["R3 B3 G3"], ["R3 B3 G3", "R4 B4 G4"]),
    RuleCode.TOO_FEW_CARDS: ("classic", 4, ["R3 R4 R5 R6 R7 R8"], ["R3 R4 R5 R6 R7 R8 W"]),
    RuleCode.TOO_MANY_CARDS: (
        "express",
        1,
        ["R1 R3 R5 R7 R9 R11 G1"],
        ["R1 R3 R5 R7 R9 R11"],
    ),
    RuleCode.OVERSIZED_GROUP: (
        "classic",
        1,
        ["R3 B3 G3 Y3", "R4 B4 G4"],
        ["R3 B3 G3", "R4 B4 G4"],
        HouseRules(oversize_groups=False),
    ),
    RuleCode.NOT_ONE_NUMBER: ("classic", 1, ["R3 B3 G4", "R4 B4 W"], ["R3 B3 G3", "R4 B4 W"]),
    RuleCode.NOT_CONSECUTIVE: ("express", 6, ["R3 B4 G5 Y7"], ["R3 B4 G5 Y6"]),
    RuleCode.NOT_ONE_COLOR: ("express", 10, ["R3 R4 R9 G1"], ["R3 R4 R9 R1"]),
    RuleCode.NOT_ODD: ("express", 1, ["R1 G1 B1 Y2"], ["R1 G1 B1 Y3"]),
    RuleCode.NOT_EVEN: ("express", 9, ["R2 G4 B6 Y7"], ["R2 G4 B6 Y8"]),
    RuleCode.NOT_PAIRS: ("express", 4, ["R6 G6 B7 B8"], ["R6 G6 B7 G7"]),
    RuleCode.SKIP_IN_GROUP: ("express", 5, ["R6 G6 S"], ["R6 G6 W"]),
    RuleCode.NO_NUMBER_CARD: ("flip", 1, ["W* W*", "W* W*"], ["W* W*", "W* W4"]),
    RuleCode.MIXED_SIDES: ("flip", 2, ["R3 R4", "R5 W5"], ["R3 R4", "R5 B5"]),
    RuleCode.TOO_MANY_COPIES: ("express", 5, ["R6 R6 G6"], ["R6 B6 G6"]),
    RuleCode.BAD_DECLARATION: ("flip", 2, ["R3 R*=B4", "R5 B5"], ["R3 R*=4", "R5 B5"]),
}

# edition, kind, target, illegal cards, the nearest legal ones, more
HITS: dict[RuleCode, tuple[Any, ...]] = {
    RuleCode.PHASE_NOT_LAID: ("classic", "set", "R3 B3 G3", "Y3", "Y3", {"phase_laid": False}),
    RuleCode.WRONG_NUMBER: ("classic", "set", "R3 B3 G3", "Y4", "Y3"),
    RuleCode.WRONG_COLOR: ("flip", "color_run", "R4 W5 W6", "G7", "R7"),
    RuleCode.NOT_AT_AN_END: ("classic", "run", "R4 W R6", "R8", "R7 R8"),
    RuleCode.RUN_IS_FULL: (
        "classic",
        "run",
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12",
        "W",
        None,
    ),
    RuleCode.SKIP_IN_GROUP: ("classic", "set", "R3 B3 G3", "S", "W"),
    RuleCode.BAD_DECLARATION: ("flip", "set", "R3 B3 G3", "W3=4", "W3=G"),
    RuleCode.MIXED_SIDES: ("flip", "set", "R3 W3", "B3 W3", "B3 R*"),
    RuleCode.NOT_ODD: ("express", "odd", "R3 B5", "R4", "R5"),
    RuleCode.NOT_EVEN: ("express", "even_run", "R2 B4", "R5", "R6"),
    RuleCode.NOT_PAIRS: ("express", "pair_run", "R6 B6 G7 Y7", "R8", "R8 W"),
    RuleCode.TOO_MANY_COPIES: ("express", "set", "R6 B6 G6", "R6", "Y6"),
    RuleCode.TOO_MANY_CARDS: (
        "express",
        "color",
        "R1 R2",
        "R3 R4 R5 R6 R7 R8 R9",
        "R3 R4 R5 R6 R7 R8",
    ),
}

NORTH = TallyEntry("North", phase=1, went_out=True)
EAST = TallyEntry("East", phase=6, points=15)


def cards_of(text: str) -> tuple[Any, ...]:
    return tuple(map(parse_card, text.split()))


TALLIES: dict[RuleCode, tuple[list[TallyEntry], list[TallyEntry]]] = {
    RuleCode.POINTS_NOT_MULTIPLE_OF_5: ([NORTH, TallyEntry("East", 6, points=16)], [NORTH, EAST]),
    RuleCode.POINTS_NOT_POSSIBLE: ([NORTH, TallyEntry("East", 6, points=20)], [NORTH, EAST]),
    RuleCode.LAID_DOWN_UNKNOWN: (
        [NORTH, TallyEntry("East", 9, points=50)],
        [NORTH, TallyEntry("East", 9, points=50, laid_down=True)],
    ),
    RuleCode.NOBODY_WENT_OUT: ([TallyEntry("North", 1, points=5), EAST], [NORTH, EAST]),
    RuleCode.SEVERAL_WENT_OUT: ([NORTH, TallyEntry("East", 6, went_out=True)], [NORTH, EAST]),
    RuleCode.WENT_OUT_WITHOUT_PHASE: (
        [TallyEntry("North", 1, laid_down=False, went_out=True), EAST],
        [TallyEntry("North", 1, laid_down=True, went_out=True), EAST],
    ),
    RuleCode.WENT_OUT_WITH_CARDS: (
        [TallyEntry("North", 1, points=5, went_out=True), EAST],
        [NORTH, EAST],
    ),
    RuleCode.WRONG_CARD_COUNT: (
        [NORTH, TallyEntry("East", 6, cards=cards_of("R1 R2"))],
        [NORTH, TallyEntry("East", 6, cards=cards_of("R1"))],
    ),
    RuleCode.WRONG_PHASE: (
        [NORTH, TallyEntry("East", 11, points=50)],
        [NORTH, TallyEntry("East", 10, points=10)],
    ),
    RuleCode.TOO_MANY_COPIES: (
        [NORTH, *(TallyEntry(name, 1, points=220) for name in ("East", "South"))],
        [NORTH, TallyEntry("East", 1, points=220), TallyEntry("South", 1, points=120)],
    ),
    RuleCode.MIXED_SIDES: (
        [
            NORTH,
            TallyEntry("East", 1, cards=cards_of("R1")),
            TallyEntry("South", 1, cards=cards_of("W1")),
        ],
        [
            NORTH,
            TallyEntry("East", 1, cards=cards_of("R1")),
            TallyEntry("South", 1, cards=cards_of("R2")),
        ],
    ),
}


def test_every_code_has_its_plays() -> None:
    in_hand = RuleCode.MUST_LAY_DOWN  # see test_must_lay_down.py
    assert {*LAY_DOWNS, *HITS, *TALLIES, *PLAYS, in_hand} == set(RuleCode)


def codes(problems: tuple[RuleProblem, ...]) -> list[RuleCode]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize("code", LAY_DOWNS, ids=str)
def test_a_lay_down_has_just_this_problem_and_its_neighbour_none(code: RuleCode) -> None:
    slug, asked, illegal, legal, *rest = LAY_DOWNS[code]
    edition = EDITIONS[slug]
    phase: Phase = edition.phases[asked - 1] if isinstance(asked, int) else parse_phase(asked)
    rules = rest[0] if rest else HouseRules()
    verdict = check_phase(edition, phase, [cards_of(group) for group in illegal], rules)
    assert codes(verdict.problems) == [code]
    assert not verdict.is_legal
    assert not verdict.groups
    verdict = check_phase(edition, phase, [cards_of(group) for group in legal], rules)
    assert verdict.is_legal, verdict.problems


def test_a_number_card_in_every_group_is_a_house_rule() -> None:
    classic = EDITIONS["classic"]
    groups = [cards_of("R3 B3 W"), cards_of("W W W")]
    rules = HouseRules(number_card_per_group=True)
    verdict = check_phase(classic, classic.phases[0], groups, rules)
    assert [(p.code, p.group) for p in verdict.problems] == [(RuleCode.NO_NUMBER_CARD, 1)]
    assert check_phase(classic, classic.phases[0], groups).is_legal


@pytest.mark.parametrize("code", HITS, ids=str)
def test_a_hit_has_just_this_problem_and_its_neighbour_none(code: RuleCode) -> None:
    slug, kind_name, target, illegal, legal, *rest = HITS[code]
    edition, kind = EDITIONS[slug], KINDS[KindName(kind_name)]
    more = rest[0] if rest else {}
    verdict = check_hit(edition, kind, cards_of(target), cards_of(illegal), **more)
    assert codes(verdict.problems) == [code]
    assert not verdict.is_legal
    assert verdict.target is None
    if legal is not None:
        verdict = check_hit(edition, kind, cards_of(target), cards_of(legal))
        assert verdict.is_legal, verdict.problems


@pytest.mark.parametrize("code", TALLIES, ids=str)
def test_a_tally_has_just_this_problem_and_its_neighbour_none(code: RuleCode) -> None:
    illegal, legal = TALLIES[code]
    edition = EDITIONS["flip" if code is RuleCode.MIXED_SIDES else "classic"]
    verdict = check_tally(edition, edition.phases, illegal)
    assert codes(verdict.problems) == [code]
    assert not verdict.is_legal
    verdict = check_tally(edition, edition.phases, legal)
    assert verdict.is_legal, verdict.problems
    assert all(line.laid_down is not None for line in verdict.lines)


def test_every_problem_is_reported_the_most_telling_first() -> None:
    flip = EDITIONS["flip"]
    groups = [cards_of("R3 R*=B4 G9"), cards_of("W7 W8"), cards_of("R1 R1 R1")]
    verdict = check_phase(flip, flip.phases[3], groups)
    assert codes(verdict.problems) == [
        RuleCode.BAD_DECLARATION,
        RuleCode.MIXED_SIDES,
        RuleCode.WRONG_GROUP_COUNT,
        RuleCode.TOO_MANY_COPIES,
        RuleCode.TOO_FEW_CARDS,
    ]

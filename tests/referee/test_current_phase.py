"""At the table, whoever lays down something else is told first which Phase they are on (3.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.editions import EDITIONS
from referee.kinds import parse_phase
from referee.plays import LaidGroup, LayDown
from referee.rulings.problems import RuleCode
from referee.rulings.table_plays import PlayVerdict, rule_lay_down
from referee.table import Table, new_table

from .states import table_after
from .test_messages import told
from .test_table import cards_of, seat_them

BEN = 1


def on_phase(number: int, edition: str = "classic", **rules: bool) -> Table:
    """Ben is on this Phase of the edition's ten."""
    phases = EDITIONS[edition].phases
    seating = seat_them(edition, phase=number, starter=BEN, **rules)
    return new_table(replace(seating, game_phases=phases, numbers={BEN: number}))


def lay(table: Table, *groups: str) -> PlayVerdict:
    return rule_lay_down(table, BEN, list(map(cards_of, groups)))


SET_OF_3, RUN_OF_4 = "R3 G3 B3", "R4 G5 B6 Y7"
SET_AND_RUN = (SET_OF_3, RUN_OF_4)
RUN_OF_7 = "R1 G2 B3 Y4 R5 G6 B7"


@pytest.mark.parametrize(("edition", "number", "cards", "message"), told("other_phase"))
def test_another_phase_is_told_apart_first(
    edition: str, number: str, cards: str, message: str
) -> None:
    ruling = lay(on_phase(int(number), edition), *cards.split(" / "))
    first, *rest = ruling.problems
    assert (first.code, first.rule, first.group) == (RuleCode.WRONG_PHASE, "3.8", None)
    assert first.message == message
    # What is wrong with the groups comes after it.
    assert rest
    assert RuleCode.WRONG_PHASE not in {problem.code for problem in rest}


def test_house_rules_say_which_phase_it_is() -> None:
    fours = ("R3 G3 B3 Y3", "R4 G4 B4 Y4")
    assert lay(on_phase(1), *fours).is_legal
    codes = [problem.code for problem in lay(on_phase(1, oversize_groups=False), *fours).problems]
    assert codes == [RuleCode.WRONG_PHASE, RuleCode.OVERSIZED_GROUP, RuleCode.OVERSIZED_GROUP]


def test_a_wrong_number_of_groups_is_told_with_the_phase() -> None:
    (problem,) = lay(on_phase(1), SET_OF_3).problems
    assert problem.code is RuleCode.WRONG_GROUP_COUNT
    assert problem.message == (
        "Ben is on Phase 1, which has 2 groups (set of 3 + set of 3), not 1."
    )
    problem = lay(on_phase(4), SET_OF_3, "R5 G5").problems[0]
    assert problem.message == "Ben is on Phase 4, which has 1 group (run of 7), not 2."
    (problem,) = lay(on_phase(1), SET_OF_3, "R5 G5 B5", "Y9").problems
    assert problem.message == (
        "Ben is on Phase 1, which has 2 groups (set of 3 + set of 3), not 3. "
        "Without the yellow 9, the rest would do."
    )


def test_a_group_of_a_kind_that_another_phase_asks_for_is_told_with_the_phase() -> None:
    problem, *_ = lay(on_phase(1), SET_OF_3, "R4 G5 B6").problems
    assert problem.code is RuleCode.NOT_ONE_NUMBER
    said = "Ben is on Phase 1 (set of 3 + set of 3). "
    assert problem.message.startswith(said)
    # The rest is what is told where nobody knows the number.
    unnumbered = new_table(seat_them("classic", phase=1, starter=BEN))
    plain = lay(unnumbered, SET_OF_3, "R4 G5 B6")
    assert problem.message == said + plain.problems[0].message
    assert [p.code for p in plain.problems] == [
        p.code for p in lay(on_phase(1), SET_OF_3, "R4 G5 B6").problems
    ]


@pytest.mark.parametrize(
    ("number", "groups", "code"),
    [
        (1, (SET_OF_3, "R4 G4 B5"), RuleCode.NOT_ONE_NUMBER),
        (1, (SET_OF_3, "R4 G4"), RuleCode.TOO_FEW_CARDS),
        (2, (SET_OF_3, "R4 G5 B6 Y8"), RuleCode.NOT_CONSECUTIVE),
        (2, (SET_OF_3, "R4 R5 R6 R8"), RuleCode.NOT_CONSECUTIVE),  # of one color by chance
        (1, (SET_OF_3, "R4 G4 S"), RuleCode.SKIP_IN_GROUP),
        (1, ("R3 R3 R3", "R4 G4 B4"), RuleCode.TOO_MANY_COPIES),
    ],
)
def test_a_slip_in_the_right_phase_is_told_as_it_is(
    number: int, groups: tuple[str, ...], code: RuleCode
) -> None:
    table = on_phase(number)
    ruling = lay(table, *groups)
    assert ruling.problems[0].code is code
    unnumbered = new_table(replace(table.seating, numbers={}))
    assert ruling.problems == lay(unnumbered, *groups).problems


def test_cards_that_lie_elsewhere_make_it_no_other_phase() -> None:
    """Even if the game has the same Phase twice."""
    phase = parse_phase("set 3")
    seating = seat_them("classic", starter=BEN)
    seating = replace(
        seating,
        phases=dict.fromkeys(seating.seats, phase),
        game_phases=(phase, phase),
        numbers={BEN: 1},
    )
    laid = LayDown(0, (LaidGroup("a", phase[0].kind.name, cards_of("R3 R3 B3")),))
    ruling = lay(table_after(seating, [laid]), "R3 G3 Y3")
    assert [problem.code for problem in ruling.problems] == [RuleCode.TOO_MANY_COPIES]


def test_whoever_has_laid_down_is_told_that_and_not_the_phase() -> None:
    table = on_phase(1)
    kind = table.seating.phases[BEN][0].kind.name
    laid = LayDown(BEN, (LaidGroup("a", kind, cards_of("R9 G9 B9")),))
    codes = [p.code for p in lay(table_after(table.seating, [laid]), *SET_AND_RUN).problems]
    assert codes[0] is RuleCode.ALREADY_LAID_DOWN
    assert RuleCode.WRONG_PHASE not in codes


def test_whose_turn_it_is_comes_before_the_phase() -> None:
    table = on_phase(1)
    table = new_table(replace(table.seating, starter=0))
    codes = [problem.code for problem in lay(table, *SET_AND_RUN).problems]
    assert codes[:2] == [RuleCode.NOT_YOUR_TURN, RuleCode.WRONG_PHASE]

"""What an analysis says of single hands, what holds for all of them, and its limits."""

from __future__ import annotations

import random

import pytest

from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, parse_phase
from referee.solver.analysis import analyse
from referee.solver.targets import Target
from tests.sampling import sampled

from . import oracle
from .test_codes import cards_of
from .test_hand_best import Question, ask, phase_of, target_of
from .test_hand_missing import outs_of, random_hand, random_phase

# --- What holds for every hand ----------------------------------------------------------


def test_the_order_of_cards_and_groups_changes_nothing() -> None:
    chance = random.Random("order")
    for _ in range(sampled(200)):
        edition = chance.choice(sorted(oracle.EDITIONS))
        asked = random_phase(chance, edition)
        hand = random_hand(chance, edition, asked)
        q = Question(edition, asked, hand, [], False, HouseRules())
        first = ask(q)
        for _again in range(3):
            chance.shuffle(hand)
            assert ask(q) == first


def test_flip_symbols_change_nothing_but_themselves() -> None:
    flip = EDITIONS["flip"]
    plain = cards_of("B2 B3 R5 G5 Y5 R9 R10")
    marked = cards_of("B2! B3 R5! G5 Y5 R9 R10")
    one = analyse(flip, flip.phases[2], plain)
    other = analyse(flip, flip.phases[2], marked)
    assert [standing.low for standing in one.groups] == [standing.low for standing in other.groups]
    assert one.points == other.points


def test_what_was_seen_is_no_out() -> None:
    express = EDITIONS["express"]
    hand = cards_of("R3 G3 B8 S Y9")
    table = [Target(KINDS[KindName.SET], tuple(cards_of("B3 W")))]
    seen = cards_of("W R1")
    found = analyse(express, express.phases[4], hand, table=table, seen=seen)
    assert outs_of(found) == {"Y3": 1, "W": 1}
    assert found.unseen.total() == 54 - 5 - 2 - 2
    assert found.chance == pytest.approx(2 / 45)
    everything = cards_of("W W Y3")
    found = analyse(express, express.phases[4], hand, table=table, seen=everything)
    assert found.missing == 1
    assert not found.outs
    assert found.chance == 0
    assert found.message == (
        "You need one more card for your Phase (set of 3), but none that would do is left."
    )


def test_the_other_side_of_the_cards_is_not_counted() -> None:
    flip = EDITIONS["flip"]
    hand = cards_of("W1 W1 W3 W5 W7 W9 W11 W12 W12 W4")
    table = [Target(KINDS[KindName.SET], tuple(cards_of("R3 B3")))]
    assert analyse(flip, flip.phases[8], hand, table=table).unseen.total() == 104 - 10


def test_a_turn_with_the_phase_down() -> None:
    classic = EDITIONS["classic"]
    hand = cards_of("R8 W G12 S")
    table = [Target(KINDS[KindName.RUN], tuple(cards_of("R4 G5 B6 Y7")))]
    found = analyse(classic, classic.phases[1], hand, table=table, phase_laid=True)
    assert (found.can_lay_down, found.missing, found.outs) == (False, 0, {})
    assert [(str(hit.card), hit.group, hit.own) for hit in found.hits] == [
        ("R8", 0, False),
        ("W", 0, False),
    ]
    assert not found.can_go_out
    assert [str(card) for card in found.left] == ["G12", "S"]
    assert found.message == (
        "You can hit with a red 8 and a Wild. "
        "Before the discard you are left with a green 12 and a Skip: 25 points."
    )


def test_hits_are_named_as_they_are_held() -> None:
    """Which of two red fives bears the Flip symbol matters to the one who plays it."""
    flip = EDITIONS["flip"]
    table = [Target(KINDS[KindName.SET], tuple(cards_of("G5 Y5")))]
    for hand, named in (("R5! B2 Y1", ["R5!"]), ("R5 R5! B2 Y1", ["R5", "R5!"])):
        found = analyse(flip, flip.phases[1], cards_of(hand), table=table, phase_laid=True)
        assert [str(hit.card) for hit in found.hits] == named


def test_going_out_may_take_another_way_than_the_fewest_points() -> None:
    """Two cheap cards are fewer points than a Skip, but they are two cards."""
    classic = EDITIONS["classic"]
    hand = cards_of("R5 G5 B5 R6 G6 B6 S W")
    found = analyse(classic, classic.phases[0], hand)
    assert found.can_go_out
    assert found.going_out is not None
    assert [play.action for play in found.going_out] == [
        "lay_down", "lay_down", "hit", "discard",
    ]  # fmt: skip


def test_a_phase_that_takes_the_whole_hand_goes_out_on_no_account() -> None:
    express = EDITIONS["express"]
    hand = cards_of("R1 G1 B1 R2 G2 B2")
    found = analyse(express, phase_of([("set", 3), ("set", 3)]), hand)
    assert found.can_lay_down
    assert not found.can_go_out
    assert found.left == ()


def test_of_two_cards_of_a_number_the_one_without_another_place_is_laid_down() -> None:
    """The yellow cards on the table take the yellow 11 anyway, the odd run takes just one."""
    table = [("color", ["Y12", "Y9"]), ("odd_run", ["Y5", "Y7", "G9"])]
    found = analyse(
        EDITIONS["express"],
        phase_of([("pair_run", 2)]),
        cards_of("G11 W Y11 B5"),
        table=[target_of(kind, cards) for kind, cards in table],
    )
    assert found.left == ()
    assert [[str(card) for card in group.cards] for group in found.groups] == [["B5", "W=5"]]


# --- Limits -----------------------------------------------------------------------------


def test_a_search_cut_short_says_so() -> None:
    classic = EDITIONS["classic"]
    hand = cards_of("R1 G2 B3 Y4 R5 G6 B7 Y8 R9 W W")
    found = analyse(classic, classic.phases[1], hand, work_limit=1)
    assert "groups" in found.unproven
    hand = cards_of("R1 G2 B3 Y4 R5 G7 B9 Y11 R12 W S")
    found = analyse(classic, classic.phases[9], hand, work_limit=1)
    assert found.missing is None
    assert {"missing", "outs", "can_lay_down"} <= found.unproven


# Hands with the most possibilities: Wilds, one number, many groups.
HARDEST = (
    ("classic", "set 2 + set 2 + set 2 + set 2", "R1 G3 B5 W W W W W W W W"),
    ("classic", "set 2 + run 3 + set 2 + run 3", "R1 G3 B5 W W W W W W W W"),
    ("classic", "color_run 2 + color_run 2 + color_run 2 + color_run 3", "R1 G3 B5 W W W W W W W"),
    ("classic", "color_run 2 + set 2 + run 3 + color 3", "R1 R2 G2 B2 Y3 R4 W W W W S"),
    ("classic", "odd_run 2 + even_run 2 + pair_run 2", "R1 G3 B5 Y7 R9 W W W W W W"),
    ("classic", "pair_run 2 + pair_run 4", "R1 G1 B1 Y1 R3 W W W W W S"),
    ("classic", "set 3 + set 3 + set 3", "R7 R7 G7 G7 B7 B7 Y7 Y7 R8 W W"),
    ("classic", "run 3 + run 3 + run 3", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"),
    ("flip", "run 2 + run 2 + run 3 + run 3", "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W*"),
    ("flip", "color_run 2 + set 2 + color_run 2 + set 2", "R1 R2 G2 G3 B3 B4 Y4 Y5 R* G* B*"),
    ("flip", "color 2 + color 2 + color 2 + odd 3", "R1 R2 G2 G3 B3 B4 Y4 Y5 R* G* B*"),
    ("flip", "set 2 + set 2 + color_run 3 + color_run 3", "R1 R2 G1 G2 B1 B2 Y1 Y2 R12 G12 B12"),
)


@pytest.mark.parametrize(("edition", "phase", "hand"), HARDEST)
def test_the_search_of_the_hardest_hands_comes_to_its_end(
    edition: str, phase: str, hand: str
) -> None:
    assert not analyse(EDITIONS[edition], parse_phase(phase), cards_of(hand)).unproven

"""Ruling on plays with all that lies on the table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.cards import Card, parse_card
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Requirement
from referee.plays import Discard, Flip, Hit, LayDown, Note, Pile, TablePlay
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleCode
from referee.rulings.table_plays import (
    PlayVerdict,
    rule_discard,
    rule_draw,
    rule_hit,
    rule_lay_down,
    rule_play,
)
from referee.table import Seating, Table, apply_play, new_table
from tests.sampling import sampled

from .states import table_after
from .test_agreement import likely_group, sides, some_card
from .test_table import NAMES, cards_of, seat_them, waiting

Ask = Callable[[Table], PlayVerdict]


def lay(seat: int, *groups: str, goes_out: bool = False) -> Ask:
    return lambda table: rule_lay_down(table, seat, list(map(cards_of, groups)), goes_out=goes_out)


def hit(seat: int, group: str, cards: str, *, goes_out: bool = False) -> Ask:
    def ask(table: Table) -> PlayVerdict:
        found = table.group(group)
        assert found is not None
        return rule_hit(table, seat, found, cards_of(cards), goes_out=goes_out)

    return ask


def discard(seat: int | None, card: str | None, **more: Any) -> Ask:
    return lambda table: rule_discard(table, seat, parse_card(card) if card else None, **more)


def draw(seat: int, pile: Pile = Pile.DISCARD) -> Ask:
    return lambda table: rule_draw(table, seat, pile)


def overruled(ask: Ask) -> Ask:
    """The table does it all the same."""

    def do(table: Table) -> PlayVerdict:
        ruling = ask(table)
        assert not ruling.is_legal
        return PlayVerdict(ruling.play)

    return do


def do(table: Table, *asks: Ask) -> Table:
    """Make legal plays, the groups on the table being called a, b, c ..."""
    for ask in asks:
        ruling = ask(table)
        assert ruling.is_legal, ruling.problems
        assert not ruling.is_ambiguous, ruling.choices
        table = apply_play(table, named(table, ruling.play))
    return table


def named(table: Table, play: TablePlay) -> TablePlay:
    if not isinstance(play, LayDown):
        return play
    names = "abcdefghijklmnopqrstuvwxyz"[len(table.groups) :]
    return replace(
        play,
        groups=tuple(replace(g, id=id) for g, id in zip(play.groups, names, strict=False)),
    )


def codes(ruling: PlayVerdict) -> list[RuleCode]:
    return [problem.code for problem in ruling.problems]


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


LOGGED, UNLOGGED = seat_them(), seat_them(turns_logged=False)
DRAWS = replace(LOGGED, draws_logged=True)
FLIP = seat_them("flip", phase=2)
SET_LAID = lay(0, "R6 G6 B6")

# the table, what was played before, an illegal play, the nearest legal one and what was
# played before that, where it is something else
PLAYS: dict[RuleCode, tuple[Any, ...]] = {
    RuleCode.ROUND_IS_OUT: (
        LOGGED,
        [SET_LAID, discard(0, "R1", goes_out=True)],
        draw(1),
        draw(1),
        [SET_LAID, discard(0, "R1")],
    ),
    RuleCode.NOT_YOUR_TURN: (LOGGED, [discard(0, "R1")], draw(2), draw(1)),
    RuleCode.IS_SKIPPED: (
        UNLOGGED,
        [discard(0, "S", skips=1)],
        discard(1, "R1"),
        discard(2, "R1"),
    ),
    RuleCode.ALREADY_LAID_DOWN: (LOGGED, [SET_LAID], lay(0, "R7 G7 B7"), hit(0, "a", "Y6")),
    RuleCode.WRONG_SIDE: (FLIP, [discard(0, "R5!")], discard(1, "R7"), discard(1, "W7")),
    RuleCode.SKIP_IS_NOT_DRAWN: (
        LOGGED,
        [discard(0, "S", skips=1)],
        draw(2),
        draw(1),
        [discard(0, "S", skips=2)],
    ),
    RuleCode.ALREADY_DRAWN: (LOGGED, [draw(0)], draw(0), discard(0, "R1")),
    RuleCode.NOT_DRAWN: (DRAWS, [], SET_LAID, SET_LAID, [draw(0, Pile.DRAW)]),
    RuleCode.SKIP_ON_YOURSELF: (LOGGED, [], discard(0, "S", skips=0), discard(0, "S", skips=1)),
    RuleCode.ALREADY_SKIPPED: (
        LOGGED,
        [discard(0, "S", skips=2)],
        discard(1, "S", skips=2),
        discard(1, "S", skips=0),
    ),
    RuleCode.IRREGULAR_GROUP: (
        LOGGED,
        [overruled(lay(0, "R6 G6 B7"))],
        hit(0, "a", "Y6"),
        hit(0, "a", "Y6"),
        [SET_LAID],
    ),
    # codes that the cards alone can have, here for what else is on the table
    RuleCode.PHASE_NOT_LAID: (
        LOGGED,
        [SET_LAID, discard(0, "R1")],
        hit(1, "a", "Y6"),
        hit(1, "a", "Y6"),
        [SET_LAID, discard(0, "R1"), lay(1, "R7 G7 B7")],
    ),
    RuleCode.TOO_MANY_COPIES: (
        LOGGED,
        [lay(0, "R6 G6 W"), discard(0, "R1")],
        lay(1, "R6 B6 Y6"),
        lay(1, "W B6 Y6"),
    ),
}


@pytest.mark.parametrize("code", PLAYS, ids=str)
def test_a_play_has_just_this_problem_and_its_neighbour_none(code: RuleCode) -> None:
    seating, before, illegal, legal, *rest = PLAYS[code]
    assert codes(illegal(do(new_table(seating), *before))) == [code]
    ruling = legal(do(new_table(seating), *(rest[0] if rest else before)))
    assert ruling.is_legal, ruling.problems


# --- turns and Skips -------------------------------------------------------------------


def test_every_play_of_a_turn_waits_for_that_turn() -> None:
    table = do(new_table(LOGGED), SET_LAID)
    for ask in (lay(1, "R7 G7 B7"), hit(1, "a", "Y6"), discard(1, "R1"), draw(1)):
        assert RuleCode.NOT_YOUR_TURN in codes(ask(table))
        # Where turns are not logged, it may be anybody's.
        assert RuleCode.NOT_YOUR_TURN not in codes(ask(do(new_table(UNLOGGED), SET_LAID)))


def test_a_phase_can_be_laid_down_and_hit_with_in_the_same_turn() -> None:
    table = do(new_table(LOGGED), draw(0), SET_LAID, hit(0, "a", "Y6"), discard(0, "R1"))
    assert table.turn == 1


@pytest.mark.parametrize("again_by", [0, 2])
def test_a_skip_whose_turn_has_passed_is_in_nobodys_way(again_by: int) -> None:
    """Nobody logged it, but who plays now plays after the turn that it cost."""
    table = do(new_table(UNLOGGED), discard(0, "S", skips=1))
    assert waiting(do(table, discard(again_by, "S", skips=1))) == {1: again_by}


def test_the_table_can_say_that_a_skip_is_spent() -> None:
    table = do(new_table(UNLOGGED), discard(0, "S", skips=1), overruled(discard(1, "R1")))
    assert discard(1, "R2")(table).is_legal


@pytest.mark.parametrize("seating", [LOGGED, UNLOGGED], ids=["logged", "unlogged"])
def test_a_skip_turned_up_is_for_the_first_player_whatever_is_said(seating: Seating) -> None:
    for skips in (None, 2):
        ruling = discard(None, "S", skips=skips)(new_table(seating))
        assert ruling.is_legal
        assert ruling.play == Discard(None, parse_card("S"), skips=0)
    table = do(new_table(seating), discard(None, "S"))
    assert not draw(0)(table).is_legal
    assert discard(1, "R1")(table).is_legal
    # The Skip lies on the pile, and is never drawn from there.
    assert codes(draw(1)(table)) == [RuleCode.SKIP_IS_NOT_DRAWN]


@pytest.mark.parametrize("turns", [True, False])
def test_a_skip_may_be_drawn_past_until_its_turn_has_passed(turns: bool) -> None:
    """In front of Ann, it is in nobody's way; then it is the top of the pile."""
    ann, ben, cleo = range(3)
    table = do(
        new_table(seat_them(starter=ben, turns_logged=turns)),
        discard(None, "R5"),
        discard(ben, "S", skips=ann),
        draw(cleo),
        discard(cleo, "G7"),
    )
    ruling = draw(ben)(table)
    assert codes(ruling) == [RuleCode.SKIP_IS_NOT_DRAWN]
    assert ruling.problems[0].message == (
        "A Skip is never drawn from the discard pile: take the top card of the draw pile."
        + ("" if turns else " If a card has been discarded since, record that first.")
    )
    # After Ben's discard, the Skip is no longer the top.
    assert draw(cleo)(do(table, discard(ben, "R1"))).is_legal


def test_what_lay_under_the_drawn_card_is_the_top_if_a_skip_is_discarded() -> None:
    table = do(new_table(seat_them(starter=1)), discard(None, "S"), discard(2, "R5"), draw(0))
    table = do(table, discard(0, "S", skips=2))
    assert codes(draw(1)(table)) == [RuleCode.SKIP_IS_NOT_DRAWN]


def test_any_other_card_turned_up_may_be_taken() -> None:
    for card in ("W", "R1", None):
        assert do(new_table(LOGGED), discard(None, card), draw(0)).pile == ()


def test_a_skip_as_the_last_card_simply_goes_out() -> None:
    """It skips nobody, so it is no matter in front of whom it was put."""
    table = do(new_table(LOGGED), discard(0, "S", skips=2), lay(1, "R7 G7 B7"))
    for skips in (None, 1, 2):
        ruling = discard(1, "S", skips=skips, goes_out=True)(table)
        assert ruling.is_legal
        assert ruling.play == Discard(1, parse_card("S"), None, goes_out=True)


def test_nobody_goes_out_by_a_discard_before_laying_down() -> None:
    ruling = discard(0, "R1", goes_out=True)(new_table(LOGGED))
    assert [(problem.code, problem.rule) for problem in ruling.problems] == [
        (RuleCode.PHASE_NOT_LAID, "5")
    ]


# --- one draw a turn -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ([draw(0)], "Ann has already drawn: only one card a turn."),
        ([draw(0), SET_LAID], "Ann has already drawn: only one card a turn."),
        (
            [SET_LAID],
            "Ann has already put cards on the table: draw before you lay down or hit.",
        ),
        (
            [SET_LAID, discard(0, "R1"), discard(1, "R2"), discard(2, "R3"), hit(0, "a", "Y6")],
            "Ann has already put cards on the table: draw before you lay down or hit.",
        ),
    ],
)
def test_a_card_is_drawn_once_and_first(before: list[Ask], message: str) -> None:
    (problem,) = draw(0)(do(new_table(LOGGED), *before)).problems
    assert (problem.code, problem.rule) == (RuleCode.ALREADY_DRAWN, "5")
    assert problem.message == message
    # Where turns are not logged, this may be another turn.
    assert draw(0)(do(new_table(UNLOGGED), *before)).is_legal


def test_in_the_next_turn_a_card_is_drawn_again() -> None:
    table = do(new_table(LOGGED), draw(0), SET_LAID, discard(0, "R1"))
    assert draw(1)(table).is_legal  # whose turn it is now
    assert draw(0)(do(table, draw(1), discard(1, "R2"), discard(2, "R3"))).is_legal
    # Between two players, a Skip brings the next turn at once.
    table = do(new_table(seat_them(players=2)), draw(0), discard(0, "S", skips=1), discard(0, "R1"))
    assert draw(1)(table).is_legal
    table = do(new_table(seat_them(players=2)), draw(0), discard(0, "S", skips=1))
    assert codes(draw(0)(table)) == [RuleCode.SKIP_IS_NOT_DRAWN]


def test_a_draw_out_of_turn_is_not_that_of_the_player_in_turn() -> None:
    table = do(new_table(LOGGED), overruled(draw(1)))
    assert draw(0)(table).is_legal
    assert codes(draw(1)(table)) == [RuleCode.NOT_YOUR_TURN, RuleCode.ALREADY_DRAWN]
    # Nor has it been drawn for the turn that comes.
    assert draw(1)(do(table, discard(0, "R1"))).is_legal


def test_a_second_draw_that_was_overruled_does_not_make_a_third_one_legal() -> None:
    table = do(new_table(LOGGED), draw(0), overruled(draw(0)))
    assert codes(draw(0)(table)) == [RuleCode.ALREADY_DRAWN]


def test_words_and_what_turned_over_are_no_draw() -> None:
    table = apply_play(apply_play(new_table(LOGGED), Note("Tea", 0)), Flip(0))
    assert draw(0)(table).is_legal


# --- sides -----------------------------------------------------------------------------


def test_both_sides_lie_in_one_group_but_every_hand_shows_one() -> None:
    table = do(new_table(FLIP), lay(0, "R3 R4", "G5 B5"), discard(0, "R5!"))
    table = do(table, lay(1, "W3 W4", "W5 W5"), hit(1, "a", "W5"))
    assert table.group("a").standing.high == 5  # type: ignore[union-attr]
    for cards in ("R6", "W6 R7"):
        (problem,) = hit(1, "a", cards)(table).problems
        assert problem.code is RuleCode.WRONG_SIDE
        assert texts(problem.cards) == [card for card in cards.split() if card[0] == "R"]


def test_cards_of_both_sides_are_told_apart_once() -> None:
    assert codes(lay(0, "R3 R4", "R5 W5")(new_table(FLIP))) == [RuleCode.MIXED_SIDES]
    assert codes(lay(0, "W3 W4", "W5 W5")(new_table(FLIP))) == [RuleCode.WRONG_SIDE]


def test_a_last_discard_is_refused_without_a_word_about_hits() -> None:
    (problem,) = discard(0, "R1", goes_out=True)(new_table(LOGGED)).problems
    assert problem.code is RuleCode.PHASE_NOT_LAID
    assert problem.message == "You can only go out after laying down your Phase."


@pytest.mark.parametrize("groups", [("R3 R4", "W5 W5"), ("W3 W4", "W5 R5")])
def test_of_cards_of_both_sides_those_that_are_not_in_play_are_wrong(
    groups: tuple[str, ...],
) -> None:
    (problem,) = lay(0, *groups)(new_table(FLIP)).problems
    assert problem.code is RuleCode.MIXED_SIDES
    assert problem.cards
    assert all(text[0] == "W" for text in texts(problem.cards))


@pytest.mark.parametrize(
    ("before", "play", "code"),
    [
        ([SET_LAID], lay(0, "R7 G7 R8"), RuleCode.ALREADY_LAID_DOWN),
        ([SET_LAID], lay(1, "R7 G7 R8"), RuleCode.NOT_YOUR_TURN),
        ([SET_LAID, discard(0, "R1")], hit(1, "a", "Y7"), RuleCode.PHASE_NOT_LAID),
    ],
)
def test_no_other_cards_are_suggested_where_none_would_do(
    before: list[Ask], play: Ask, code: RuleCode
) -> None:
    first, fault = play(do(new_table(LOGGED), *before)).problems
    assert first.code is code
    assert "would do" not in fault.message


def test_no_hand_shows_any_of_the_cards_of_the_other_side() -> None:
    (problem,) = lay(0, "W3 W4", "W5 W5")(new_table(FLIP)).problems
    assert problem.message.startswith(
        "The other side is in play, so no hand shows the wild-side 3, the wild-side 4 or "
        "the two wild-side 5s. "
    )


def test_a_turn_over_that_was_not_logged_can_be_noted() -> None:
    table = apply_play(do(new_table(FLIP), discard(0, None)), Flip(0))
    assert lay(1, "W3 W4", "W5 W5")(table).is_legal


def test_what_is_turned_up_shows_the_side_that_each_round_starts_on() -> None:
    assert codes(discard(None, "W5")(new_table(FLIP))) == [RuleCode.WRONG_SIDE]
    assert do(new_table(FLIP), discard(None, "R5!")).side == "color"


# --- the deck --------------------------------------------------------------------------


def test_the_deck_is_one_for_the_whole_table() -> None:
    classic = seat_them("classic", phase=1)
    table = do(new_table(classic), lay(0, "R3 R3 G3", "R4 B4 G4"), discard(0, "R1"))
    assert codes(lay(1, "R3 B3 G3", "R5 B5 G5")(table)) == [RuleCode.TOO_MANY_COPIES]
    table = do(table, lay(1, "Y3 B3 G3", "R5 B5 G5"))
    (problem,) = hit(1, "c", "R3")(table).problems
    assert problem.message == (
        "The deck has only two red 3s, not three. A yellow 3, a blue 3 or a Wild would do."
    )
    assert hit(1, "c", "Y3")(table).is_legal


def test_a_card_too_many_that_was_overruled_is_no_matter_elsewhere() -> None:
    table = do(new_table(LOGGED), overruled(lay(0, "R6 R6 G6")), discard(0, "R1"))
    table = do(table, lay(1, "R7 G7 B7"))
    assert hit(1, "b", "Y7")(table).is_legal


@pytest.mark.parametrize(
    ("lying", "message"),
    [
        ("R7 G7 B7", "Set of 3: 1 card is missing. A 6 or a Wild would do."),
        ("G6 B6 Y6", "Set of 3: 1 card is missing. A Wild would do."),
        ("G6 B6 Y6 W W", "Set of 3: 1 card is missing."),
    ],
)
def test_no_card_that_lies_on_the_table_would_mend_a_lay_down(lying: str, message: str) -> None:
    table = do(new_table(UNLOGGED), lay(0, lying))
    assert lay(1, "R6 W")(table).problems[0].message == message


@pytest.mark.parametrize(
    ("nines", "message"),
    [
        (
            "R9 G9 B9",
            "The red 10 does not fit: the run goes from 5 to 8. "
            "Together with a 9 or a Wild, it would fit.",
        ),
        (
            "R9 G9 B9 Y9",
            "The red 10 does not fit: the run goes from 5 to 8. "
            "Together with a Wild, it would fit.",
        ),
    ],
)
def test_no_card_that_lies_on_the_table_would_mend_a_hit(nines: str, message: str) -> None:
    phases = EDITIONS["express"].phases
    seating = replace(UNLOGGED, phases={0: phases[5], 1: phases[4]})
    table = do(new_table(seating), lay(0, "R5 R6 R7 R8"), lay(1, nines))
    assert hit(0, "a", "R10")(table).problems[0].message == message


@pytest.mark.parametrize(
    ("ask", "hint"),
    [
        (lay(1, "W3 W4", "W7"), "A wild-side 7 or a wild-side Star would do."),
        (lay(1, "R3 R4", "R7"), ""),
        (hit(0, "a", "W9"), "A wild-side 2, a wild-side 5 or a wild-side Star would do."),
        (hit(0, "a", "R9"), "A wild-side 2, a wild-side 5 or a wild-side Star would do."),
    ],
)
def test_it_suggests_cards_of_the_side_in_play(ask: Ask, hint: str) -> None:
    table = do(new_table(replace(FLIP, turns_logged=False)), lay(0, "R3 R4", "B7 G7"))
    problems = ask(apply_play(table, Flip(0))).problems
    hints = [problem.text.hint.render() for problem in problems if problem.text.hint]
    assert " ".join(hints) == hint


# --- wild cards ------------------------------------------------------------------------

RUN = seat_them(phase=6)


@pytest.mark.parametrize(
    ("before", "ask", "code"),
    [
        ([lay(0, "R4 G5 B6 Y7"), discard(0, "R1")], hit(0, "a", "W"), RuleCode.NOT_YOUR_TURN),
        ([lay(0, "R4 G5 B6 Y7"), discard(0, "R1")], hit(1, "a", "W"), RuleCode.PHASE_NOT_LAID),
        ([lay(0, "R4 G5 W Y7")], hit(0, "a", "W W W"), RuleCode.TOO_MANY_COPIES),
        ([], lay(1, "R4 W G5 B6"), RuleCode.NOT_YOUR_TURN),
    ],
)
def test_a_play_keeps_its_choices_whatever_else_is_wrong(
    before: list[Ask], ask: Ask, code: RuleCode
) -> None:
    """If the table overrules that, its player still has to say what the wild card is."""
    table = do(new_table(RUN), *before)
    ruling = ask(table)
    assert codes(ruling) == [code]
    (choice,) = ruling.choices
    assert len(choice.standings) > 1
    assert list(choice.standings) == sorted(choice.standings, key=lambda s: -(s.high or 0))
    # The play is that of the first choice.
    table = apply_play(table, ruling.play)
    assert table.groups[-1].standing == choice.standings[0]


def test_a_group_of_wild_cards_only_has_a_choice_even_where_a_number_card_is_asked() -> None:
    classic = seat_them("classic", phase=1, number_card_per_group=True)
    ruling = lay(0, "R3 B3 G3", "W W W")(new_table(classic))
    assert codes(ruling) == [RuleCode.NO_NUMBER_CARD]
    (choice,) = ruling.choices
    assert choice.group == 1
    assert {standing.number for standing in choice.standings} == set(range(1, 13))
    ruling = lay(0, "R3 B3 G3", "W=5 W W")(new_table(classic))
    assert not ruling.choices


def test_a_choice_says_what_to_play_and_in_the_place_of_which_group() -> None:
    """The groups may be given in another order than the Phase has: set of 3 + run of 4."""
    classic = new_table(seat_them("classic", phase=2))
    ruling = lay(0, "W G5 R4 B6", "R3 B3 G3")(classic)
    (choice,) = ruling.choices
    assert choice.group == 0
    for standing, cards in zip(choice.standings, choice.cards, strict=True):
        again = lay(0, " ".join(map(str, cards)), "R3 B3 G3")(classic)
        assert again.is_legal
        assert not again.is_ambiguous
        assert apply_play(classic, again.play).groups[1].standing == standing
    table = do(new_table(RUN), lay(0, "R4 G5 B6 Y7"))
    (choice,) = hit(0, "a", "R8 W")(table).choices
    for standing, cards in zip(choice.standings, choice.cards, strict=True):
        (group,) = do(table, hit(0, "a", " ".join(map(str, cards)))).groups
        assert group.standing == standing


def test_a_discard_counts_against_the_groups_and_not_against_the_pile() -> None:
    one_each = do(new_table(RUN), lay(0, "R4 G5 B6 Y7"))
    assert codes(discard(0, "R4")(one_each)) == [RuleCode.TOO_MANY_COPIES]
    # What lies on the pile may have been drawn again, which need not be logged.
    table = do(one_each, discard(0, "B4"), discard(1, "R9"))
    assert codes(discard(2, "B4")(table)) == []


def test_what_a_wild_card_stood_for_is_on_record() -> None:
    table = do(new_table(RUN), lay(0, "W G5 B6 Y7"))
    ruling = hit(0, "a", "R8 W")(table)
    assert len(ruling.choices[0].standings) == 2
    for declared, ends in [("W=9", (4, 9)), ("W=3", (3, 8))]:
        (group,) = do(table, hit(0, "a", f"R8 {declared}")).groups
        assert (group.standing.low, group.standing.high) == ends
    # Where only one place is left, that is where it lies.
    ruling = hit(0, "a", "W R9")(table)
    assert isinstance(ruling.play, Hit)
    assert texts(ruling.play.cards) == ["R9", "W=8"]


# --- overruled plays -------------------------------------------------------------------


def test_overruled_groups_lie_as_what_they_are_in_whatever_order() -> None:
    """Only the set is a card short: the run is a run, and takes its hits."""
    classic = seat_them("classic", phase=2)
    table = do(new_table(classic), overruled(lay(0, "R3 B4 G5 Y6", "R9 B9")))
    kinds = [(group.standing.kind, group.is_irregular) for group in table.groups]
    assert kinds == [(KindName.SET, False), (KindName.RUN, False)]
    assert hit(0, "b", "R7")(table).is_legal


def test_too_many_and_too_few_groups_can_be_overruled() -> None:
    for groups in (["R3 B3 G3"], ["R3 B3 G3", "R4 B4 G4", "R5 B5 G5"]):
        table = do(new_table(seat_them("classic", phase=1)), overruled(lay(0, *groups)))
        assert [group.standing.number for group in table.groups] == [3, 4, 5][: len(groups)]


def test_all_that_can_be_said_of_a_hit_on_an_irregular_group_is_said() -> None:
    table = do(new_table(LOGGED), overruled(lay(0, "R6 G6 B7")), discard(0, "R1"))
    assert codes(hit(2, "a", "S R6 R5=6")(table)) == [
        RuleCode.NOT_YOUR_TURN,
        RuleCode.PHASE_NOT_LAID,
        RuleCode.BAD_DECLARATION,
        RuleCode.SKIP_IN_GROUP,
        RuleCode.IRREGULAR_GROUP,
        RuleCode.TOO_MANY_COPIES,
    ]


@pytest.mark.parametrize("cards", ["R6", "R6 G6 B6=7", "R6 S", "R6 G6 B7"])
def test_no_overruled_group_is_too_odd_to_hit_on(cards: str) -> None:
    table = do(new_table(LOGGED), overruled(lay(0, cards)))
    assert codes(hit(0, "a", "Y6")(table)) == [RuleCode.IRREGULAR_GROUP]


PILES = pytest.mark.parametrize("pile", Pile)
PHASE_1 = {
    "classic": ("R6 G6 B6", "R7 G7 B7"),
    "flip": ("R6 R7", "G1 G2"),
    "express": ("R1 G3 B5 Y7",),
}


@PILES
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_each_play_of_a_turn_waits_for_its_draw(edition: str, pile: Pile) -> None:
    seating = replace(seat_them(edition, phase=1), draws_logged=True)
    laying = lay(0, *PHASE_1[edition])
    plays = (laying, hit(0, "a", "R8"), discard(0, "R12"), discard(0, "R12", goes_out=True))
    # Laid down in an earlier turn:
    lying = replace(do(new_table(seating), draw(0, pile), laying), this_turn=())
    assert lying.draw_due
    for play in plays:
        assert RuleCode.NOT_DRAWN in codes(play(lying)), play
        assert RuleCode.NOT_DRAWN not in codes(play(do(lying, draw(0, pile)))), play
    table = do(new_table(seating), draw(0, pile), laying, discard(0, "R12"))
    assert (table.turn, table.draw_due) == (1, True)


@PILES
def test_both_piles_together_give_one_card_a_turn(pile: Pile) -> None:
    table = do(new_table(DRAWS), draw(0, pile))
    for again in Pile:
        assert codes(draw(0, again)(table)) == [RuleCode.ALREADY_DRAWN]
        assert codes(draw(0, again)(do(table, SET_LAID))) == [RuleCode.ALREADY_DRAWN]
        assert draw(1, again)(do(table, discard(0, "R1"))).is_legal
    skipped = do(new_table(DRAWS), overruled(SET_LAID))
    assert codes(draw(0, pile)(skipped)) == [RuleCode.ALREADY_DRAWN]


def test_a_turn_without_a_draw_is_overruled_once() -> None:
    table = do(new_table(DRAWS), overruled(SET_LAID))
    assert not table.draw_due
    table = do(table, hit(0, "a", "Y6"), discard(0, "R1"))
    assert codes(discard(1, "R2")(table)) == [RuleCode.NOT_DRAWN]  # another turn
    assert do(table, overruled(discard(1, "R2"))).turn == 2


def test_whoever_does_not_play_need_not_draw() -> None:
    table = do(new_table(DRAWS), discard(None, "S"))  # turned up: Ann is skipped
    assert (table.turn, table.draw_due) == (1, True)
    # The Skip is on the pile, so the card comes from the other one.
    assert codes(draw(1)(table)) == [RuleCode.SKIP_IS_NOT_DRAWN]
    table = do(table, draw(1, Pile.DRAW), discard(1, "S", skips=2))
    assert (table.turn, table.draw_due) == (0, True)
    # Whose turn it is not is told so; that includes the draw.
    assert codes(discard(1, "R1")(table)) == [RuleCode.NOT_YOUR_TURN]
    assert do(table, overruled(draw(1, Pile.DRAW))).draw_due


def test_no_draw_is_missed_where_draws_or_turns_are_not_logged() -> None:
    for seating in (LOGGED, UNLOGGED, replace(UNLOGGED, draws_logged=True)):
        table = do(new_table(seating), SET_LAID, discard(0, "R1"))
        assert not table.draw_due
        assert draw(1, Pile.DRAW)(table).is_legal


def test_a_card_from_the_draw_pile_leaves_the_discard_pile_as_it_is() -> None:
    table = do(new_table(DRAWS), discard(None, "R5"), draw(0, Pile.DRAW))
    assert texts([card for card in table.pile if card]) == ["R5"]


def test_a_lay_down_rests_on_the_draw_before_it() -> None:
    play = SET_LAID(do(new_table(DRAWS), draw(0, Pile.DRAW))).play
    again = rule_play(new_table(DRAWS), play)
    assert again is not None
    assert codes(again) == [RuleCode.NOT_DRAWN]


# --- ruling again ----------------------------------------------------------------------


def test_a_play_that_rests_on_another_falls_with_it() -> None:
    table = do(new_table(RUN), lay(0, "R4 G5 B6 Y7"))
    play = hit(0, "a", "R9")(do(table, hit(0, "a", "R8"))).play
    again = rule_play(table, play)
    assert again is not None
    assert codes(again) == [RuleCode.NOT_AT_AN_END]
    assert rule_play(new_table(RUN), play) is None


def test_a_discard_rests_on_the_turns_before() -> None:
    play = discard(1, "R1")(do(new_table(LOGGED), discard(0, "R2"))).play
    again = rule_play(new_table(LOGGED), play)
    assert again is not None
    assert codes(again) == [RuleCode.NOT_YOUR_TURN]


@pytest.mark.parametrize("play", [Flip(1), Flip(), Note("Tea", 1)])
def test_words_and_what_turned_over_rest_on_nothing(play: TablePlay) -> None:
    assert rule_play(new_table(LOGGED), play) == PlayVerdict(play)


# --- whole rounds ----------------------------------------------------------------------

RULES = ("oversize_groups", "number_card_per_group", "pair_run_singles", "flip_on_going_out")


def some_seating(chance: random.Random, edition: str) -> Seating:
    """Any number of players, on whatever Phases, by whatever house rules."""
    known, seats = EDITIONS[edition], tuple(range(chance.randint(2, 6)))
    kinds = [KINDS[name] for name in KindName]
    own = [(Requirement(kind, 2 * size),) for kind in kinds for size in (1, 2)]
    phases = {seat: chance.choice([*known.phases, *own, *own]) for seat in seats}
    rules = HouseRules(**{name: chance.random() < 0.7 for name in RULES})
    names = dict(zip(seats, NAMES, strict=False))
    starter = chance.choice(seats)
    logs = (chance.random() < 0.5, chance.random() < 0.5)
    return Seating(known, seats, phases, names, starter, rules, *logs)


def some_play(chance: random.Random, table: Table) -> tuple[Ask, str]:
    """What somebody might play, often but not always legally, and the cards of a hit."""
    names = [side.name for side in table.edition.sides]
    deck = sides(table.edition.slug)[names.index(table.side)]
    seats = table.seating.seats
    seat = chance.choice(seats) if table.turn is None else table.turn
    goes_out = chance.random() < 0.01
    what = chance.random()
    if table.draw_due and what < 0.6:
        return draw(seat, chance.choice(list(Pile))), ""
    if what < 0.6 and table.groups and seat in table.down:
        group = chance.choice(table.groups)
        cards = " ".join(some_card(chance, deck) for _ in range(chance.choice([1, 1, 2, 3])))
        return hit(seat, group.id, cards, goes_out=goes_out), cards
    if what < 0.6 and seat not in table.down:
        groups = [
            likely_group(chance, deck, asked.kind.name, asked.size + chance.choice([0, 0, 1]))
            for asked in table.seating.phases[seat]
        ]
        return lay(seat, *map(" ".join, groups), goes_out=goes_out), ""
    if what < 0.7:
        return draw(seat), ""
    card = chance.choice(deck)
    if card in table.edition.sides[names.index(table.side)].flip_symbols:
        card += chance.choice(["", "!"])
    skips = chance.choice(seats) if card == "S" else None
    return discard(seat, card, skips=skips, goes_out=goes_out), ""


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_random_rounds_stand_as_they_were_ruled(edition: str) -> None:
    chance = random.Random(f"rounds of {edition}")
    seen: Counter[str] = Counter()
    for _ in range(max(40, sampled(400))):
        seating = some_seating(chance, edition)
        table, plays = new_table(seating), list[TablePlay]()
        for _ in range(150):
            ask, cards = some_play(chance, table)
            ruling = ask(table)
            if not ruling.is_legal:
                seen["illegal"] += 1
                continue
            seen["ambiguous"] += ruling.is_ambiguous
            play = named(table, ruling.play)  # of several choices, the first
            assert rule_play(table, play) == PlayVerdict(play), (table, play)
            before, table = table, apply_play(table, play)
            seen[type(play).__name__] += 1
            seen["skip"] += bool(getattr(play, "skips", None))
            seen["turned over"] += before.side != table.side
            if isinstance(play, LayDown):
                check_lay_down(before, table, play, ruling)
            elif isinstance(play, Hit):
                check_the_hit(before, table, play, cards_of(cards), seen)
            else:
                assert table.groups == before.groups
            plays.append(play)
            if table.out is not None:
                break
        assert table_after(seating, plays) == table
        assert not any(group.is_irregular for group in table.groups)
        seen["out"] += table.out is not None
    # The sample says something about everything that it is for.
    wanted = ["illegal", "ambiguous", "out", "LayDown", "Hit", "Discard", "Draw", "wild", "singles"]
    wanted += ["color given", "turned over"] if edition == "flip" else ["skip"]
    assert min(seen[what] for what in wanted) >= 5, seen


def check_lay_down(before: Table, after: Table, play: LayDown, ruling: PlayVerdict) -> None:
    """The groups stand as the verdict on them said, or as the first of the choices."""
    old, new = after.groups[: len(before.groups)], after.groups[len(before.groups) :]
    assert old == before.groups
    asked, rules = before.seating.phases[play.seat], before.seating.rules
    verdict = check_phase(before.edition, asked, [group.cards for group in play.groups], rules)
    assert tuple(group.standing for group in new) == verdict.groups
    for choice in ruling.choices:
        assert choice.group is not None
        assert new[choice.group].standing == choice.standings[0]


def check_the_hit(
    before: Table, after: Table, play: Hit, cards: Sequence[Card], seen: Counter[str]
) -> None:
    """The group stands as the verdict on the cards, as they were given, said."""
    old, new = before.group(play.group), after.group(play.group)
    assert old is not None
    assert new is not None
    kind, rules = KINDS[old.standing.kind], before.seating.rules
    verdict = check_hit(before.edition, kind, old.standing.cards, cards, rules=rules)
    assert new.standing == (verdict.target or verdict.choices[0])
    assert [g for g in after.groups if g.id != new.id] == [
        g for g in before.groups if g.id != new.id
    ]
    seen["wild"] += any(card.is_wild and not card.is_declared for card in cards)
    seen["color given"] += old.standing.color is None and new.standing.color is not None
    seen["singles"] += kind.per_number > 1 and len(cards) % 2

"""The tally of a round starts from its table, and says where the two do not agree."""

from __future__ import annotations

import pytest

from referee.rulebook.entries import RULE_ENTRIES
from tests.cast import Cast
from tests.games.livetable import Live, done
from tests.games.scoresheet import sit_down

FIVES, SIXES = "R5 G5 B5", "R6 G6 B6"
SEVENS, EIGHTS = "R7 G7 B7", "R8 G8 B8"
FIVE_SEVENS, FIVE_EIGHTS = "R7 R7 G7 B7 Y7", "R8 R8 G8 B8 Y8"
FIVE_FIVES, FIVE_SIXES = "R5 R5 G5 B5 Y5", "R6 R6 G6 B6 Y6"


@pytest.fixture
def live(cast: Cast) -> Live:
    """North, East and South; turns are not logged."""
    return Live(sit_down(cast, "NES"))


@pytest.fixture
def turns(cast: Cast) -> Live:
    return Live(sit_down(cast, "NES", turns_logged=True))


def lines(live: Live) -> list[tuple[bool, bool]]:
    """Who laid down and who went out, of North, East and South."""
    [played] = live.table.game["rounds"]
    return [(line["laid_down"], line["went_out"]) for line in played["lines"]]


def refused(live: Live, text: str) -> dict[tuple[str, str], str]:
    """What is told about a count, by field and code."""
    response = live.table.record(text)
    assert response.status_code == 422, response.content.decode()
    assert response.json()["code"] == "tally_refused"
    assert live.table.look()["rounds"] == []
    for error in response.json()["errors"]:
        if error["code"] == "contradicts_table":  # no rule of the game says so
            assert "rule_entry" not in error
        else:
            assert error["code"] in RULE_ENTRIES[error["rule_entry"]].codes
    errors = response.json()["errors"]
    return {(error["field"], error["code"]): error["message"] for error in errors}


def test_who_laid_down_and_who_went_out_is_known(live: Live) -> None:
    assert refused(live, "N=50 E=out S=50").keys() == {
        ("results.0", "laid_down_unknown"),
        ("results.2", "laid_down_unknown"),
    }
    done(live.lay("N", SEVENS, EIGHTS))
    done(live.lay("E", FIVES, SIXES))
    done(live.discard("E", "R1", goes_out=True))
    # Of South the table knows nothing: not every turn was logged.
    assert refused(live, "N=50 E=0 S=50").keys() == {("results.2", "laid_down_unknown")}
    live.table.play("N=50 E=0 S=50-")
    assert lines(live) == [(True, False), (True, True), (False, False)]


def test_where_every_turn_is_logged_the_rest_has_not_laid_down(turns: Live) -> None:
    done(turns.lay("E", FIVE_FIVES, FIVE_SIXES))
    done(turns.discard("E", "R1", goes_out=True))
    turns.table.play("N=50 E=0 S=50")
    assert lines(turns) == [(False, False), (True, True), (False, False)]


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("N=50- E=out- S=50-", "results.1", "East laid down: the cards are on the table."),
        ("N=out E=5 S=50-", "results.0", "On the table, East went out, not North."),
        ("N=50- E=5 S=50-", "results.1", "East went out on the table, so no cards are left."),
        ("N=50- E=R1 S=50-", "results.1", "East went out on the table, so no cards are left."),
    ],
)
def test_what_contradicts_the_table_is_pointed_out(
    live: Live, text: str, field: str, says: str
) -> None:
    done(live.lay("E", FIVES, SIXES))
    done(live.discard("E", "R1", goes_out=True))
    text = text.replace("E=R1 ", "E=R1,R2 ")
    assert refused(live, text)[field, "contradicts_table"] == says


def test_a_lay_down_that_nobody_logged_is_pointed_out(turns: Live) -> None:
    done(turns.lay("E", f"{FIVE_FIVES} W", FIVE_SIXES, goes_out=True))
    assert refused(turns, "N=20+ E=0 S=50").keys() == {("results.0", "contradicts_table")}
    # The table knows better, and says so.
    response = turns.table.record("N=20+ E=0 S=50", overrule="North's was not logged.")
    assert response.status_code == 201
    assert turns.table.game["rounds"][0]["overrule"] == "North's was not logged."
    assert lines(turns)[0] == (True, False)


def test_a_correction_starts_from_the_table_of_its_round(live: Live) -> None:
    done(live.lay("N", SEVENS, EIGHTS))
    done(live.lay("E", FIVE_FIVES, FIVE_SIXES, goes_out=True))
    live.table.play("N=50 E=0 S=50-", "N=50- E=50- S=out")
    response = live.table.correct(1, "N=50- E=0 S=50-")
    assert response.status_code == 422
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [
        ("results.0", "contradicts_table")
    ]
    assert live.table.correct(1, "N=75 E=0 S=50-").status_code == 200
    line = live.table.game["rounds"][0]["lines"][0]
    assert (line["laid_down"], line["points"]) == (True, 75)


def test_a_correction_keeps_why_a_later_round_was_accepted_against_its_table(live: Live) -> None:
    live.table.play("N=out E=50- S=50-")
    live.round = 2
    done(live.lay("E", FIVES, SIXES, goes_out=True))
    reason = "The hits were not recorded."
    assert live.table.record("N=50- E=0 S=50-", overrule=reason).status_code == 201
    assert live.table.correct(1, "N=out E=60- S=50-").status_code == 200
    assert live.table.game["rounds"][1]["overrule"] == reason


# --- How many cards can be left -------------------------------------------------------------


def overruled(live: Live, text: str) -> None:
    response = live.table.record(text, overrule="So it was.")
    assert response.status_code == 201, response.content.decode()
    assert live.table.game["rounds"][0]["overrule"] == "So it was."


def test_no_more_cards_are_left_than_the_table_leaves(live: Live) -> None:
    done(live.lay("N", FIVES, SIXES))
    done(live.hit("N", 0, "Y5 G5 W"))
    text = "N=R1,R2 E=out S=50-"
    assert refused(live, text) == {
        ("results.0", "wrong_card_count"): (
            "North cannot have 2 cards left. Possible after laying down: 1. "
            "North has put 9 cards on the table."
        )
    }
    # One card is worth 25 points at most.
    assert [*refused(live, "N=30 E=out S=50-").values()] == [
        "North cannot have 30 points. Possible after laying down: 5, 10, 15 or 25. "
        "North has put 9 cards on the table."
    ]
    overruled(live, text)
    assert live.table.game["rounds"][0]["lines"][0]["points"] == 10


def test_the_last_card_of_a_hand_goes_out(live: Live) -> None:
    done(live.lay("N", FIVE_FIVES, FIVE_SIXES))
    assert [*refused(live, "N=5 E=out S=50-").values()] == [
        "North cannot have 5 points. North has put 10 cards on the table, so none are left."
    ]
    live.table.play("N=0 E=50- S=50-")


def east_goes_out(turns: Live) -> None:
    """North lays down six cards and hits with one; then East goes out with all of its hand."""
    done(turns.lay("E", FIVES, SIXES))
    done(turns.discard("E", "R1"))
    done(turns.discard("S", "R2"))
    done(turns.lay("N", SEVENS, EIGHTS))
    done(turns.hit("N", 0, "W"))
    done(turns.discard("N", "R3"))
    done(turns.hit("E", 2, "Y7 R7 G7"))
    done(turns.hit("E", 3, "Y8"))
    done(turns.discard("E", "R4", goes_out=True))


def test_where_every_turn_is_logged_the_number_of_cards_is_known(turns: Live) -> None:
    east_goes_out(turns)
    for cards in ("R9,R10", "R9,R10,R11,R12"):
        assert refused(turns, f"N={cards} E=0 S=50").keys() == {("results.0", "wrong_card_count")}
    assert refused(turns, "N=10 E=0 S=50").keys() == {("results.0", "points_not_possible")}
    turns.table.play("N=R9,R10,R11 E=0 S=50")
    assert lines(turns) == [(True, False), (True, True), (False, False)]


# --- Whose hand cannot be empty -------------------------------------------------------------


def test_a_lay_down_of_six_cards_empties_no_hand(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES, goes_out=True))
    text = "N=50- E=0 S=50-"
    assert refused(live, text) == {
        ("results.1", "went_out_with_cards"): (
            "To go out by laying down, East must have put 10 or 11 cards on the table, not 6."
        )
    }
    overruled(live, text)
    assert lines(live)[1] == (True, True)


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        (
            (FIVES, SIXES),
            "To go out with a discard, East must have put 10 cards on the table, not 6.",
        ),
        (
            (f"{FIVE_FIVES} W", FIVE_SIXES),
            "To go out with a discard, East must have put 10 cards on the table, not 11.",
        ),
    ],
)
def test_where_every_turn_is_logged_the_whole_hand_is_accounted_for(
    turns: Live, groups: tuple[str, str], says: str
) -> None:
    done(turns.lay("E", *groups))
    done(turns.discard("E", "R1", goes_out=True))
    assert [*refused(turns, "N=50 E=0 S=50").values()] == [says]
    overruled(turns, "N=50 E=0 S=50")


def test_a_turn_without_a_draw_leaves_the_number_of_cards_open(turns: Live) -> None:
    turns.draws = False
    done(turns.lay("E", FIVES, SIXES, overrule="The draw was not noted."))
    done(turns.hit("E", 0, "Y5 W"))
    done(turns.discard("E", "R1"))
    done(turns.draw("S", "draw_pile"))
    done(turns.discard("S", "R2"))
    done(turns.draw("N", "draw_pile"))
    done(turns.lay("N", FIVE_SEVENS, FIVE_EIGHTS))
    done(turns.discard("N", "R3", goes_out=True))
    # Of ten cards East has eight on the table; whether two are left, nobody can tell.
    turns.table.play("N=0 E=5 S=50")


def test_going_out_with_a_hit_takes_one_more_card(turns: Live) -> None:
    done(turns.lay("E", FIVES, SIXES))
    done(turns.hit("E", 0, "Y5 R5 G5 B5", goes_out=True))
    assert [*refused(turns, "N=50 E=0 S=50").values()] == [
        "To go out with a hit, East must have put 11 cards on the table, not 10."
    ]
    done(turns.take_back())
    done(turns.hit("E", 0, "Y5 R5 G5 B5 W", goes_out=True))
    turns.table.play("N=50 E=0 S=50")


def test_a_last_turn_that_was_not_logged_may_have_had_a_lay_down(turns: Live) -> None:
    done(turns.discard("E", "R1"))
    turns.table.play("N=50 E=50 S=0")
    assert lines(turns) == [(False, False), (False, False), (True, True)]


# --- The deck -------------------------------------------------------------------------------


def test_hands_and_table_together_hold_no_more_of_a_card_than_the_deck(live: Live) -> None:
    done(live.lay("N", "R7 R7 G7", EIGHTS))
    text = "N=R9 E=out S=R7,R1,R2,R3,R4,R5,R6,R8,R9,R10"
    assert refused(live, text) == {
        ("results", "too_many_copies"): (
            "The deck has only two red 7s, but the hands and the table together have three."
        )
    }
    overruled(live, text)


def test_the_flip_symbol_of_a_card_on_the_table_is_in_no_hand(cast: Cast) -> None:
    live = Live(sit_down(cast, "NES", edition="flip"))
    done(live.lay("N", "R5! R6", "G3 G4"))
    text = "N=B1 E=out S=R5!,R1,R2,R3,R4,R7,R8,R9,R10,R11"
    assert refused(live, text).keys() == {("results", "too_many_copies")}
    live.table.play(text.replace("R5!", "R5"))


def test_points_need_cards_that_do_not_lie_on_the_table(live: Live) -> None:
    # South's 230 points are all eight Wilds; one of them is on the table.
    done(live.lay("N", "R7 W G7", EIGHTS))
    text = "N=5 E=out S=230"
    assert refused(live, text) == {
        ("results", "too_many_copies"): (
            "These points together need more high-scoring cards than the deck has besides those "
            "on the table."
        )
    }
    overruled(live, text)


# --- The side in play -----------------------------------------------------------------------

WILD_SIDE = "W1,W2,W3,W4,W5,W6,W7,W8,W9,W10"


@pytest.fixture
def flip(cast: Cast) -> Live:
    return Live(sit_down(cast, "NES", edition="flip"))


def test_hands_count_with_the_side_in_play(flip: Live) -> None:
    done(flip.lay("N", "R1 R2", "G3 G4"))
    text = f"N=R5 E=out S={WILD_SIDE}"
    [(where, message)] = refused(flip, text).items()
    assert where == ("results.2", "wrong_side")
    assert message.startswith(
        "On the table the other side is in play, so South cannot hold the wild-side 1,"
    )
    assert " the wild-side 9 or the wild-side 10. " in message
    assert message.endswith("If the cards have been turned over since, record that first.")
    done(flip.flip())
    assert refused(flip, text).keys() == {("results.0", "wrong_side")}
    flip.table.play(f"N=W5 E=out S={WILD_SIDE}")


def test_a_flip_symbol_discarded_last_turns_the_count(flip: Live) -> None:
    done(flip.lay("N", "R1 R2", "G3 G4"))
    done(flip.discard("N", "R5!", goes_out=True))
    cards = WILD_SIDE.replace("W", "R")
    assert refused(flip, f"N=0 E={cards} S=50-").keys() == {("results.1", "wrong_side")}
    flip.table.play(f"N=0 E={WILD_SIDE} S=50-")


# --- The house rule that a Phase must be laid down ------------------------------------------


def test_a_phase_that_was_held_back_is_pointed_out(cast: Cast) -> None:
    rules = {"must_lay_down": True}
    live = Live(sit_down(cast, "NES", turns_logged=True, house_rules=rules))
    for who, card in [("E", "Y1"), ("S", "Y2"), ("N", "Y3")]:
        done(live.discard(who, card))
    done(live.lay("E", FIVE_FIVES, FIVE_SIXES))
    done(live.discard("E", "Y4", goes_out=True))
    text = "N=50 E=0 S=R7,G7,B7,R8,G8,B8,R1,R2,R3,R4"
    assert refused(live, text) == {
        ("results.2", "must_lay_down"): (
            "South could have laid down a red 7, a green 7, a blue 7, a red 8, a green 8 and a "
            "blue 8, and had to by the house rule."
        )
    }
    overruled(live, text)
    assert lines(live)[2] == (False, False)

"""The tally of a round starts from its table, and says where the two do not agree."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.games.livetable import Live, done
from tests.games.scoresheet import sit_down

FIVES, SIXES = "R5 G5 B5", "R6 G6 B6"
SEVENS, EIGHTS = "R7 G7 B7", "R8 G8 B8"


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


def refused(live: Live, text: str, **more: Any) -> set[tuple[str, str]]:
    response = live.table.record(text, **more)
    assert response.status_code == 422, response.content.decode()
    assert response.json()["code"] == "tally_refused"
    assert live.table.look()["rounds"] == []
    return {(error["field"], error["code"]) for error in response.json()["errors"]}


def test_who_laid_down_and_who_went_out_is_known(live: Live) -> None:
    assert refused(live, "N=50 E=out S=50") == {
        ("results.0", "laid_down_unknown"),
        ("results.2", "laid_down_unknown"),
    }
    done(live.lay("N", SEVENS, EIGHTS))
    done(live.lay("E", FIVES, SIXES))
    done(live.discard("E", "R1", goes_out=True))
    # Of South the table knows nothing: not every turn was logged.
    assert refused(live, "N=50 E=0 S=50") == {("results.2", "laid_down_unknown")}
    live.table.play("N=50 E=0 S=50-")
    assert lines(live) == [(True, False), (True, True), (False, False)]


def test_where_every_turn_is_logged_the_rest_has_not_laid_down(turns: Live) -> None:
    done(turns.lay("E", FIVES, SIXES))
    done(turns.discard("E", "R1", goes_out=True))
    turns.table.play("N=50 E=0 S=50")
    assert lines(turns) == [(False, False), (True, True), (False, False)]


@pytest.mark.parametrize("count", ["E=0", "E=out", "E=out+"])
def test_what_agrees_is_no_matter_how_it_is_said(live: Live, count: str) -> None:
    done(live.lay("E", FIVES, SIXES, goes_out=True))
    live.table.play(f"N=50- {count} S=50-")
    assert lines(live)[1] == (True, True)


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
    assert (field, "contradicts_table") in refused(live, text)
    errors = live.table.record(text).json()["errors"]
    assert says in {error["message"] for error in errors if error["field"] == field}


def test_a_lay_down_that_nobody_logged_is_pointed_out(turns: Live) -> None:
    done(turns.lay("E", FIVES, SIXES, goes_out=True))
    assert refused(turns, "N=20+ E=0 S=50") == {("results.0", "contradicts_table")}
    # The table knows better, and says so.
    response = turns.table.record("N=20+ E=0 S=50", overrule="North's was not logged.")
    assert response.status_code == 201
    assert turns.table.game["rounds"][0]["overrule"] == "North's was not logged."
    assert lines(turns)[0] == (True, False)


def test_a_table_without_plays_says_nothing(turns: Live) -> None:
    assert refused(turns, "N=50 E=out S=50-") == {("results.0", "laid_down_unknown")}
    turns.table.play("N=50+ E=out S=50-")


def test_what_was_taken_back_says_nothing(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES, goes_out=True))
    done(live.take_back())
    live.table.play("N=out E=50- S=50-")
    assert lines(live) == [(True, True), (False, False), (False, False)]


def test_an_overruled_lay_down_is_one(live: Live) -> None:
    done(live.lay("N", "R5 G5 B6", SIXES, overrule="We let it pass."))
    live.table.play("N=50 E=out S=50-")
    assert lines(live)[0] == (True, False)


def test_hands_are_never_guessed_at(live: Live) -> None:
    # North has laid down six cards and hit with three: of ten, and one drawn a turn, that
    # leaves what the count says and nobody else. The cards on the table bind nobody's hand.
    done(live.lay("N", FIVES, SIXES))
    done(live.hit("N", 0, "Y5 G5 W"))
    live.table.play("N=R5,R6 E=out S=50-")
    assert live.table.game["rounds"][0]["lines"][0]["points"] == 10


def test_a_correction_starts_from_the_table_of_its_round(live: Live) -> None:
    done(live.lay("N", SEVENS, EIGHTS))
    done(live.lay("E", FIVES, SIXES, goes_out=True))
    live.table.play("N=50 E=0 S=50-", "N=50- E=50- S=out")
    response = live.table.correct(1, "N=50- E=0 S=50-")
    assert response.status_code == 422
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [
        ("results.0", "contradicts_table")
    ]
    assert live.table.correct(1, "N=75 E=0 S=50-").status_code == 200
    line = live.table.game["rounds"][0]["lines"][0]
    assert (line["laid_down"], line["points"]) == (True, 75)


def test_a_round_may_be_entered_before_somebody_went_out_on_the_table(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    live.table.play("N=50- E=out S=50-")
    assert lines(live)[1] == (True, True)

"""Recording a round: what is filled in, what is refused, what a table may overrule."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from games.models import Round
from referee.rulebook.entries import RULE_ENTRIES
from tests.accounts.people import mistakes
from tests.cast import Cast
from tests.games.scoresheet import Table, lines, phone, sit_down


def refused(response: Any) -> set[tuple[str, str]]:
    """The pairs of field and code of a count that cannot be; each leads to its rule."""
    assert response.status_code == 422, response.content.decode()
    problem = response.json()
    assert problem["code"] == "tally_refused"
    for error in problem["errors"]:
        assert error["code"] in RULE_ENTRIES[error["rule_entry"]].codes
    return {(error["field"], error["code"]) for error in problem["errors"]}


def last_lines(table: Table) -> list[tuple[str, int, bool, bool]]:
    return [
        (table.names[line["player"]], line["points"], line["laid_down"], line["went_out"])
        for line in table.game["rounds"][-1]["lines"]
    ]


# --- What is filled in ------------------------------------------------------------------


def test_cards_are_kept_as_they_are_written(cast: Cast) -> None:
    table = sit_down(cast, "NE", edition="flip")
    results = [
        {"player": table.ids["N"], "went_out": True, "cards": []},
        {"player": table.ids["E"], "cards": [" r5! ", "b*"]},
    ]
    response = table.client.post(f"{table.url}rounds/", {"number": 1, "results": results})
    assert response.status_code == 201, response.content
    shown = [(line["cards"], line["points"]) for line in response.json()["rounds"][0]["lines"]]
    assert shown == [([], 0), (["R5!", "B*"], 25)]


def test_the_order_of_the_lines_is_free(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("S=5 N=out E=10")
    assert [row[0] for row in last_lines(table)] == ["N", "E", "S"]


def test_what_the_table_says_settles_what_points_leave_open(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=50+ S=50-")
    assert [row[2] for row in last_lines(table)] == [True, True, False]


def test_who_recorded_it_and_when(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    played = table.look()["rounds"][0]
    assert played["recorded_by"] == "scorer"
    assert table.game["started_at"] < played["recorded_at"] <= table.game["changed_at"]
    assert played["overrule"] is None


# --- What cannot be ---------------------------------------------------------------------


def test_a_count_that_cannot_be_is_refused(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    response = table.record("N=out- E=7")
    assert refused(response) == {
        ("results.0", "went_out_without_phase"),
        ("results.1", "points_not_multiple_of_5"),
    }
    assert all(error["message"] for error in response.json()["errors"])
    assert table.look()["rounds"] == []
    assert table.game["version"] == 1
    assert len(table.changes()) == 1


def test_a_mistake_is_shown_in_the_line_where_it_was_made(cast: Cast) -> None:
    """The lines come in any order; the answer goes by theirs, not by that of the seats."""
    table = sit_down(cast, "NES")
    response = table.record("S=7 N=out E=5")
    assert refused(response) == {("results.0", "points_not_multiple_of_5")}
    players = [line["player"] for line in response.json()["results"]]
    assert [table.names[player] for player in players] == ["S", "N", "E"]


def test_a_refusal_tells_what_can_be(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[6])
    problem = table.record("N=out E=30").json()
    assert problem["detail"] == problem["errors"][0]["message"]
    assert problem["detail"] == (
        "East cannot have 30 points. "
        "Possible after laying down: 5, 10, 15 or 25. Without laying down: 50 to 230."
    )


def test_a_refusal_carries_the_count_as_far_as_it_is_settled(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    results = table.record("N=out E=50 S=105").json()["results"]
    assert [(r["phase"], r["points"], r["laid_down"], r["went_out"]) for r in results] == [
        (1, 0, True, True),
        (1, 50, None, False),
        (1, 105, False, False),
    ]


# --- What a table may overrule ----------------------------------------------------------


def test_an_overrule_is_recorded_and_shown(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    why = "East played with nine cards."
    assert table.record("N=out E=45-", overrule=why).status_code == 201
    assert table.game["rounds"][0]["overrule"] == why
    assert last_lines(table) == [("N", 0, True, True), ("E", 45, False, False)]
    assert table.phases() == [2, 1]
    assert table.changes()[0]["reason"] == why


@pytest.mark.parametrize("overrule", ["", "   ", "Just in case."])
def test_an_overrule_is_kept_only_where_it_was_needed(cast: Cast, overrule: str) -> None:
    table = sit_down(cast, "NE")
    assert table.record("N=out E=45", overrule=overrule).status_code == 201
    assert table.game["rounds"][0]["overrule"] is None
    assert table.changes()[0]["reason"] is None


@pytest.mark.parametrize(
    "text",
    [
        "N=out E=out",  # who was it?
        "N=0 E=0",
        "N=out E=50",  # did East lay down?
        "N=out E=7",  # neither the points nor the table say who laid down
        "N=out E=R1,R2,R3,R4,R5",
    ],
)
def test_what_only_the_table_knows_cannot_be_overruled(cast: Cast, text: str) -> None:
    table = sit_down(cast, "NE")
    assert table.record(text, overrule="We know better.").status_code == 422
    assert not Round.objects.exists()


def test_an_overrule_that_leaves_a_phase_open_is_told_what_is_missing(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    problems = refused(table.record("N=out E=7", overrule="We know better."))
    assert ("results.1", "laid_down_unknown") in problems
    assert table.record("N=out E=7+", overrule="We know better.").status_code == 201


OVERRULED = {
    "nobody went out": ("N=5 E=10", [("N", 5, True, False), ("E", 10, True, False)]),
    "0 points without going out": ("N=out E=0+", [("N", 0, True, True), ("E", 0, True, False)]),
    "0 points twice": ("N=0+ E=0+", [("N", 0, True, False), ("E", 0, True, False)]),
    "no multiple of five": ("N=out E=7+", [("N", 0, True, True), ("E", 7, True, False)]),
    "out without a Phase": ("N=out- E=5", [("N", 0, False, True), ("E", 5, True, False)]),
    "cards": ("N=out E=R1,R2,R3,R4,R5+", [("N", 0, True, True), ("E", 25, True, False)]),
    "too many of a card": ("N=out E=R1,R1,R1", [("N", 0, True, True), ("E", 15, True, False)]),
}


@pytest.mark.parametrize("name", OVERRULED)
def test_the_table_may_overrule(cast: Cast, name: str) -> None:
    text, expected = OVERRULED[name]
    table = sit_down(cast, "NE")
    assert table.record(text, overrule="So it was.").status_code == 201
    assert last_lines(table) == expected
    assert table.look()["rounds"][0]["overrule"] == "So it was."


def test_an_overrule_has_its_length(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    assert mistakes(table.record("N=out E=45-", overrule="x" * 201)) == {("overrule", "max_length")}
    assert table.record("N=out E=45-", overrule="x" * 200).status_code == 201


# --- Who plays --------------------------------------------------------------------------


def test_everybody_has_one_line(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    stranger = {"player": str(cast.players[3].pk), "points": 5}  # West does not sit here

    def post(results: list[dict[str, Any]]) -> set[tuple[str, str]]:
        body = {"number": 1, "results": results}
        return mistakes(table.client.post(f"{table.url}rounds/", body))

    right = lines(table.ids, "N=out E=5 S=5")
    assert post(right[:2]) == {("results", "missing_player")}
    assert post([*right, right[1]]) == {("results.3.player", "duplicate_player")}
    assert post([*right, stranger]) == {("results.3.player", "not_playing")}
    assert post([right[0], right[1], stranger]) == {
        ("results", "missing_player"),
        ("results.2.player", "not_playing"),
    }
    assert not Round.objects.exists()


def test_a_tie_break_is_for_the_tied(cast: Cast) -> None:
    table = sit_down(cast, "NESW", phases=[1, 6], dealer="S")
    table.play("N=110- E=out S=105- W=5", "N=50- E=5 S=5 W=out")
    assert mistakes(table.record("N=5 E=out S=5 W=5")) == {
        ("results.0.player", "not_playing"),
        ("results.2.player", "not_playing"),
    }
    assert mistakes(table.record("N=5 E=out")) == {
        ("results.0.player", "not_playing"),
        ("results", "missing_player"),
    }
    # Nobody out, so nobody has won: a table has to mean that.
    assert refused(table.record("E=5 W=5")) == {("results", "nobody_went_out")}
    # They play the last Phase, of nine cards, so 30 cannot be.
    assert refused(table.record("E=out W=30")) == {("results.1", "points_not_possible")}
    assert table.record("E=out W=5").status_code == 201


@pytest.mark.parametrize("card", ["R13", "W=R7", "", "hearts"])
def test_a_card_in_hand_is_a_card_and_stands_for_nothing(cast: Cast, card: str) -> None:
    table = sit_down(cast, "NE")
    results = [
        {"player": table.ids["N"], "went_out": True},
        {"player": table.ids["E"], "cards": ["R1", card]},
    ]
    response = table.client.post(f"{table.url}rounds/", {"number": 1, "results": results})
    assert mistakes(response) == {("results.1.cards.1", "unknown_card")}


BAD_LINES: dict[str, tuple[dict[str, Any], str, str]] = {
    "points and cards": ({"points": 5, "cards": ["R1"]}, ".points", "points_and_cards"),
    "neither": ({}, ".points", "required"),
    "points below 0": ({"points": -5}, ".points", "min_value"),
    "points beyond reading": ({"points": 10**9}, ".points", "max_value"),
    "points as text": ({"points": "5"}, ".points", "invalid"),
    "half a point": ({"points": 2.5}, ".points", "invalid"),
    "a number for laid_down": ({"points": 5, "laid_down": 1}, ".laid_down", "invalid"),
    "null for went_out": ({"points": 5, "went_out": None}, ".went_out", "null"),
    "a field that is none": ({"points": 5, "phase": 1}, ".phase", "unknown_field"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_line_that_cannot_be_read(cast: Cast, name: str) -> None:
    line, field, code = BAD_LINES[name]
    table = sit_down(cast, "NE")
    results = [
        {"player": table.ids["N"], "went_out": True},
        {"player": table.ids["E"], **line},
    ]
    response = table.client.post(f"{table.url}rounds/", {"number": 1, "results": results})
    assert mistakes(response) == {(f"results.1{field}", code)}


@pytest.mark.parametrize("number", [0, -1, 10_001, 1.0, "1", None, True])
def test_a_number_that_is_none(cast: Cast, number: Any) -> None:
    table = sit_down(cast, "NE")
    body = {"number": number, "results": lines(table.ids, "N=out E=5")}
    response = table.client.post(f"{table.url}rounds/", body)
    assert {field for field, _code in mistakes(response)} == {"number"}


# --- Which round ------------------------------------------------------------------------


def conflict(response: Any) -> tuple[str, str]:
    """The code and the words of a 409 that carries the present game."""
    assert response.status_code == 409, response.content.decode()
    problem = response.json()
    return problem["code"], problem["detail"]


def test_a_round_that_is_in_already(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    other = Table(phone(cast.users["owner"]), table.game)
    response = other.record("N=10 E=out", number=1)
    assert conflict(response) == (
        "round_already_recorded",
        "scorer has already entered round 1.",
    )
    assert response.json()["game"] == {**table.look(), "my_role": "owner"}
    assert len(Round.objects.get().lines) == 2


def test_a_round_too_far(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    response = table.record("N=out E=5", number=3)
    assert conflict(response) == ("round_not_next", "The next round is 2, not 3.")
    assert response.json()["game"] == table.look()


@pytest.mark.parametrize("decision", ["abandon", "end"])
def test_a_game_that_is_not_played_takes_no_round(cast: Cast, decision: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    table.decide(decision)
    response = table.record("N=out E=5")
    assert conflict(response)[0] == "game_not_playing"
    assert response.json()["game"] == table.look()


def test_which_round_it_is_comes_before_who_plays_it(cast: Cast) -> None:
    """A phone that has slept through the start of a tie-break is told the state of things."""
    table = sit_down(cast, "NESW", phases=[1]).play("N=out E=5 S=5 W=5")
    assert conflict(table.record("N=out E=5", number=2))[0] == "game_not_playing"
    assert conflict(table.record("S=out W=5", number=1))[0] == "round_already_recorded"


# --- What it costs ----------------------------------------------------------------------


def test_recording_takes_as_many_queries_in_a_long_game(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    table = sit_down(cast, "NESW")
    for _round in range(12):
        # The token; a savepoint, the locks; the game; all that is written; and release. SQLite is
        # asked one by one: two locks, the game, its rounds and seats; then the game, the round, the
        # count of the group's events and the row of the log are written.
        with django_assert_num_queries(5 if connection.vendor == "postgresql" else 12):
            response = table.record("N=105 E=out- S=105 W=105", overrule="East misread a card.")
        assert response.status_code == 201


def test_recording_with_a_key_and_an_id(cast: Cast, django_assert_num_queries: Any) -> None:
    table = sit_down(cast, "NE")
    body = {"number": 1, "results": lines(table.ids, "N=out E=5"), "id": str(uuid4())}
    # The token; a savepoint, where other requests begin a transaction; the stored answer, locks,
    # the game, the chosen id, all that is written, the answer; and release.
    with django_assert_num_queries(8 if connection.vendor == "postgresql" else 15):
        response = table.client.post(
            f"{table.url}rounds/", body, headers={"Idempotency-Key": "a key"}
        )
    assert response.status_code == 201

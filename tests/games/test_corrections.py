"""Correcting rounds and taking them back: what follows is worked out again."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Round
from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down

# --- Corrections that change nothing but numbers ----------------------------------------


def test_what_follows_is_worked_out_again(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=105", "N=5 E=out S=10")
    assert table.standings() == ["N 2 5 1", "E 2 5 1", "S 1 115 3"]
    # South had laid down after all; so in round 2 it was the second Phase that was made.
    response = table.correct(1, "N=out E=20 S=40")
    assert response.status_code == 200
    assert table.standings() == ["N 2 5 1", "E 2 20 2", "S 2 50 3"]
    assert table.phases() == [3, 3, 3]
    south = [played["lines"][2] for played in table.game["rounds"]]
    assert [(line["phase"], line["total"]) for line in south] == [(1, 40), (2, 50)]
    assert response.json() == table.look()


def test_a_correction_keeps_who_recorded_the_round(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    at = table.look()["rounds"][0]["recorded_at"]
    owner = Table(phone(cast.users["owner"]), table.game)
    assert owner.correct(1, "N=5 E=out").status_code == 200
    played = owner.game["rounds"][0]
    assert (played["recorded_by"], played["recorded_at"]) == ("scorer", at)
    assert owner.changes()[0]["actor"] == "owner"


def test_a_correction_is_in_the_history_from_what_to_what(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=R9,B10")
    table.correct(1, "N=5 E=out")
    change = table.changes()[0]
    north, east = table.ids["N"], table.ids["E"]

    def line(player: str, points: int, cards: list[str] | None, out: bool) -> dict[str, Any]:
        counted = {"player": player, "points": points, "cards": cards}
        return {**counted, "laid_down": True, "went_out": out}

    assert (change["kind"], change["round"], change["version"]) == ("round_corrected", 1, 3)
    assert change["before"] == {
        "lines": [line(north, 0, None, True), line(east, 15, ["R9", "B10"], False)],
        "later": [],
    }
    assert change["after"] == {
        "lines": [line(north, 5, None, False), line(east, 0, None, True)],
        "later": [],
    }


def test_a_correction_is_checked_like_a_round(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    refused = table.correct(1, "N=out E=7")
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["code"] == "points_not_multiple_of_5"
    assert table.correct(1, "N=out E=7", overrule="Really.").status_code == 422
    assert table.correct(1, "N=out E=7+", overrule="Really.").status_code == 200
    assert table.game["rounds"][0]["overrule"] == "Really."
    # Put right, it needs no excuse any more.
    assert table.correct(1, "N=out E=10", overrule="Really.").status_code == 200
    assert table.game["rounds"][0]["overrule"] is None


@pytest.mark.parametrize("number", [0, 2, 99, 99999999999999999999])
def test_a_round_that_is_not_there(cast: Cast, number: int) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    assert table.correct(number, "N=out E=5").status_code == 404
    assert table.take_back(number).status_code == 404


# --- Corrections with consequences ------------------------------------------------------


def asked(response: Any) -> list[tuple[int, str]]:
    assert response.status_code == 409, response.content.decode()
    problem = response.json()
    assert problem["code"] == "confirmation_needed"
    assert all(c["message"] for c in problem["consequences"])
    return [(c["round"], c["effect"]) for c in problem["consequences"]]


def test_a_game_that_had_ended_earlier(cast: Cast) -> None:
    """Two phases; had North not failed in round 2, rounds 3 and 4 would not have been."""
    table = sit_down(cast, "NE", phases=[1, 6])
    table.play("N=out E=105", "N=50- E=out", "N=50- E=out")
    assert table.standings() == ["N 1 100 2", "E 2 105 1*"]
    before = table.look()
    response = table.correct(2, "N=out E=105")
    assert asked(response) == [(3, "dropped")]
    problem = response.json()
    assert problem["consequences"][0]["message"] == (
        "Round 3 will be dropped: the game ends before it."
    )
    assert problem["game"] == before
    would_be = problem["would_be"]
    assert would_be["status"] == "over"
    assert would_be["winners"] == [table.ids["N"]]
    assert len(would_be["rounds"]) == 2
    assert table.look() == before  # nothing has changed
    assert len(table.changes()) == 4

    confirmed = table.correct(2, "N=out E=105", confirm=True)
    assert confirmed.status_code == 200
    assert table.standings() == ["N 2 0 1*", "E 0 210 2"]
    counted = {"version": 0, "event": 0, "changed_at": 0}
    assert {**table.game, **counted} == {**would_be, **counted}
    assert Round.objects.count() == 2
    later = table.changes()[0]["before"]["later"]
    assert [(r["round"], [line["points"] for line in r["lines"]]) for r in later] == [(3, [50, 0])]


def test_a_correction_takes_a_game_up_again(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 6])
    table.play("N=out E=105", "N=out E=105")
    assert table.game["status"] == "over"
    assert table.correct(2, "N=55- E=out").status_code == 200  # asks nothing: nothing is dropped
    assert table.game["status"] == "playing"
    assert Game.objects.get().outcome == "playing"
    assert table.standings() == ["N 1 55 1", "E 1 105 2"]


def test_others_are_in_the_tie_break(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1, 6])
    table.play("N=out E=10 S=5", "N=10 E=out S=15", "N=10 E=out")
    assert table.standings() == ["N 2 10 2", "E 2 10 1*", "S 2 20 3"]
    # South had kept nothing of that: now all three are on ten.
    response = table.correct(2, "N=10 E=out S=5")
    assert asked(response) == [(3, "dropped")]
    assert response.json()["consequences"][0]["message"] == (
        "Round 3 will be dropped: other players would be in it."
    )
    assert response.json()["would_be"]["status"] == "playing"
    assert table.correct(2, "N=10 E=out S=5", confirm=True).status_code == 200
    assert table.game["next_round"]["tie_break"] is True
    assert table.playing() == "NES"


def test_a_later_round_that_cannot_be_in_another_phase(cast: Cast) -> None:
    """Phase 1 leaves up to four cards, Phase 6 one: 45 points can only be of the first."""
    table = sit_down(cast, "NE", phases=[1, 6, 1])
    table.play("N=out E=105", "N=out E=45")
    before = table.look()
    response = table.correct(1, "N=out E=5")
    assert asked(response) == [(2, "doubtful")]
    assert "East cannot have 45 points." in response.json()["consequences"][0]["message"]
    assert table.look() == before
    assert table.correct(1, "N=out E=5", confirm=True).status_code == 200
    # The count stands as the table gave it, and says why.
    second = table.look()["rounds"][1]
    assert second["overrule"] == "Kept when round 1 was corrected."
    assert [line["points"] for line in second["lines"]] == [0, 45]
    assert [line["phase"] for line in second["lines"]] == [2, 2]


def test_what_was_kept_in_doubt_is_in_doubt_no_more(cast: Cast) -> None:
    """Round 1 was right after all: round 2 then needs no reason to stand."""
    table = sit_down(cast, "NE", phases=[1, 6, 1])
    table.play("N=out E=105", "N=out E=45")
    assert table.correct(1, "N=out E=5", confirm=True).status_code == 200
    assert table.correct(1, "N=out E=105").status_code == 200
    assert table.look()["rounds"][1]["overrule"] is None


def test_doubtful_and_dropped_together(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 6, 1])
    table.play("N=out E=105", "N=out E=45", "N=105 E=out", "N=105 E=out")
    assert table.standings() == ["N 2 210 2", "E 3 150 1*"]
    # East made Phase 1 in round 1 already: 45 points are then of the second Phase, and the
    # third one, and with it the game, is made in round 3.
    assert asked(table.correct(1, "N=out E=5")) == [(2, "doubtful"), (4, "dropped")]
    assert table.correct(1, "N=out E=5", confirm=True).status_code == 200
    assert table.standings() == ["N 2 105 2", "E 3 50 1*"]


# --- Taking back ------------------------------------------------------------------------


def test_the_last_round_is_taken_back(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    before = table.look()
    table.play("N=5 E=out")
    response = table.take_back()
    assert response.status_code == 200
    assert response.json() == table.look()
    for field in ("rounds", "players", "next_round", "status"):
        assert table.game[field] == before[field]
    assert table.game["version"] == before["version"] + 2
    change = table.changes()[0]
    assert (change["kind"], change["round"]) == ("round_taken_back", 2)
    assert [line["points"] for line in change["before"]] == [5, 0]
    assert change["after"] is None


def test_only_the_last(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5", "N=5 E=out")
    response = table.take_back(1)
    assert response.status_code == 409
    assert response.json()["code"] == "not_the_last_round"
    assert response.json()["detail"] == "Only the last round can be taken back: round 2."
    assert response.json()["game"] == table.look()


def test_taking_back_the_winning_round_opens_the_game_again(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1]).play("N=out E=105")
    assert table.take_back().status_code == 200
    assert Game.objects.get().outcome == table.game["status"] == "playing"
    assert table.game["winners"] == []
    assert not Round.objects.exists()
    assert table.take_back(1).status_code == 404


# --- With which version in view ---------------------------------------------------------


@pytest.mark.parametrize("what", ["correct", "take_back"])
def test_a_change_says_which_version_it_means(cast: Cast, what: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    address = f"{table.url}rounds/1/"
    body = {"results": [{"player": table.ids["N"], "went_out": True}] * 2}
    if what == "correct":
        response = table.client.put(address, body)
    else:
        response = table.client.delete(address)
    assert response.status_code == 428
    assert response.json()["code"] == "precondition_required"
    assert response["ETag"].startswith('"2.')
    assert response.json()["game"] == table.look()


@pytest.mark.parametrize("tag", ['"1"', '"3"', '"1", "3"', '"x"', '""', '"-2"', '"12345678901"'])
@pytest.mark.parametrize("what", ["correct", "take_back"])
def test_another_version_is_refused_with_the_present_game(cast: Cast, what: str, tag: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    if what == "correct":
        response = table.correct(1, "N=5 E=out", if_match=tag)
    else:
        response = table.take_back(if_match=tag)
    assert response.status_code == 412
    assert response.json()["code"] == "stale_version"
    assert response["ETag"].startswith('"2.')
    assert response.json()["game"] == table.look()
    assert table.game["version"] == 2


@pytest.mark.parametrize(
    ("malformed", "example"),
    [
        ("2", '"2"'),
        ('"2', '"2"'),
        ("'2'", '"2"'),
        ("2.a1b2", '"2.a1b2"'),
        ("", '"12"'),
        ("x", '"12"'),
        (",", '"12"'),
        ('"1" "2"', '"12"'),
        ('"2", 2', '"12"'),
        ('*, "2"', '"12"'),
        ('w/"2"', '"12"'),
        ('"2 "', '"12"'),
    ],
)
def test_a_malformed_tag_is_answered_with_the_correct_syntax(
    cast: Cast, malformed: str, example: str
) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    response = table.correct(1, "N=5 E=out", if_match=malformed)
    assert response.status_code == 400
    problem = response.json()
    assert problem["code"] == "invalid_request"
    assert f"If-Match: {example}" in problem["detail"]
    assert [(error["field"], error["code"]) for error in problem["errors"]] == [
        ("If-Match", "invalid")
    ]
    assert table.game["version"] == 2


@pytest.mark.parametrize("tag", ['"2"', 'W/"2"', '"1", "2"', ',"x",, "2" ,', "*"])
def test_the_present_version_in_any_spelling(cast: Cast, tag: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    assert table.correct(1, "N=5 E=out", if_match=tag).status_code == 200
    assert table.game["version"] == 3

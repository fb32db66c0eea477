"""POST tally/: can this round's count be, and who laid down?"""

from typing import Any

import pytest

from tests.api.client import ContractClient
from tests.api.reference import reference_cases

NORTH: dict[str, Any] = {"player": "North", "phase": 4, "went_out": True}
EAST: dict[str, Any] = {"player": "East", "phase": 6, "points": 15}
GOOD: dict[str, Any] = {"edition": "classic", "results": [NORTH, EAST]}


def round_of(*results: dict[str, Any], edition: str = "classic") -> dict[str, Any]:
    return {"edition": edition, "results": list(results)}


def codes(answer: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["player"]) for problem in answer["problems"]]


@pytest.mark.parametrize(("body", "expected"), reference_cases("tally"))
def test_it_rules_as_the_reference(
    api: ContractClient, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask("tally/", body)
    # In every case the first player went out, and the second is asked about.
    asked_about = answer["results"][1]
    assert {"ok": answer["ok"], "laid_down": asked_about["laid_down"]} == expected
    assert answer["ok"] == (not answer["problems"])


# --- The answer, to the letter of section 8 ---------------------------------------------


def test_the_points_settle_who_laid_down(api: ContractClient) -> None:
    south = {"player": "South", "phase": 6, "points": 85}
    assert api.ask("tally/", round_of(NORTH, EAST, south)) == {
        "ok": True,
        "problems": [],
        "results": [
            {
                "player": "North",
                "phase": 4,
                "points": 0,
                "laid_down": True,
                "went_out": True,
                "next_phase": 5,
                "open": None,
            },
            {
                "player": "East",
                "phase": 6,
                "points": 15,
                "laid_down": True,
                "went_out": False,
                "next_phase": 7,
                "open": None,
            },
            {
                "player": "South",
                "phase": 6,
                "points": 85,
                "laid_down": False,
                "went_out": False,
                "next_phase": 6,
                "open": None,
            },
        ],
    }


def test_what_is_unsettled_is_null(api: ContractClient) -> None:
    east = {"player": "East", "phase": 1, "points": 55}
    north = {"player": "North", "phase": 1, "went_out": True}
    answer = api.ask("tally/", round_of(north, east, edition="flip"))
    [problem] = answer["problems"]
    assert not answer["ok"]
    assert problem.keys() == {"code", "message", "group", "cards", "rule", "rule_entry", "player"}
    assert (problem["code"], problem["player"]) == ("laid_down_unknown", "East")
    assert (problem["group"], problem["cards"], problem["rule"]) == (None, [], "6")
    assert answer["results"][1] == {
        "player": "East",
        "phase": 1,
        "points": 55,
        "laid_down": None,
        "went_out": False,
        "next_phase": None,
        "open": None,
    }
    # The table knows.
    for laid_down, next_phase in [(True, 2), (False, 1)]:
        told = api.ask("tally/", round_of(north, {**east, "laid_down": laid_down}, edition="flip"))
        assert told["ok"]
        assert told["results"][1]["laid_down"] is laid_down
        assert told["results"][1]["next_phase"] == next_phase


# --- Lines that are still open ----------------------------------------------------------


def test_an_open_line_says_what_it_can_still_be(api: ContractClient) -> None:
    south = {"player": "South", "phase": 6, "points": None}
    answer = api.ask("tally/", round_of(NORTH, EAST, south))
    assert (answer["ok"], answer["problems"]) == (False, [])
    line = answer["results"][2]
    assert (line["points"], line["laid_down"], line["went_out"]) == (None, None, False)
    assert line["open"] == {
        "can_go_out": False,
        "after_laying_down": {"cards_from": 1, "cards_to": 1, "points": [5, 10, 15, 25]},
        "without_laying_down": {
            "cards_from": 10,
            "cards_to": 10,
            "points": list(range(50, 235, 5)),
        },
    }
    assert [one["open"] for one in answer["results"][:2]] == [None, None]


@pytest.mark.parametrize(
    ("said", "possible"),
    [
        ({}, (True, True, True)),
        ({"laid_down": True}, (True, True, False)),
        ({"laid_down": False}, (False, False, True)),
    ],
)
def test_what_is_said_narrows_an_open_line(
    api: ContractClient, said: dict[str, Any], possible: tuple[bool, ...]
) -> None:
    south = {"player": "South", "phase": 6, **said}
    answer = api.ask("tally/", round_of(EAST, south))
    line = answer["results"][1]["open"]
    found = [line["can_go_out"], *(line[f"{how}_laying_down"] for how in ("after", "without"))]
    assert tuple(map(bool, found)) == possible
    # Somebody must still have gone out, unless nobody can have.
    asked = [("nobody_went_out", None)] if said.get("laid_down") is False else []
    assert codes(answer) == asked


def test_messages_use_the_name(api: ContractClient) -> None:
    east = {**EAST, "player": "0b6f8c8e", "name": "East", "points": 30}
    answer = api.ask("tally/", round_of(NORTH, east))
    [problem] = answer["problems"]
    assert problem["player"] == answer["results"][1]["player"] == "0b6f8c8e"
    assert problem["message"].startswith("East cannot have 30 points.")


def test_cards_are_counted(api: ContractClient) -> None:
    east = {"player": "East", "phase": 6, "cards": ["w"]}
    line = api.ask("tally/", round_of(NORTH, east))["results"][1]
    assert (line["points"], line["laid_down"]) == (25, True)


def test_null_is_as_good_as_left_out(api: ContractClient) -> None:
    east = {**EAST, "cards": None, "laid_down": None, "went_out": False}
    north = {**NORTH, "points": None, "cards": None, "laid_down": None}
    assert api.ask("tally/", round_of(north, east)) == api.ask("tally/", GOOD)


def test_the_phases_of_the_game_decide(api: ContractClient) -> None:
    body = {**round_of({**NORTH, "phase": 2}, {**EAST, "phase": 1})}
    phases = [6, [{"kind": "set", "size": 2}]]
    answer = api.ask("tally/", {**body, "phases": phases})
    # 15 is what Phase 6 can leave, and not what Phase 1 of the edition can.
    assert [line["next_phase"] for line in answer["results"]] == [None, 2]


def test_blanks_around_a_name_do_not_count(api: ContractClient) -> None:
    answer = api.ask("tally/", round_of({**NORTH, "player": " Nörth 🃏 "}, EAST))
    assert answer["results"][0]["player"] == "Nörth 🃏"


def test_every_problem_is_told(api: ContractClient) -> None:
    east = {**EAST, "points": 35}
    south = {"player": "South", "phase": 99, "points": 5}
    assert set(codes(api.ask("tally/", round_of(east, south)))) == {
        ("nobody_went_out", None),
        ("points_not_possible", "East"),
        ("wrong_phase", "South"),
    }


# --- Malformed questions ----------------------------------------------------------------


RESULTS: dict[str, tuple[Any, str, str]] = {
    "null": (None, "", "null"),
    "a text": ("North", "", "not_a_list"),
    "an object": ({"0": NORTH, "1": EAST}, "", "not_a_list"),
    "nobody": ([], "", "min_length"),
    "one player": ([NORTH], "", "min_length"),
    "seven players": ([{}] * 7, "", "max_length"),
    "10 000 players": ([{}] * 10_000, "", "max_length"),
    "a text for a line": ([NORTH, "East"], ".1", "invalid"),
    "null for a line": ([NORTH, None], ".1", "null"),
}


@pytest.mark.parametrize(("results", "where", "code"), RESULTS.values(), ids=RESULTS.keys())
def test_it_refuses_results(api: ContractClient, results: Any, where: str, code: str) -> None:
    assert api.refusal("tally/", {**GOOD, "results": results}) == {(f"results{where}", code)}

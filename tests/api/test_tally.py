"""POST tally/: can this round's count be, and who laid down?"""

from typing import Any

import pytest

from tests.api import malformed
from tests.api.client import ContractClient
from tests.api.reference import reference_cases

NORTH: dict[str, Any] = {"player": "North", "phase": 4, "went_out": True}
EAST: dict[str, Any] = {"player": "East", "phase": 6, "points": 15}
GOOD: dict[str, Any] = {"edition": "classic", "results": [NORTH, EAST]}


def round_of(*results: dict[str, Any], edition: str = "classic") -> dict[str, Any]:
    return {"edition": edition, "results": list(results)}


def codes(answer: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["player"]) for problem in answer["problems"]]


@pytest.mark.parametrize(("path", "body", "expected"), reference_cases("tally"))
def test_it_rules_as_the_reference(
    api: ContractClient, path: str, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask(f"/api/v1/{path}", body)
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


@pytest.mark.parametrize("left", [{"points": 0}, {"cards": []}, {"points": 0, "went_out": False}])
def test_the_only_player_with_nothing_left_went_out(
    api: ContractClient, left: dict[str, Any]
) -> None:
    told = api.ask("tally/", GOOD)
    assert api.ask("tally/", round_of({"player": "North", "phase": 4, **left}, EAST)) == told


def test_two_players_with_0_points_are_asked_which_of_them_went_out(api: ContractClient) -> None:
    north = {"player": "North", "phase": 4, "points": 0}
    east = {"player": "East", "phase": 6, "cards": []}
    answer = api.ask("tally/", round_of(north, east))
    [problem] = answer["problems"]
    assert (problem["code"], problem["player"]) == ("several_went_out", None)
    assert problem["message"] == (
        "0 points mean that a player went out, and only one goes out in a round. "
        "Was it North or East?"
    )
    # That a player has not laid down settles it: only the other can have gone out.
    answer = api.ask("tally/", round_of(north, {**east, "laid_down": False}))
    assert [line["went_out"] for line in answer["results"]] == [True, False]


def test_0_points_next_to_a_player_who_is_marked_as_out_are_asked_about(
    api: ContractClient,
) -> None:
    answer = api.ask("tally/", round_of(NORTH, {**EAST, "points": 0}))
    [problem] = answer["problems"]
    assert problem["code"] == "several_went_out"
    assert problem["message"].endswith("Was it North or East?")


def test_0_points_without_a_phase_are_a_contradiction(api: ContractClient) -> None:
    north = {"player": "North", "phase": 4, "points": 0, "laid_down": False}
    [problem] = api.ask("tally/", round_of(north, EAST))["problems"]
    assert (problem["code"], problem["player"]) == ("went_out_without_phase", "North")
    assert problem["message"] == (
        "0 points mean that North went out, which is only possible after laying down the Phase."
    )


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


def test_what_is_known_is_checked_while_a_line_is_open(api: ContractClient) -> None:
    east = {**EAST, "points": 30}
    answer = api.ask("tally/", round_of(NORTH, east, {"player": "South", "phase": 6}))
    assert codes(answer) == [("points_not_possible", "East")]
    twice = round_of(NORTH, {**EAST, "points": 0}, {"player": "South", "phase": 6})
    assert codes(api.ask("tally/", twice)) == [("several_went_out", None)]
    # All Wilds of the deck are in the hands of two, and more.
    rich = [{"player": name, "phase": 6, "points": 225, "laid_down": False} for name in "AB"]
    [problem] = api.ask("tally/", round_of(NORTH, *rich, {"player": "C", "phase": 6}))["problems"]
    assert problem["code"] == "too_many_copies"


def test_a_phase_that_is_not_there_is_not_open(api: ContractClient) -> None:
    answer = api.ask("tally/", round_of(NORTH, {"player": "South", "phase": 11}))
    assert codes(answer) == [("wrong_phase", "South")]
    assert answer["results"][1]["open"] is None


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


def test_no_phase_follows_the_last(api: ContractClient) -> None:
    answer = api.ask("tally/", round_of({**NORTH, "phase": 10}, EAST))
    assert answer["ok"]
    assert answer["results"][0]["next_phase"] is None


def test_the_phases_of_the_game_decide(api: ContractClient) -> None:
    body = {**round_of({**NORTH, "phase": 2}, {**EAST, "phase": 1})}
    phases = [6, [{"kind": "set", "size": 2}]]
    answer = api.ask("tally/", {**body, "phases": phases})
    # 15 is what Phase 6 can leave, and not what Phase 1 of the edition can.
    assert [line["next_phase"] for line in answer["results"]] == [None, 2]


@pytest.mark.parametrize("sizes", [(5, 5), (6, 5)])
def test_a_phase_that_takes_the_whole_hand_is_laid_down_by_going_out(
    api: ContractClient, sizes: tuple[int, int]
) -> None:
    phase = [{"kind": "set", "size": size} for size in sizes]
    north = {"player": "North", "phase": 1, "points": 0}

    def ask(**east: Any) -> dict[str, Any]:
        body = round_of(north, {"player": "East", "phase": 1, **east})
        return api.ask("tally/", {**body, "phases": [phase]})

    answer = ask(points=50)
    assert answer["ok"]
    assert [line["laid_down"] for line in answer["results"]] == [True, False]
    [problem] = ask(points=5)["problems"]
    assert (problem["code"], problem["player"]) == ("points_not_possible", "East")
    assert problem["message"].endswith(
        "Whoever lays down this Phase goes out: it takes the whole hand."
    )
    # One player can lay it down in a round, and that one goes out.
    [problem] = ask(points=0)["problems"]
    assert problem["code"] == "several_went_out"


def test_blanks_around_a_name_do_not_count(api: ContractClient) -> None:
    answer = api.ask("tally/", round_of({**NORTH, "player": " Nörth 🃏 "}, EAST))
    assert answer["results"][0]["player"] == "Nörth 🃏"


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([{**NORTH, "went_out": False, "points": 5}, EAST], ("nobody_went_out", None)),
        ([NORTH, {**EAST, "points": 0, "went_out": True}], ("several_went_out", None)),
        ([{**NORTH, "laid_down": False}, EAST], ("went_out_without_phase", "North")),
        ([{**NORTH, "points": 5}, EAST], ("went_out_with_cards", "North")),
        ([{**NORTH, "cards": ["R1"]}, EAST], ("went_out_with_cards", "North")),
        ([NORTH, {**EAST, "points": 35}], ("points_not_possible", "East")),
        ([NORTH, {**EAST, "points": 12}], ("points_not_multiple_of_5", "East")),
        ([NORTH, {**EAST, "phase": 11}], ("wrong_phase", "East")),
        ([NORTH, {**EAST, "phase": 0}], ("wrong_phase", "East")),
        (
            [NORTH, {"player": "East", "phase": 6, "cards": ["R1", "R2"]}],
            ("wrong_card_count", "East"),
        ),
        (
            [
                NORTH,
                {"player": "East", "phase": 6, "cards": ["R1"]},
                {"player": "South", "phase": 6, "cards": ["R1"]},
                {"player": "West", "phase": 6, "cards": ["R1"]},
            ],
            ("too_many_copies", None),
        ),
    ],
)
def test_a_wrong_count_is_a_good_question(
    api: ContractClient, results: list[dict[str, Any]], expected: tuple[str, str | None]
) -> None:
    answer = api.ask("tally/", round_of(*results))
    assert not answer["ok"]
    assert expected in codes(answer)
    assert len(answer["results"]) == len(results)


def test_every_problem_is_told(api: ContractClient) -> None:
    east = {**EAST, "points": 35}
    south = {"player": "South", "phase": 99, "points": 5}
    assert set(codes(api.ask("tally/", round_of(east, south)))) == {
        ("nobody_went_out", None),
        ("points_not_possible", "East"),
        ("wrong_phase", "South"),
    }


# --- Malformed questions ----------------------------------------------------------------


@pytest.mark.parametrize("missing", ["edition", "results"])
def test_it_refuses_what_lacks_a_field(api: ContractClient, missing: str) -> None:
    body = {name: value for name, value in GOOD.items() if name != missing}
    assert api.refusal("tally/", body) == {(missing, "required")}


def test_it_refuses_unknown_fields_at_every_level(api: ContractClient) -> None:
    body = {
        **round_of({**NORTH, "next_phase": 5}, EAST),
        "phases": [[{"kind": "set", "size": 2, "name": "x"}]],
        "house_rules": {"jokers": True},
        "round": 3,
    }
    assert api.refusal("tally/", body) == {
        ("round", "unknown_field"),
        ("results.0.next_phase", "unknown_field"),
        ("phases.0.0.name", "unknown_field"),
        ("house_rules.jokers", "unknown_field"),
    }


@pytest.mark.parametrize("edition", malformed.EDITIONS.values(), ids=malformed.EDITIONS.keys())
def test_it_refuses_an_edition(api: ContractClient, edition: Any) -> None:
    assert api.refusal("tally/", {**GOOD, "edition": edition}) == {("edition", "invalid_choice")}


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


LINES: dict[str, tuple[dict[str, Any], str, str]] = {
    "a number for a name": ({"player": 7}, "player", "invalid"),
    "true for a name": ({"player": True}, "player", "invalid"),
    "null for a name": ({"player": None}, "player", "null"),
    "a list for a name": ({"player": ["East"]}, "player", "invalid"),
    "no name": ({"player": ""}, "player", "blank"),
    "blanks for a name": ({"player": " \u3000 "}, "player", "blank"),
    "a long name": ({"player": "x" * 81}, "player", "max_length"),
    "a zero byte in a name": ({"player": "Ea\x00st"}, "player", "null_characters_not_allowed"),
    "the name of another": ({"player": "North"}, "player", "duplicate_player"),
    "the same but for blanks": ({"player": " North "}, "player", "duplicate_player"),
    "a phase in words": ({"phase": "6"}, "phase", "invalid"),
    "a full-width phase": ({"phase": "\uff16"}, "phase", "invalid"),
    "a fraction of a phase": ({"phase": 6.0}, "phase", "invalid"),
    "true for a phase": ({"phase": True}, "phase", "invalid"),
    "null for a phase": ({"phase": None}, "phase", "null"),
    "a huge phase": ({"phase": 10**30}, "phase", "max_value"),
    "points in words": ({"points": "15"}, "points", "invalid"),
    "full-width points": ({"points": "\uff11\uff15"}, "points", "invalid"),
    "a fraction of points": ({"points": 15.0}, "points", "invalid"),
    "true for points": ({"points": True}, "points", "invalid"),
    "negative points": ({"points": -5}, "points", "min_value"),
    "huge points": ({"points": 10**30}, "points", "max_value"),
    "points and cards": ({"cards": ["R9"]}, "points", "points_and_cards"),
    "points and no cards left": ({"cards": []}, "points", "points_and_cards"),
    "a number for another name": ({"name": 7}, "name", "invalid"),
    "an empty name": ({"name": ""}, "name", "blank"),
    "another long name": ({"name": "x" * 81}, "name", "max_length"),
    "a number for a switch": ({"laid_down": 1}, "laid_down", "invalid"),
    "a text for a switch": ({"laid_down": "null"}, "laid_down", "invalid"),
    "null for who went out": ({"went_out": None}, "went_out", "null"),
    "a text for who went out": ({"went_out": "yes"}, "went_out", "invalid"),
}


@pytest.mark.parametrize(("change", "field", "code"), LINES.values(), ids=LINES.keys())
def test_it_refuses_a_line(
    api: ContractClient, change: dict[str, Any], field: str, code: str
) -> None:
    body = round_of(NORTH, {**EAST, **change})
    assert api.refusal("tally/", body) == {(f"results.1.{field}", code)}


@pytest.mark.parametrize("missing", ["player", "phase"])
def test_it_refuses_a_line_that_lacks_a_field(api: ContractClient, missing: str) -> None:
    east = {name: value for name, value in EAST.items() if name != missing}
    assert api.refusal("tally/", round_of(NORTH, east)) == {(f"results.1.{missing}", "required")}


# Neither null nor nothing is malformed here: null says "not given", nothing "no card left".
LEFT = {name: case for name, case in malformed.CARDS.items() if case[0] not in (None, [])}


@pytest.mark.parametrize(("cards", "where", "code"), LEFT.values(), ids=LEFT.keys())
def test_it_refuses_cards(api: ContractClient, cards: Any, where: str, code: str) -> None:
    east = {"player": "East", "phase": 6, "cards": cards}
    assert api.refusal("tally/", round_of(NORTH, east)) == {(f"results.1.cards{where}", code)}


def test_it_refuses_a_card_of_another_deck_and_a_name_twice_at_once(api: ContractClient) -> None:
    other = {"player": "North", "phase": 6, "cards": ["R9", "W7"]}
    assert api.refusal("tally/", round_of(NORTH, other)) == {
        ("results.1.player", "duplicate_player"),
        ("results.1.cards.1", "unknown_card"),
    }


PHASES: dict[str, tuple[Any, str, str]] = {
    "null": (None, "", "null"),
    "a number": (10, "", "not_a_list"),
    "none": ([], "", "min_length"),
    "21 phases": ([1] * 21, "", "max_length"),
    "10 000 phases": (["?"] * 10_000, "", "max_length"),
    "a phase in words": ([1, "2"], ".1", "invalid"),
    "a phase that is not there": ([1, 11], ".1", "unknown_phase"),
    "a phase of nothing": ([1, []], ".1", "empty"),
    "null for a phase": ([1, None], ".1", "null"),
    "no such kind": ([1, [{"kind": "flush", "size": 3}]], ".1.0.kind", "invalid_choice"),
    "an impossible size": ([1, [{"kind": "run", "size": 13}]], ".1.0.size", "impossible_size"),
    "more than a hand": ([1, [{"kind": "set", "size": 12}]], ".1", "impossible_size"),
}


@pytest.mark.parametrize(("phases", "where", "code"), PHASES.values(), ids=PHASES.keys())
def test_it_refuses_phases(api: ContractClient, phases: Any, where: str, code: str) -> None:
    assert api.refusal("tally/", {**GOOD, "phases": phases}) == {(f"phases{where}", code)}


@pytest.mark.parametrize(
    ("rules", "where", "code"), malformed.HOUSE_RULES.values(), ids=malformed.HOUSE_RULES.keys()
)
def test_it_refuses_house_rules(api: ContractClient, rules: Any, where: str, code: str) -> None:
    body = {**GOOD, "house_rules": rules}
    assert api.refusal("tally/", body) == {(f"house_rules{where}", code)}

"""POST phase/: may these groups be laid down as this Phase?"""

from typing import Any

import pytest

from tests.api.client import ContractClient
from tests.api.reference import reference_cases

SETS = [["R7", "B7", "G7"], ["R9", "B9", "G9"]]
GOOD: dict[str, Any] = {"edition": "classic", "phase": 1, "groups": SETS}


@pytest.mark.parametrize(("body", "expected"), reference_cases("phase"))
def test_it_rules_as_the_reference(
    api: ContractClient, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask("phase/", body)
    assert {key: answer[key] for key in expected} == expected
    assert answer["legal"] == (not answer["problems"])


# --- The answer, to the letter of section 8 ---------------------------------------------


def test_a_legal_phase_has_its_groups_in_the_order_of_the_phase(api: ContractClient) -> None:
    run, set_ = ["W", "G5", "B6", "R7", "Y8"], ["R8", "W=8", "B8"]
    answer = api.ask("phase/", {"edition": "classic", "phase": 2, "groups": [run, set_]})
    assert answer == {
        "legal": True,
        "ambiguous": False,
        "problems": [],
        "suggestion": None,
        "groups": [
            {
                "kind": "set",
                "size": 3,
                "cards": ["R8", "W=8", "B8"],
                "number": 8,
                "color": None,
                "low": None,
                "high": None,
            },
            {
                "kind": "run",
                "size": 5,
                "cards": ["W=4", "G5", "B6", "R7", "Y8"],
                "number": None,
                "color": None,
                "low": 4,
                "high": 8,
            },
        ],
        "choices": [],
        "extra_cards": 1,
    }


def test_an_illegal_phase_has_problems_and_no_groups(api: ContractClient) -> None:
    groups = [SETS[0], ["R9", "B9", "G8"]]
    answer = api.ask("phase/", {**GOOD, "groups": groups})
    [problem] = answer.pop("problems")
    suggestion = answer.pop("suggestion")
    assert suggestion.keys() == {"group", "without", "cards", "groups"}
    assert (suggestion["group"], suggestion["without"], suggestion["groups"]) == (1, "G8", [])
    assert set(suggestion["cards"]) == {"R9", "Y9", "G9", "B9", "W"}
    nothing: dict[str, list[object]] = {"groups": [], "choices": []}
    assert answer == {"legal": False, "ambiguous": False, **nothing, "extra_cards": 0}
    assert problem.keys() == {"code", "message", "group", "cards", "rule", "rule_entry"}
    assert (problem["code"], problem["group"]) == ("not_one_number", 1)
    assert problem["rule"] == "2"
    assert set(problem["cards"]) <= set(groups[1])


def test_cards_in_the_wrong_group_are_put_right(api: ContractClient) -> None:
    groups = [["R7", "B7", "G9"], ["R9", "B9", "G7"]]
    suggestion = api.ask("phase/", {**GOOD, "groups": groups})["suggestion"]
    assert (suggestion["group"], suggestion["without"], suggestion["cards"]) == (None, None, [])
    assert api.ask("phase/", {**GOOD, "groups": suggestion["groups"]})["legal"]


def test_case_and_blanks_do_not_matter(api: ContractClient) -> None:
    groups = [["r7", " B7 ", "w=g7"], SETS[1]]
    answer = api.ask("phase/", {**GOOD, "groups": groups})
    assert answer["groups"][0]["cards"] == ["R7", "B7", "W=G7"]


def test_a_phase_of_ones_own(api: ContractClient) -> None:
    phase = [{"kind": "pair_run", "size": 4}]
    body = {"edition": "classic", "phase": phase, "groups": [["R3", "B3", "G4", "W"]]}
    assert api.ask("phase/", body)["groups"][0]["kind"] == "pair_run"


@pytest.mark.parametrize(
    ("rule", "groups", "code"),
    [
        ({"oversize_groups": False}, [[*SETS[0], "Y7"], SETS[1]], "oversized_group"),
        ({"number_card_per_group": True}, [["W=7", "W", "W"], SETS[1]], "no_number_card"),
    ],
)
def test_a_house_rule_decides(
    api: ContractClient, rule: dict[str, bool], groups: list[list[str]], code: str
) -> None:
    body = {**GOOD, "groups": groups}
    assert api.ask("phase/", body)["legal"]
    problems = api.ask("phase/", {**body, "house_rules": rule})["problems"]
    assert [problem["code"] for problem in problems] == [code]


# --- Malformed questions ----------------------------------------------------------------


@pytest.mark.parametrize("short", [1, [{"kind": "set", "size": 3}, {"kind": "set", "size": 3}]])
def test_a_phase_may_be_sent_as_an_object(api: ContractClient, short: Any) -> None:
    name = "number" if isinstance(short, int) else "groups"
    answer = api.ask("phase/", {**GOOD, "phase": {name: short}})
    assert answer == api.ask("phase/", {**GOOD, "phase": short})


@pytest.mark.parametrize(
    ("phase", "where", "code"),
    [
        ({"number": 1, "groups": [{"kind": "set", "size": 3}]}, "", "invalid"),
        ({"number": None}, ".number", "null"),
        ({"number": "1"}, ".number", "invalid"),
        ({"groups": [{"kind": "flush", "size": 3}]}, ".groups.0.kind", "invalid_choice"),
        ({"kind": "set", "size": 3}, ".kind", "unknown_field"),
    ],
)
def test_it_refuses_a_phase_as_an_object(
    api: ContractClient, phase: dict[str, Any], where: str, code: str
) -> None:
    assert (f"phase{where}", code) in api.refusal("phase/", {**GOOD, "phase": phase})

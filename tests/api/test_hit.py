"""POST hit/: may these cards be added to this group?"""

from typing import Any

import pytest

from tests.api.client import ContractClient
from tests.api.reference import reference_cases

RUN = {"kind": "run", "cards": ["R4", "B5", "G6"]}
GOOD: dict[str, Any] = {"edition": "classic", "target": RUN, "cards": ["Y7"]}


@pytest.mark.parametrize(("body", "expected"), reference_cases("hit"))
def test_it_rules_as_the_reference(
    api: ContractClient, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask("hit/", body)
    assert {key: answer[key] for key in expected} == expected
    assert answer["legal"] == (not answer["problems"])
    assert answer["ambiguous"] == bool(answer["choices"])
    # Exactly one of three: the standing, the choices, or the problems.
    assert sum(map(bool, (answer["target"], answer["choices"], answer["problems"]))) == 1


# --- The answer, to the letter of section 8 ---------------------------------------------


def test_a_legal_hit_has_the_standing_after_it(api: ContractClient) -> None:
    assert api.ask("hit/", GOOD) == {
        "legal": True,
        "ambiguous": False,
        "problems": [],
        "suggestion": None,
        "target": {
            "kind": "run",
            "size": 4,
            "cards": ["R4", "B5", "G6", "Y7"],
            "number": None,
            "color": None,
            "low": 4,
            "high": 7,
        },
        "choices": [],
    }


def test_an_illegal_hit_has_problems_and_no_standing(api: ContractClient) -> None:
    answer = api.ask("hit/", {**GOOD, "cards": ["Y9"]})
    [problem] = answer.pop("problems")
    suggestion = answer.pop("suggestion")
    assert suggestion.keys() == {"group", "without", "cards", "groups"}
    assert (suggestion["group"], suggestion["without"], suggestion["groups"]) == (None, "Y9", [])
    assert sorted(suggestion["cards"]) == ["B3", "B7", "G3", "G7", "R3", "R7", "W", "Y3", "Y7"]
    assert answer == {"legal": False, "ambiguous": False, "target": None, "choices": []}
    assert problem.keys() == {"code", "message", "group", "cards", "rule", "rule_entry"}
    assert (problem["code"], problem["group"], problem["cards"]) == ("not_at_an_end", None, ["Y9"])
    assert problem["rule"].startswith("4")


def test_an_ambiguous_hit_has_every_standing_the_high_end_first(api: ContractClient) -> None:
    answer = api.ask("hit/", {**GOOD, "cards": ["W"]})
    assert (answer["legal"], answer["ambiguous"], answer["target"]) == (True, True, None)
    assert [(choice["low"], choice["high"]) for choice in answer["choices"]] == [(4, 7), (3, 6)]
    assert [choice["cards"] for choice in answer["choices"]] == [
        ["R4", "B5", "G6", "W=7"],
        ["W=3", "R4", "B5", "G6"],
    ]


def test_ones_own_phase_is_taken_to_be_down(api: ContractClient) -> None:
    assert api.ask("hit/", {**GOOD, "phase_laid": True}) == api.ask("hit/", GOOD)
    answer = api.ask("hit/", {**GOOD, "phase_laid": False})
    assert [problem["code"] for problem in answer["problems"]] == ["phase_not_laid"]


def test_a_house_rule_decides(api: ContractClient) -> None:
    target = {"kind": "pair_run", "cards": ["R6", "B6", "R7", "B7"]}
    body = {"edition": "express", "target": target, "cards": ["G6"]}
    assert not api.ask("hit/", body)["legal"]
    assert api.ask("hit/", {**body, "house_rules": {"pair_run_singles": True}})["legal"]


# --- Malformed questions ----------------------------------------------------------------


TARGETS: dict[str, tuple[Any, str, str]] = {
    "null": (None, "", "null"),
    "a list": (["R4", "B5"], "", "invalid"),
    "a text": ("run", "", "invalid"),
    "no kind": ({"cards": ["R4", "B5"]}, ".kind", "required"),
    "no cards": ({"kind": "run"}, ".cards", "required"),
    "one card": ({"kind": "set", "cards": ["R4"]}, ".cards", "no_group"),
    "a gap": ({"kind": "run", "cards": ["R4", "B6"]}, ".cards", "no_group"),
    "a run that descends": ({"kind": "run", "cards": ["R6", "R5", "R4"]}, ".cards", "no_group"),
    "a run in no order": ({"kind": "run", "cards": ["R5", "R4", "R6"]}, ".cards", "no_group"),
    "two numbers": ({"kind": "set", "cards": ["R4", "R5"]}, ".cards", "no_group"),
    "two colors": ({"kind": "color", "cards": ["R4", "B4"]}, ".cards", "no_group"),
    "an even card": ({"kind": "odd", "cards": ["R3", "R4"]}, ".cards", "no_group"),
    "half a pair": ({"kind": "pair_run", "cards": ["R3", "B3", "R4"]}, ".cards", "no_group"),
    "a Skip": ({"kind": "set", "cards": ["R4", "S"]}, ".cards", "no_group"),
    "beyond 12": ({"kind": "run", "cards": ["R12", "W=1"]}, ".cards", "no_group"),
    "another deck": ({"kind": "set", "cards": ["R4", "R4!"]}, ".cards.1", "unknown_card"),
}


@pytest.mark.parametrize(("target", "where", "code"), TARGETS.values(), ids=TARGETS.keys())
def test_it_refuses_a_target(api: ContractClient, target: Any, where: str, code: str) -> None:
    assert api.refusal("hit/", {**GOOD, "target": target}) == {(f"target{where}", code)}

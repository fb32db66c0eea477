"""POST hand/: what can this hand do?"""

from typing import Any

import pytest

from referee.rulebook.entries import RULE_ENTRIES
from referee.rulings.problems import RuleCode
from tests.api.client import ContractClient
from tests.api.reference import reference_cases

GOOD: dict[str, Any] = {"edition": "classic", "phase": 1, "hand": ["R9", "B9", "G2"]}


@pytest.mark.parametrize(("body", "expected"), reference_cases("hand"))
def test_it_says_what_the_reference_says(
    api: ContractClient, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask("hand/", body)
    found = {**answer, "outs": {out["card"]: out["unseen"] for out in answer["outs"]}}
    assert {key: found[key] for key in expected} == expected
    assert answer["unproven"] == []


def test_one_card_short(api: ContractClient) -> None:
    answer = api.ask(
        "hand/", {"edition": "express", "phase": 5, "hand": ["R3", "G3", "B8", "S", "Y9"]}
    )
    assert not answer["can_lay_down"]
    assert answer["missing"] == 1
    assert answer["outs"] == [
        {"card": "Y3", "unseen": 1},
        {"card": "B3", "unseen": 1},
        {"card": "W", "unseen": 3},
    ]
    assert answer["chance"] == round(5 / 49, 6)
    assert answer["leftover"]["points"] == 35
    assert answer["message"] == (
        "You need one more card: a 3 (2 left) or a Wild (3 left) would do. "
        "That is 5 of 49 unseen cards, about 1 in 10."
    )


def test_going_out_is_told_play_by_play(api: ContractClient) -> None:
    answer = api.ask(
        "hand/",
        {
            "edition": "express",
            "phase": 5,
            "hand": ["R3", "G3", "B3", "Y9", "R12"],
            "table": [{"kind": "run", "cards": ["G6", "W=7", "Y8"]}],
        },
    )
    assert answer["can_go_out"]
    assert [(play["action"], play["cards"], play["own"]) for play in answer["going_out"]] == [
        ("lay_down", ["R3", "G3", "B3"], True),
        ("hit", ["Y9"], False),
        ("discard", ["R12"], False),
    ]
    assert answer["leftover"] == {"cards": ["R12"], "points": 10}
    assert answer["hits"] == [{"card": "Y9", "group": 0, "own": False}]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"hand": ["R9"] * 3}, ("hand", "too_many_copies")),
        ({"hand": ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"]},
         ("hand", "too_many_cards")),
        ({"hand": ["W=R9"]}, ("hand", "bad_declaration")),
        ({"edition": "flip", "hand": ["R9", "W9"]}, ("hand", "mixed_sides")),
        ({"seen": ["R9", "R9"]}, ("hand", "too_many_copies")),
        ({"seen": ["R13"]}, ("seen.0", "unknown_card")),
        ({"seen": ["W7"]}, ("seen.0", "unknown_card")),
        ({"table": [{"kind": "run", "cards": ["R4", "R7"]}]}, ("table.0.cards", "no_group")),
        ({"table": [{"kind": "set", "cards": ["R4"]}]}, ("table.0.cards", "no_group")),
        ({"table": [{"kind": "set", "cards": ["R4", "W3"]}]}, ("table.0.cards.1", "unknown_card")),
        ({"table": [{"kind": "set", "cards": ["R4", "B4"]}] * 25}, ("table", "max_length")),
        ({"phase": 11}, ("phase", "unknown_phase")),
        ({"cards": ["R9"]}, ("cards", "unknown_field")),
    ],
)  # fmt: skip
def test_it_refuses_what_cannot_be(
    api: ContractClient, change: dict[str, Any], error: tuple[str, str]
) -> None:
    assert api.refusal("hand/", {**GOOD, **change}) == {error}


def test_a_hand_that_cannot_be_leads_to_its_rule(api: ContractClient) -> None:
    [error] = api.post("hand/", {**GOOD, "hand": ["R9"] * 3}).json()["errors"]
    assert RuleCode(error["code"]) in RULE_ENTRIES[error["rule_entry"]].codes
    [error] = api.post("hand/", {**GOOD, "hand": ["R13"]}).json()["errors"]
    assert "rule_entry" not in error

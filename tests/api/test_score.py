"""POST score/: how many points do these cards cost in hand?"""

from typing import Any

import pytest

from referee.rulebook.entries import RULE_ENTRIES
from referee.wire.verdicts import RULE_CODES
from tests.api.client import ContractClient
from tests.api.reference import reference_cases

GOOD: dict[str, Any] = {"edition": "classic", "cards": ["R9"]}


@pytest.mark.parametrize(("body", "expected"), reference_cases("score"))
def test_it_counts_as_the_reference(
    api: ContractClient, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = api.ask("score/", body)
    assert {key: answer[key] for key in expected} == expected
    assert [line["card"] for line in answer["cards"]] == body["cards"]
    assert sum(line["points"] for line in answer["cards"]) == answer["points"]


def test_the_answer_has_every_card_in_its_place(api: ContractClient) -> None:
    answer = api.ask("score/", {"edition": "flip", "cards": [" w12!", "W*", "w3"]})
    assert answer == {
        "points": 35,
        "cards": [
            {"card": "W12!", "points": 10},
            {"card": "W*", "points": 20},
            {"card": "W3", "points": 5},
        ],
    }


@pytest.mark.parametrize(
    ("edition", "cards", "field", "code"),
    [
        ("classic", ["R9", "W7"], "cards.1", "unknown_card"),
        ("express", ["R9", "R*"], "cards.1", "unknown_card"),
        ("flip", ["R9", "W"], "cards.1", "unknown_card"),
        ("flip", ["R9", "R2!"], "cards.1", "unknown_card"),
        ("classic", ["R9", "W=5"], "cards.1", "declared_in_hand"),
        ("flip", ["R9", "W7"], "cards", "mixed_sides"),
        ("classic", ["R9", "R9", "R9"], "cards", "too_many_copies"),
        ("express", ["W"] * 4, "cards", "too_many_copies"),
        # The card with the symbol and those without are counted together.
        ("flip", ["R9!", "R9", "R9"], "cards", "too_many_copies"),
    ],
)
def test_it_refuses_what_is_no_hand(
    api: ContractClient, edition: str, cards: list[str], field: str, code: str
) -> None:
    question = {"edition": edition, "cards": cards}
    assert api.refusal("score/", question) == {(field, code)}
    [error] = api.post("score/", question).json()["errors"]
    if code in RULE_CODES:
        assert code in RULE_ENTRIES[error["rule_entry"]].codes
    else:
        assert "rule_entry" not in error

"""Malformed values that every endpoint of the referee refuses in the same way."""

from copy import deepcopy
from typing import Any

import pytest

from tests.api import test_hand, test_hit, test_phase, test_score, test_tally
from tests.api.client import ContractClient
from tests.api.malformed import CARDS, HOUSE_RULES, NO_CARDS

TALLY = {**test_tally.GOOD, "results": [test_tally.NORTH, {"player": "East", "phase": 6}]}

QUESTIONS: dict[str, dict[str, Any]] = {
    "hit/": test_hit.GOOD,
    "phase/": test_phase.GOOD,
    "tally/": test_tally.GOOD,
}


def refused(api: ContractClient, path: str, good: Any, field: str, value: Any) -> Any:
    """The errors of a question with this value in the place of what is at a field."""
    body = here = deepcopy(good)
    *to, last = [int(part) if part.isdigit() else part for part in field.split(".")]
    for part in to:
        here = here[part]
    here[last] = value
    return api.refusal(path, body)


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize(("rules", "where", "code"), HOUSE_RULES.values(), ids=HOUSE_RULES.keys())
def test_house_rules(api: ContractClient, path: str, rules: Any, where: str, code: str) -> None:
    found = refused(api, path, QUESTIONS[path], "house_rules", rules)
    assert found == {(f"house_rules{where}", code)}


LISTS = [
    ("hit/", test_hit.GOOD, "cards"),
    ("hit/", test_hit.GOOD, "target.cards"),
    ("phase/", test_phase.GOOD, "groups.1"),
    ("score/", test_score.GOOD, "cards"),
    ("hand/", test_hand.GOOD, "hand"),
    ("tally/", TALLY, "results.1.cards"),
]


@pytest.mark.parametrize(
    ("path", "good", "field", "cards", "code"),
    [
        # Nothing may be null inside a list, as the cards of a group are.
        (*place, cards, "not_a_list" if (place[0], cards) == ("phase/", None) else code)
        for place in LISTS
        for cards, code in CARDS.values()
        # In a tally, null says "not given", and nothing "no card left".
        if place[0] != "tally/" or cards not in (None, [])
    ],
)
def test_a_list_of_cards(
    api: ContractClient, path: str, good: Any, field: str, cards: Any, code: str
) -> None:
    assert refused(api, path, good, field, cards) == {(field, code)}


@pytest.mark.parametrize("card", NO_CARDS.values(), ids=NO_CARDS.keys())
@pytest.mark.parametrize(("path", "good", "field"), [LISTS[0], LISTS[-1]])
def test_a_card(api: ContractClient, path: str, good: Any, field: str, card: Any) -> None:
    assert refused(api, path, good, field, ["R7", card]) == {(f"{field}.1", "unknown_card")}

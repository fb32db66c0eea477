"""GET editions/ and editions/{edition}/: decks, phases and points as in the rulebook."""

from collections import Counter
from typing import Any

import pytest

from tests.api.client import ContractClient
from tests.api.contract import ROOT

EDITIONS = ["classic", "express", "flip"]

# Sections 1 and 6 of the rulebook: how many cards of a side there are by their print
# without color or number, whether they bear a Flip symbol, and what they cost.
NUMBERS = {str(number): 5 if number < 10 else 10 for number in range(1, 13)}
DECKS: dict[str, dict[str, Any]] = {
    "classic": {"size": 108, "sides": {"color": {"#": 96, "W": 8, "S": 4}}},
    "flip": {"size": 104, "sides": {"color": {"#": 96, "*": 8}, "wild": {"W#": 96, "W*": 8}}},
    "express": {"size": 54, "sides": {"color": {"#": 48, "W": 3, "S": 3}}},
}
SPECIALS = {"S": 15, "*": 20, "W*": 20, "W": 25}
FLIP_SYMBOLS = {
    "color": {"B2", "B6", "B10", "G3", "G7", "G11", "R1", "R5", "R9", "Y4", "Y8", "Y12"},
    "wild": {*(f"W{number}" for number in range(1, 13)), "W*"},
}


def edition(api: ContractClient, name: str) -> dict[str, Any]:
    response = api.get(f"editions/{name}/")
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    return answer


def phases_of_the_rulebook() -> dict[str, list[str]]:
    """The table of section 2, as it is printed."""
    text = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
    table = text.partition("### Phases")[2].partition("\n\n")[2].partition("\n\n")[0]
    head, _line, *rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()
    ]
    return {name: [row[column] for row in rows] for column, name in enumerate(head) if name}


def printed(card: str) -> str:
    """`R7` as `#`, `W7` as `W#`, `R*` as `*`: what counts cards of a kind together."""
    for number in sorted(NUMBERS, key=len, reverse=True):
        card = card.replace(number, "#")
    return card.lstrip("RYGB")


def test_the_list_holds_every_edition(api: ContractClient) -> None:
    response = api.get("editions/")
    assert response.json() == [edition(api, name) for name in EDITIONS]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_phases_are_those_of_the_rulebook(api: ContractClient, name: str) -> None:
    phases = edition(api, name)["phases"]
    assert [phase["phase"] for phase in phases] == list(range(1, 11))
    found = [
        " + ".join(f"{group['kind']} {group['size']}" for group in phase["groups"])
        for phase in phases
    ]
    assert found == phases_of_the_rulebook()[name]
    assert all(phase["name"] for phase in phases)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_deck_is_that_of_the_rulebook(api: ContractClient, name: str) -> None:
    deck = edition(api, name)["deck"]
    assert deck["size"] == DECKS[name]["size"]
    assert [side["name"] for side in deck["sides"]] == list(DECKS[name]["sides"])
    for side in deck["sides"]:
        count: Counter[str] = Counter()
        for card in side["cards"]:
            count[printed(card["card"])] += card["copies"]
        assert count == DECKS[name]["sides"][side["name"]]
        assert count.total() == deck["size"]
        names = [card["card"] for card in side["cards"]]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("name", EDITIONS)
def test_the_flip_symbols_are_those_of_the_rulebook(api: ContractClient, name: str) -> None:
    for side in edition(api, name)["deck"]["sides"]:
        marked = {card["card"] for card in side["cards"] if card["flip_symbols"]}
        assert marked == (FLIP_SYMBOLS[side["name"]] if name == "flip" else set())
        assert {card["flip_symbols"] for card in side["cards"]} <= {0, 1}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_points_are_those_of_the_rulebook(api: ContractClient, name: str) -> None:
    answer = edition(api, name)
    specials = {kind for side in DECKS[name]["sides"].values() for kind in side if "#" not in kind}
    expected = {**NUMBERS, **{card: SPECIALS[card] for card in specials}}
    listed = {card: price["points"] for price in answer["points"] for card in price["cards"]}
    # The wild side's numbers are called by their numbers too.
    assert listed == expected
    for side in answer["deck"]["sides"]:
        for card in side["cards"]:
            kind = printed(card["card"])
            number = card["card"].lstrip("RYGBW")
            assert card["points"] == expected[number if "#" in kind else kind]


def test_the_rest_is_as_in_the_rulebook(api: ContractClient) -> None:
    for name, dealt in {"classic": 10, "flip": 10, "express": 5}.items():
        answer = edition(api, name)
        assert (answer["edition"], answer["dealt"]) == (name, dealt)
        assert (answer["min_players"], answer["max_players"]) == (2, 6)
        # Nobody has to tell colors apart by sight: these are printed on the cards (section 1).
        shapes = {color["letter"]: color["shape"] for color in answer["colors"]}
        assert list(shapes.items()) == [("R", "■"), ("Y", "◆"), ("G", "▼"), ("B", "●")]
        assert len({color["name"] for color in answer["colors"]}) == 4


def test_the_house_rules_have_the_defaults_of_the_rulebook(api: ContractClient) -> None:
    rules = {
        "oversize_groups": True,
        "number_card_per_group": False,
        "must_lay_down": False,
        "pair_run_singles": False,
    }
    assert edition(api, "classic")["house_rules"] == rules
    assert edition(api, "express")["house_rules"] == rules
    assert edition(api, "flip")["house_rules"] == {**rules, "flip_on_going_out": True}


# --- Unknown editions -------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["tarot", "Classic", "classic%20", "%00", "..", "class%C3%AFc", "%ff", "x" * 5_000]
)
def test_it_knows_no_such_edition(api: ContractClient, name: str) -> None:
    response = api.get(f"editions/{name}/")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"

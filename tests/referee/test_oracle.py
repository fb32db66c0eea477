"""The oracle agrees with every recorded case, and with the rulebook's own examples."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import FULL, SHARE

from . import oracle

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[Any]:
    """Return (body, expect) of every line of a case file, named by file and line."""
    found = []
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        case = json.loads(line)
        assert case["path"] == f"referee/{name}/"
        found.append(pytest.param(case["body"], case["expect"], id=f"{name}-{number}"))
    return found


@pytest.mark.parametrize(("body", "expect"), cases("phase"))
def test_it_agrees_on_a_phase(body: dict[str, Any], expect: dict[str, Any]) -> None:
    edition = body["edition"]
    requirements = oracle.PHASES[edition][body["phase"]]
    assert {"legal": oracle.phase_is_legal(edition, requirements, body["groups"])} == expect


@pytest.mark.parametrize(("body", "expect"), cases("hit"))
def test_it_agrees_on_a_hit(body: dict[str, Any], expect: dict[str, Any]) -> None:
    target = body["target"]
    legal = oracle.hit_is_legal(body["edition"], target["kind"], target["cards"], body["cards"])
    assert {"legal": legal} == expect


@pytest.mark.parametrize(("body", "expect"), cases("score"))
def test_it_agrees_on_a_score(body: dict[str, Any], expect: dict[str, Any]) -> None:
    assert {"points": oracle.points(body["edition"], body["cards"])} == expect


@pytest.mark.parametrize(("body", "expect"), cases("tally"))
def test_it_agrees_on_a_tally(body: dict[str, Any], expect: dict[str, Any]) -> None:
    # The first player went out with 0 in every case; the second one is what is asked about.
    first, second = body["results"]
    assert (first["points"], first["laid_down"], first["went_out"]) == (0, True, True)
    assert not second["went_out"]
    ok, laid_down = oracle.count_verdict(
        body["edition"], second["phase"], second["points"], second["laid_down"]
    )
    assert {"ok": ok, "laid_down": laid_down} == expect


@pytest.mark.parametrize(("body", "expect"), cases("hand")[:: min(SHARE, 3) if FULL else SHARE])
def test_it_agrees_on_a_hand(body: dict[str, Any], expect: dict[str, Any]) -> None:
    edition, hand = body["edition"], body["hand"]
    requirements = oracle.PHASES[edition][body["phase"]]
    missing = oracle.hand_missing(edition, requirements, hand)
    outs = oracle.hand_outs(edition, requirements, hand) if missing == 1 else {}
    answer = {
        "can_lay_down": oracle.hand_can_lay_down(edition, requirements, hand),
        "missing": missing,
        "outs": outs,
    }
    assert answer == expect


@pytest.mark.parametrize(
    ("edition", "total"), [("classic", 108), ("flip", 2 * 104), ("express", 54)]
)
def test_a_deck_has_its_cards(edition: str, total: int) -> None:
    assert sum(oracle.deck(edition).values()) == total


def test_a_side_of_the_flip_deck_bears_its_symbols() -> None:
    symbols = oracle.flip_symbols("flip")
    assert len([card for card in symbols if card.startswith("W")]) == 13
    assert len(symbols) == 25


@pytest.mark.parametrize(
    ("edition", "card"),
    [
        ("classic", "R13"),
        ("classic", "R0"),
        ("classic", "W7"),
        ("classic", "R5!"),
        ("classic", "W=13"),
        ("classic", "W="),
        ("classic", ""),
        ("flip", "R2!"),
        ("flip", "R*!"),
        ("flip", "S"),
        ("flip", "W"),
        ("express", "W*"),
    ],
)
def test_it_refuses_to_read_what_is_no_card(edition: str, card: str) -> None:
    with pytest.raises(ValueError, match=r"no card|no declaration"):
        oracle.read(edition, card)


@pytest.mark.parametrize(
    ("edition", "card", "bad"),
    [
        ("classic", "W=7", False),
        ("classic", " w=r7 ", False),
        ("classic", "W=R", False),
        ("classic", "R5=R6", True),
        ("classic", "R5=R5", True),
        ("classic", "S=5", True),
        ("flip", "R*=5", False),
        ("flip", "R*=B5", True),
        ("flip", "R*=R5", True),
        ("flip", "W*=5", False),
        ("flip", "W*!=G5", False),
        ("flip", "W7=B", False),
        ("flip", "W7!=B", False),
        ("flip", "W7=8", True),
        ("flip", "W7=B7", True),
    ],
)
def test_a_declaration_may_only_fix_what_is_open(edition: str, card: str, bad: bool) -> None:
    assert oracle.read(edition, card).badly_declared is bad


@pytest.mark.parametrize(
    ("edition", "kind", "cards", "standings"),
    [
        ("classic", "run", "W R5 R6 R7", {(4, 7, None, None)}),
        ("classic", "run", "R5 R6 R7 W", {(5, 8, None, None)}),
        ("classic", "run", "R5 W R7 R6", {(5, 8, None, None), (4, 7, None, None)}),
        ("classic", "run", "W R1 R2", {(1, 3, None, None)}),
        ("classic", "run", "W=8 R5 R6 R7", {(5, 8, None, None)}),
        ("classic", "run", "R11 R12 R1", set()),
        ("classic", "set", "W W", {(None, None, n, None) for n in range(1, 13)}),
        ("classic", "set", "R5", set()),
        ("classic", "set", "R5 S", set()),
        ("flip", "color_run", "W5 W6", {(5, 6, None, None)}),
        ("flip", "color_run", "W5=B W6", {(5, 6, None, "B")}),
        ("flip", "color_run", "W5=B W6=R", set()),
        ("flip", "color_run", "R* R6", {(5, 6, None, "R")}),
        ("express", "odd_run", "R1 W B5 G7", {(1, 7, None, None)}),
        ("express", "odd_run", "R2 W", set()),
        ("express", "pair_run", "R6 B6 R7 B7", {(6, 7, None, None)}),
        ("express", "pair_run", "W R6 W R7", {(6, 7, None, None)}),
        ("express", "pair_run", "R6 B6 R7", set()),
        ("express", "pair_run", "R6 B6 Y6 G6", set()),
        ("express", "color", "W W", {(None, None, None, None)}),
        ("express", "even", "W=3 R2", set()),
    ],
)
def test_a_group_has_these_readings(
    edition: str, kind: str, cards: str, standings: set[oracle.Standing]
) -> None:
    assert oracle.phase_standings(edition, kind, cards.split()) == standings
    assert oracle.group_is_legal(edition, kind, cards.split()) is bool(standings)


@pytest.mark.parametrize(
    ("switches", "groups", "legal"),
    [
        ({}, ["R5 B5 R5", "B6 G6 Y6 R6"], True),
        ({"oversize_groups": False}, ["R5 B5 R5", "B6 G6 Y6 R6"], False),
        ({"oversize_groups": False}, ["R5 B5 R5", "B6 G6 Y6"], True),
        ({}, ["R10 B10 R10", "B10 Y10 Y10"], True),
        ({}, ["R10 R10 R10", "B10 Y10 Y10"], False),
        ({}, ["W W W", "B6 G6 Y6"], True),
        ({"number_card_per_group": True}, ["W W W", "B6 G6 Y6"], False),
        ({}, ["W W W", "W=R5 W W"], False),
        ({}, ["R5 B5 R5=R5", "B6 G6 Y6"], False),
        ({}, ["R5 B5 R5 B5 Y5 Y5", "B6 G6 Y6 R6 B6"], True),
        ({}, ["R5 B5 R5 B5 Y5 Y5", "B6 G6 Y6 R6 B6 G6"], False),
        ({}, ["R5 B5 R5"], False),
    ],
)
def test_a_phase_follows_the_house_rules(
    switches: dict[str, bool], groups: list[str], legal: bool
) -> None:
    split = [group.split() for group in groups]
    requirements = oracle.PHASES["classic"][1]
    assert oracle.phase_is_legal("classic", requirements, split, **switches) is legal


def test_a_phase_never_mixes_sides() -> None:
    requirements = oracle.PHASES["flip"][1]
    assert not oracle.phase_is_legal("flip", requirements, [["R5", "R6"], ["W5", "W6"]])


@pytest.mark.parametrize(
    ("edition", "kind", "target", "cards", "standings"),
    [
        ("classic", "run", "R5 R6", "W", {(5, 7, None, None), (4, 6, None, None)}),
        ("classic", "run", "R5 R6", "W=7", {(5, 7, None, None)}),
        ("classic", "run", "R5 R6", "W R8", {(5, 8, None, None)}),
        ("classic", "run", "W R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", "W", set()),
        ("classic", "color", "W W", "R5 W B5", set()),
        ("classic", "color", "W W", "R5 W", {(None, None, None, "R")}),
        ("flip", "color_run", "W5 W6 W7", "R8", {(5, 8, None, "R")}),
        ("flip", "color_run", "W5 W6", "W7 R8", set()),
        ("flip", "color_run", "W5 W6", "R4 B7", set()),
        ("flip", "color_run", "R5 R6", "W7=B", set()),
        ("flip", "color_run", "W5 W6", "W7=B", {(5, 7, None, "B")}),
        ("flip", "color_run", "W5 W6", "R*", {(5, 7, None, "R"), (4, 6, None, "R")}),
        ("flip", "set", "W5 W5", "R* R5! R5", {(None, None, 5, None)}),
        ("flip", "set", "R5 R5", "R5!", set()),
        ("express", "odd_run", "R1 R3", "R5", {(1, 5, None, None)}),
        ("express", "pair_run", "R6 B6 R7 B7", "R8 B8", {(6, 8, None, None)}),
        ("express", "pair_run", "R6 B6 R7 B7", "R8 B5 G8 G5", {(5, 8, None, None)}),
        ("express", "pair_run", "R6 B6 R7 B7", "G6", set()),
        ("express", "pair_run", "R6 B6 R7 B7", "S", set()),
    ],
)
def test_a_hit_has_these_outcomes(
    edition: str, kind: str, target: str, cards: str, standings: set[oracle.Standing]
) -> None:
    arguments = (edition, kind, target.split(), cards.split())
    assert oracle.hit_standings(*arguments) == standings
    assert oracle.hit_is_legal(*arguments) is bool(standings)
    assert not oracle.hit_is_legal(*arguments, phase_laid=False)


def test_single_cards_join_a_pair_run_by_house_rule() -> None:
    target = ["R6", "B6", "R7", "B7"]
    assert oracle.hit_standings(
        "express", "pair_run", target, ["G6", "R8", "B8", "G8"], pair_run_singles=True
    ) == {(6, 8, None, None)}
    grown = ["R6", "B6", "G6", "R7", "B7"]
    with pytest.raises(ValueError, match="no pair_run"):
        oracle.hit_standings("express", "pair_run", grown, ["G7"])
    assert oracle.hit_is_legal("express", "pair_run", grown, ["G7"], pair_run_singles=True)


@pytest.mark.parametrize("target", ["R6 R5", "W R1 R2", "R5 S", "R5 R7", "R5=R5 R6"])
def test_a_target_that_is_no_run_as_listed_is_malformed(target: str) -> None:
    with pytest.raises(ValueError, match="no run"):
        oracle.hit_standings("classic", "run", target.split(), ["R8"])


def test_the_rulebooks_example_of_a_count() -> None:
    # Classic, Phase 6: 5, 10, 15 or 25 laid down, 50 or more not, 20 and 30 to 45 cannot be.
    assert oracle.possible_points("classic", range(1, 2)) == {5, 10, 15, 25}
    assert min(oracle.possible_points("classic", range(10, 11))) == 50
    verdicts = {n: oracle.count_verdict("classic", 6, n, None) for n in range(5, 55, 5)}
    assert [n for n, verdict in verdicts.items() if verdict == (True, True)] == [5, 10, 15, 25]
    assert [n for n, verdict in verdicts.items() if verdict == (True, False)] == [50]

"""What a hand lacks and which cards would do, against the independent checker."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from referee.house_rules import HouseRules
from referee.kinds import KindName
from referee.solver.analysis import HandAnalysis
from tests.sampling import SHARE, sampled

from . import oracle
from .test_agreement import likely_group, sides
from .test_hand_best import Asked, Question, ask, assert_playable, try_everything, with_flip_symbols

HANDS = sampled(1000)  # of each edition

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "hand.jsonl").read_text().splitlines()
]


def outs_of(found: HandAnalysis) -> dict[str, int]:
    return {str(out.card): out.unseen for out in found.outs}


Place = tuple[str | None, frozenset[int]]  # a colour, or any; the numbers that will do


def rows(kind: str, size: int) -> list[list[Place]]:
    """Every row of places that makes a group of just this size."""
    colors: list[str | None] = [None]
    if kind.startswith("color"):
        colors = [*oracle.COLORS]
    if kind == "color":
        return [[(color, frozenset(oracle.NUMBERS))] * size for color in colors]
    if kind in ("odd", "even"):
        return [[(None, oracle.ODD if kind == "odd" else oracle.EVEN)] * size]
    ascending = oracle._ascending_numbers(kind, size)
    return [
        [(color, frozenset([number])) for number in row] for row in ascending for color in colors
    ]


def fits(card: oracle.Card, place: Place) -> bool:
    color, numbers = place
    return (
        not card.is_skip
        and (color is None or card.could_be_color(color))
        and any(card.could_be_number(number) for number in numbers)
    )


def with_one_gap(edition: str, asked: Asked, hand: list[str]) -> set[tuple[bool, Place | None]]:
    """Every way to fill the Phase but for one place at most, place by place, any card on any.

    Of each only whether a numbered card lies there, and which place is free.
    """
    cards = [oracle.read(edition, text) for text in sorted(hand)]
    State = tuple[int, bool, Place | None]
    states: set[State] = {((1 << len(cards)) - 1, False, None)}
    for kind, size in asked:
        after: set[State] = set()
        for row in rows(kind, size):
            front = states
            for place in row:
                fitting = [i for i, card in enumerate(cards) if fits(card, place)]
                front = {
                    (left & ~(1 << i), numbered or cards[i].numbered, gap)
                    for left, numbered, gap in front
                    for i in fitting
                    # Of equal cards the last one first: which of them does not matter.
                    if left >> i & 1
                    and not (i + 1 < len(cards) and cards[i + 1] == cards[i] and left >> i + 1 & 1)
                } | {(left, numbered, place) for left, numbered, gap in front if gap is None}
            after |= front
        states = after
    return {(numbered, gap) for _, numbered, gap in states}


def assert_agrees(q: Question) -> HandAnalysis:
    """What is missing and what would do are what trying everything says."""
    found = ask(q)
    assert not found.unproven, q
    ways = with_one_gap(q.edition, q.asked, q.hand)
    assert found.can_lay_down == ((True, None) in ways), (q, found)
    assert (found.missing == 0) == found.can_lay_down, (q, found)
    arrivals = oracle._arrivals(q.edition, q.hand)
    outs = {
        name: count
        for name, count in arrivals.items()
        for card in [oracle.read(q.edition, name)]
        if any(
            gap is not None and (numbered or card.numbered) and fits(card, gap)
            for numbered, gap in ways
        )
        # A full Phase of wild cards alone has room for a number in the place of one.
        or (card.numbered and (False, None) in ways and only_a_number_lacks(q, card))
    }
    if not found.can_lay_down:
        assert (found.missing == 1) == bool(outs), (q, found, outs)
        assert outs_of(found) == outs, (q, found)
    return found


def only_a_number_lacks(q: Question, card: oracle.Card) -> bool:
    return any(
        way == (True, None) for way in with_one_gap(q.edition, q.asked, [*q.hand, card.name])
    )


def random_hand(chance: random.Random, edition: str, asked: Asked) -> list[str]:
    """A hand that lacks a card or two, or none."""
    side = chance.choice(sides(edition))
    wild = [card for card in side if card == "W" or card.endswith("*")]
    deck = Counter({card: n for card, n in oracle.deck(edition).items() if card in side})
    size = oracle.DEALT[edition] + chance.randint(0, 1)
    hand: list[str] = []
    for kind, count in asked:
        if chance.random() < 0.7:
            cards = likely_group(chance, side, kind, count)
            hand += cards[chance.choice([0, 0, 1, 2]) :]
    hand = [card.partition("=")[0].removesuffix("!") for card in hand][:size]
    held = Counter(hand)
    hand = [card for card in held for _ in range(min(held[card], deck[card]))]
    left = list((deck - Counter(hand)).elements())
    chance.shuffle(left)
    while len(hand) < size:
        card = left.pop()
        if card not in wild or chance.random() < 0.5:
            hand.append(card)
    return with_flip_symbols(chance, edition, hand)


def random_phase(chance: random.Random, edition: str) -> Asked:
    if chance.random() < 0.6:
        return oracle.PHASES[edition][chance.randint(1, 10)]
    most = oracle.DEALT[edition] + 1
    while True:
        kinds = [str(chance.choice(list(KindName))) for _ in range(chance.randint(1, 4))]
        asked = [
            (kind, 2 * chance.randint(1, 2) if kind == "pair_run" else chance.randint(2, 4))
            for kind in kinds
        ]
        if sum(size for _, size in asked) <= min(most, 8):
            return asked


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_random_hands_lack_alike(edition: str) -> None:
    chance = random.Random(f"hands of {edition}")
    missing = Counter[int | None]()
    for _ in range(HANDS):
        asked = random_phase(chance, edition)
        q = Question(edition, asked, random_hand(chance, edition, asked), [], False, HouseRules())
        missing[assert_agrees(q).missing] += 1
    assert min(missing[0], missing[1], missing[2]) > HANDS // 20


@pytest.mark.parametrize("case", CASES[::6], ids=range(len(CASES[::6])))
def test_what_is_missing_is_enough_and_no_less_is(case: dict[str, Any]) -> None:
    """So many cards of one's choice do; with one card fewer the answer is still no."""
    body = case["body"]
    asked = oracle.PHASES[body["edition"]][body["phase"]]
    q = Question(body["edition"], asked, body["hand"][:4], [], False, HouseRules())
    chance = random.Random(str(case))
    found = ask(q)
    while found.missing:
        hand = q.hand
        steps = {
            name: ask(Question(q.edition, asked, [*hand, name], [], False, q.rules)).missing
            for name in oracle._arrivals(q.edition, hand)
            if len(hand) <= oracle.DEALT[q.edition]
        }
        if not steps:
            return
        assert min(missing or 0 for missing in steps.values()) == found.missing - 1, (q, steps)
        better = sorted(name for name, missing in steps.items() if missing == found.missing - 1)
        q = Question(q.edition, asked, [*hand, chance.choice(better)], [], False, q.rules)
        found = ask(q)
    assert_agrees(q)


REDUCED: dict[str, list[str]] = {
    "classic": ["R1", "R1", "G1", "R2", "G2", "R3", "R3", "G4", "W", "W", "S"],
    "express": ["R1", "G1", "B1", "R2", "G2", "R3", "G3", "R4", "W", "W", "W", "S"],
    "flip": ["R1", "R1", "G1", "R2", "G2", "R3", "G3", "R4", "R*", "G*", "G*"],
}
WILD_SIDE = ["W1", "W1", "W1", "W2", "W2", "W3", "W4", "W5", "W*", "W*"]


def every_hand(cards: list[str], sizes: range) -> Iterator[list[str]]:
    for size in sizes:
        yield from map(list, sorted(set(combinations(sorted(cards), size))))


@pytest.mark.parametrize(
    ("edition", "cards"), [*REDUCED.items(), ("flip", WILD_SIDE)], ids=[*REDUCED, "wild side"]
)
def test_every_hand_of_a_small_deck_is_analysed_alike(edition: str, cards: list[str]) -> None:
    phases: list[Asked] = [
        [("set", 2), ("set", 2)],
        [("set", 2), ("run", 3)],
        [("color_run", 2), ("set", 3)],
        [("color_run", 3)],
        [("pair_run", 4)],
        [("odd", 2), ("color", 2)],
        [("odd_run", 2), ("even", 2)],
    ]
    count = 0
    step = SHARE
    for hand in islice(every_hand(cards, range(5, 6)), 0, None, step):
        for asked in phases:
            q = Question(edition, asked, hand, [], False, HouseRules())
            found, tried = assert_agrees(q), try_everything(q)
            assert found.can_go_out == tried.goes_out, q
            if tried.left is not None:
                assert (found.leftover.points, len(found.leftover.cards)) == tried.left, q
            assert_playable(q, found)
            count += 1
    assert count > 400 // step


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_a_numbered_card_in_every_group_is_counted_alike(edition: str) -> None:
    """The checker knows no house rules for outs: each arrival is tried by laying down."""
    chance = random.Random(f"numbered groups of {edition}")
    rules = HouseRules(number_card_per_group=True)
    for _ in range(sampled(150)):
        kinds = [str(chance.choice(list(KindName))) for _ in range(2)]
        asked = [(kind, 2) for kind in kinds]
        side = chance.choice(sides(edition))
        wild = [card for card in side if card == "W" or card.endswith("*")]
        deck = Counter({card: n for card, n in oracle.deck(edition).items() if card in side})
        hand: list[str] = []
        while len(hand) < 4:
            card = chance.choice(wild if chance.random() < 0.6 else side)
            if hand.count(card) < deck[card]:
                hand.append(card)
        q = Question(edition, asked, hand, [], False, rules)
        found = ask(q)
        assert found.can_lay_down == (try_everything(q).left is not None), q
        expected = {
            card: deck[card] - hand.count(card)
            for card in side
            if deck[card] > hand.count(card)
            and try_everything(Question(edition, asked, [*hand, card], [], False, rules)).left
            is not None
        }
        if found.missing == 1:
            assert outs_of(found) == expected, q
        assert (not expected and not found.can_lay_down) == ((found.missing or 0) > 1), q

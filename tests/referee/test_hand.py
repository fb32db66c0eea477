"""What a hand lacks and which cards would do, against the independent checker."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.cards import parse_card
from referee.editions import EDITIONS
from referee.hand import HandAnalysis, NoHand, Target, analyse, best_lay_down
from referee.hits import NoGroup
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName
from referee.problems import Code

from . import oracle
from .test_agreement import likely_group, sides
from .test_codes import cards_of
from .test_hand_best import Asked, Question, ask, assert_playable, phase_of, try_everything

HANDS = 1000  # of each edition

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "hand.jsonl").read_text().splitlines()
]


def outs_of(found: HandAnalysis) -> dict[str, int]:
    return {str(out.card): out.unseen for out in found.outs}


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_known_answers(case: dict[str, Any]) -> None:
    body = case["body"]
    edition = EDITIONS[body["edition"]]
    found = analyse(
        edition, edition.phases[body["phase"] - 1], [parse_card(card) for card in body["hand"]]
    )
    answer = {
        "can_lay_down": found.can_lay_down,
        "missing": found.missing,
        "outs": outs_of(found),
    }
    assert answer == case["expect"]


# --- Agreement --------------------------------------------------------------------------


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
    hand = [card.partition("=")[0] for card in hand][:size]
    held = Counter(hand)
    hand = [card for card in held for _ in range(min(held[card], deck[card]))]
    left = list((deck - Counter(hand)).elements())
    chance.shuffle(left)
    while len(hand) < size:
        card = left.pop()
        if card not in wild or chance.random() < 0.5:
            hand.append(card)
    return hand


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


@pytest.mark.parametrize("edition", sorted(EDITIONS))
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
    for hand in every_hand(cards, range(5, 6)):
        for asked in phases:
            q = Question(edition, asked, hand, [], False, HouseRules())
            found, tried = assert_agrees(q), try_everything(q)
            assert found.can_go_out == tried.goes_out, q
            if tried.left is not None:
                assert (found.leftover.points, len(found.leftover.cards)) == tried.left, q
            assert_playable(q, found)
            count += 1
    assert count > 400


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_numbered_card_in_every_group_is_counted_alike(edition: str) -> None:
    """The checker knows no house rules for outs: each arrival is tried by laying down."""
    chance = random.Random(f"numbered groups of {edition}")
    rules = HouseRules(number_card_per_group=True)
    for _ in range(150):
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


# --- What holds for every hand ----------------------------------------------------------


def test_the_order_of_cards_and_groups_changes_nothing() -> None:
    chance = random.Random("order")
    for _ in range(200):
        edition = chance.choice(sorted(EDITIONS))
        asked = random_phase(chance, edition)
        hand = random_hand(chance, edition, asked)
        q = Question(edition, asked, hand, [], False, HouseRules())
        first = ask(q)
        for _again in range(3):
            chance.shuffle(hand)
            assert ask(q) == first


def test_flip_symbols_change_nothing_but_themselves() -> None:
    flip = EDITIONS["flip"]
    plain = cards_of("B2 B3 R5 G5 Y5 R9 R10")
    marked = cards_of("B2! B3 R5! G5 Y5 R9 R10")
    one = analyse(flip, flip.phases[2], plain)
    other = analyse(flip, flip.phases[2], marked)
    assert [standing.low for standing in one.groups] == [standing.low for standing in other.groups]
    assert one.leftover.points == other.leftover.points


def test_what_was_seen_is_no_out() -> None:
    express = EDITIONS["express"]
    hand = cards_of("R3 G3 B8 S Y9")
    table = [Target(KINDS[KindName.SET], tuple(cards_of("B3 W")))]
    seen = [parse_card(card) for card in ("W", "R1")]
    found = analyse(express, express.phases[4], hand, table=table, seen=seen)
    assert outs_of(found) == {"Y3": 1, "W": 1}
    assert found.unseen == 54 - 5 - 2 - 2
    assert found.chance == pytest.approx(2 / 45)
    everything = [parse_card(card) for card in ("W", "W", "Y3")]
    found = analyse(express, express.phases[4], hand, table=table, seen=everything)
    assert found.missing == 1
    assert not found.outs
    assert found.chance == 0
    assert found.message == (
        "You need one more card for set of 3, and none that would do is left unseen."
    )


def test_the_other_side_of_the_cards_is_not_counted() -> None:
    flip = EDITIONS["flip"]
    hand = [
        parse_card(card) for card in ["W1", "W1", "W3", "W5", "W7", "W9", "W11", "W12", "W12", "W4"]
    ]
    table = [Target(KINDS[KindName.SET], tuple(cards_of("R3 B3")))]
    assert analyse(flip, flip.phases[8], hand, table=table).unseen == 104 - 10


def test_a_turn_with_the_phase_down() -> None:
    classic = EDITIONS["classic"]
    hand = cards_of("R8 W G12 S")
    table = [Target(KINDS[KindName.RUN], tuple(cards_of("R4 G5 B6 Y7")))]
    found = analyse(classic, classic.phases[1], hand, table=table, phase_laid=True)
    assert (found.can_lay_down, found.missing, found.outs) == (False, 0, ())
    assert [(str(hit.card), hit.group, hit.own) for hit in found.hits] == [
        ("R8", 0, False),
        ("W", 0, False),
    ]
    assert not found.can_go_out
    assert [str(card) for card in found.leftover.cards] == ["G12", "S"]
    assert found.message == "The best you can do leaves you green 12 and Skip: 25 points."


def test_going_out_may_take_another_way_than_the_fewest_points() -> None:
    """Two cheap cards are fewer points than a Skip, but they are two cards."""
    classic = EDITIONS["classic"]
    hand = cards_of("R5 G5 B5 R6 G6 B6 S W")
    found = analyse(classic, classic.phases[0], hand)
    assert found.can_go_out
    assert found.going_out is not None
    assert [play.action for play in found.going_out] == [
        "lay_down", "lay_down", "hit", "discard",
    ]  # fmt: skip


def test_a_phase_that_takes_the_whole_hand_goes_out_on_no_account() -> None:
    express = EDITIONS["express"]
    hand = cards_of("R1 G1 B1 R2 G2 B2")
    found = analyse(express, phase_of([("set", 3), ("set", 3)]), hand)
    assert found.can_lay_down
    assert not found.can_go_out
    assert found.leftover.cards == ()


# --- Limits -----------------------------------------------------------------------------


def test_a_search_cut_short_says_so() -> None:
    classic = EDITIONS["classic"]
    hand = [
        parse_card(card)
        for card in ["R1", "G2", "B3", "Y4", "R5", "G6", "B7", "Y8", "R9", "W", "W"]
    ]
    found = analyse(classic, classic.phases[1], hand, work_limit=1)
    assert "groups" in found.unproven
    hand = [
        parse_card(card)
        for card in ["R1", "G2", "B3", "Y4", "R5", "G7", "B9", "Y11", "R12", "W", "S"]
    ]
    found = analyse(classic, classic.phases[9], hand, work_limit=1)
    assert found.missing is None
    assert {"missing", "outs", "can_lay_down"} <= found.unproven


@pytest.mark.parametrize(
    ("edition", "hand", "code"),
    [
        ("express", "R1 R2 R3 R4 R5 R6 R7", Code.TOO_MANY_CARDS),
        ("express", "R1 R1 R3", Code.TOO_MANY_COPIES),
        ("flip", "R1 W1", Code.MIXED_SIDES),
        ("classic", "W=7 R1", Code.BAD_DECLARATION),
    ],
)
def test_what_is_no_hand_is_refused(edition: str, hand: str, code: Code) -> None:
    known = EDITIONS[edition]
    cards = [parse_card(card) for card in hand.split()]
    with pytest.raises(NoHand) as caught:
        analyse(known, known.phases[0], cards)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_what_is_no_group_on_the_table_is_refused() -> None:
    classic = EDITIONS["classic"]
    table = [Target(KINDS[KindName.SET], tuple(cards_of("R1 R2")))]
    with pytest.raises(NoGroup):
        analyse(classic, classic.phases[0], [parse_card("R5")], table=table)


# --- Words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "phase", "hand", "message"),
    [
        (
            "classic",
            10,
            "G11 Y7 B4 B11 G4 R10 Y4 Y12 R2 G11 Y4",
            "You need one more card: a 4 (4 left) or a Wild (8 left) would do; "
            "that is 12 of 97 unseen cards, about one in eight.",
        ),
        (
            "express",
            1,
            "B7 Y3 G12 B6 Y11",
            "You need one more card: any odd card (21 left) or a Wild (3 left) would do; "
            "that is 24 of 49 unseen cards, about one in two.",
        ),
        (
            "flip",
            6,
            "Y1 R2 B8 B8 G6 B9 R* B10 Y1 B11",
            "You need one more card: a red 1, 3 or 4 (6 left) or a red Star (1 left) would do; "
            "that is 7 of 94 unseen cards, about one in 13.",
        ),
        ("express", 5, "B7 G5 B12 R2 Y3", "You are 2 cards short of set of 3."),
        ("express", 4, "Y2 W G3 B2 Y1", "You can lay down run of 2 pairs and go out this turn."),
        (
            "classic",
            2,
            "G6 B1 R5 Y9 B8 B3 W R6 W B9 G9",
            "You can lay down set of 3 + run of 4; that leaves you green 6 and blue 8: 10 points.",
        ),
    ],
)
def test_a_friend_would_put_it_like_this(edition: str, phase: int, hand: str, message: str) -> None:
    known = EDITIONS[edition]
    found = analyse(known, known.phases[phase - 1], [parse_card(card) for card in hand.split()])
    assert found.message == message


def test_points_alone_are_those_of_the_whole_analysis() -> None:
    for case in CASES:
        body = case["body"]
        edition = EDITIONS[body["edition"]]
        phase = edition.phases[body["phase"] - 1]
        hand = [parse_card(card) for card in body["hand"]]
        found = analyse(edition, phase, hand)
        points = found.leftover.points if found.can_lay_down else None
        assert best_lay_down(edition, phase, hand) == points

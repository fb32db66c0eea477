"""What a hand lacks, and which cards would do.

That the Phase can be laid down exactly if it is said so, `test_hand_best.py` shows.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.house_rules import HouseRules
from referee.kinds import KindName
from referee.solver.hand_analysis import HandAnalysis
from tests.api.reference import settled
from tests.sampling import sampled

from . import oracle
from .test_agreement import likely_group, sides
from .test_hand_best import Asked, Question, ask, with_flip_symbols

HANDS = sampled(1000)  # of each edition

CASES = settled("hand")[::6]


def outs_of(found: HandAnalysis) -> dict[str, int]:
    return {str(card): unseen for card, unseen in found.outs.items()}


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


def with_card(q: Question, card: str) -> Question:
    return replace(q, hand=[*q.hand, card])


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_outs_are_the_cards_with_which_the_phase_can_be_laid_down(edition: str) -> None:
    chance = random.Random(f"hands of {edition}")
    missing = Counter[int | None]()
    for number in range(HANDS):
        asked = random_phase(chance, edition)
        rules = HouseRules(number_card_per_group=number % 4 == 0)
        hand = random_hand(chance, edition, asked)[: oracle.DEALT[edition]]
        q = Question(edition, asked, hand, [], False, rules)
        found = ask(q)
        assert not found.unproven, q
        assert (found.missing == 0) == found.can_lay_down, (q, found)
        outs = {
            card: count
            for card, count in oracle.arrivals(edition, hand).items()
            if not found.can_lay_down and ask(with_card(q, card)).can_lay_down
        }
        assert (found.missing == 1) == bool(outs), (q, found, outs)
        assert outs_of(found) == outs, (q, found)
        missing[found.missing] += 1
    assert min(missing[0], missing[1], missing[2]) > HANDS // 20


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
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
            name: ask(with_card(q, name)).missing
            for name in oracle.arrivals(q.edition, hand)
            if len(hand) <= oracle.DEALT[q.edition]
        }
        if not steps:
            return
        assert min(missing or 0 for missing in steps.values()) == found.missing - 1, (q, steps)
        better = sorted(name for name, missing in steps.items() if missing == found.missing - 1)
        q = with_card(q, chance.choice(better))
        found = ask(q)

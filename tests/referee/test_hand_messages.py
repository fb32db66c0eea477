"""What an analysis of a hand says in words: true, short, and about the cards that fit."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from referee.cards import Face, parse_card
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName
from referee.solver.analysis import analyse
from referee.solver.targets import Target
from tests.sampling import sampled

from . import oracle
from .test_codes import cards_of
from .test_hand_best import phase_of, some_table, target_of
from .test_hand_missing import random_hand, random_phase
from .test_messages import TOLD, asked_for, told


@pytest.mark.parametrize(("edition", "phase", "hand", "message"), told("hand"))
def test_a_friend_would_put_it_like_this(edition: str, phase: str, hand: str, message: str) -> None:
    known = EDITIONS[edition]
    assert analyse(known, asked_for(known, phase), cards_of(hand)).message == message


@pytest.mark.parametrize(("play", "message"), TOLD["hand_after_laying_down"].items())
def test_with_the_phase_down_it_says_what_to_hit_with(play: str, message: str) -> None:
    flip = EDITIONS["flip"]
    hand, *table = play.split(" / ")
    lying = [target_of(kind, cards.split()) for kind, cards in (each.split(": ") for each in table)]
    found = analyse(flip, flip.phases[1], cards_of(hand), table=lying, phase_laid=True)
    assert found.message == message.replace("\n", " ")


def test_it_says_what_to_hit_with_after_laying_down() -> None:
    classic = EDITIONS["classic"]
    table = [Target(KINDS[KindName.SET], tuple(cards_of("R12 B12")))]
    hand = cards_of("R1 G1 B1 Y2 G2 R2 Y12 B3 S W")
    assert analyse(classic, classic.phases[0], hand, table=table).message == (
        "You can lay down your Phase (set of 3 + set of 3) and hit with a yellow 12. "
        "Before the discard you are left with a blue 3 and a Skip: 20 points."
    )


def test_a_turn_that_may_not_be_the_best_is_not_called_so() -> None:
    """Cut short, the search may have missed a hit."""
    classic = EDITIONS["classic"]
    table = [Target(KINDS[KindName.RUN], tuple(cards_of("R4 G5 B6")))]
    hand = cards_of("Y2 W W R12")
    found = analyse(classic, classic.phases[0], hand, table=table, phase_laid=True, work_limit=0)
    assert "plays" in found.unproven
    assert not found.message.startswith("No card")


# --- Odds -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unseen", "odds"),
    [
        ({"R5": 1}, "That is the only unseen card."),
        ({"R5": 1, "W": 2}, "That is all 3 unseen cards: you are certain to draw one."),
        ({"R5": 1, "Y2": 1}, "That is 1 of 2 unseen cards."),
        ({"R5": 1, "W": 1, "S": 2, "Y2": 1}, "That is 2 of 5 unseen cards, about 4 in 10."),
        ({"R5": 1, "W": 3, "Y2": 1}, "That is 4 of 5 unseen cards, about 8 in 10."),
    ],
)
def test_odds_in_words(unseen: dict[str, int], odds: str) -> None:
    express = EDITIONS["express"]
    hand = cards_of("B5 S")
    kept = Counter({parse_card(card): count for card, count in unseen.items()})
    seen = list((Counter(dict(express.unused(hand, express.side_of(hand[0])))) - kept).elements())
    found = analyse(express, phase_of([("set", 2)]), hand, seen=seen)
    assert found.message.endswith(odds)


def test_96_of_97_is_almost_certain() -> None:
    classic = EDITIONS["classic"]
    hand = cards_of("W W W W S S S")
    seen = cards_of("W W W W")
    found = analyse(classic, phase_of([("set", 2), ("set", 2)]), hand, seen=seen)
    assert found.message == (
        "You need one more card: any number card (96 left) would do. "
        "That is 96 of 97 unseen cards: you are almost certain to draw one."
    )


# --- Exactly the outs -------------------------------------------------------------------

NAMED = re.compile(r"(.+?) \((\d+) left\)(?:, | or |$)")
COLORS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


def meant_by(name: str, unseen: set[str]) -> set[str]:
    """The unseen cards that a player would take the words for, by their notation."""
    words = set(re.findall(r"[\w-]+", name))
    colors = {letter for color, letter in COLORS.items() if color in words}
    numbers = {int(number) for number in re.findall(r"\d+", name)}
    for low, high in re.findall(r"(\d+)–(\d+)", name):
        numbers |= set(range(int(low), int(high) + 1))
    if "odd" in words:
        numbers = {*oracle.ODD}
    elif "even" in words:
        numbers = {*oracle.EVEN}
    elif "any" in words and "Star" not in words:
        numbers = {*oracle.NUMBERS}
    meant = set()
    for text in unseen:
        card = parse_card(text)
        of_color = not colors or card.color in colors
        if card.face is Face.WILD:
            fits = "Wild" in words
        elif card.face is Face.WILD_STAR:
            fits = name == "a wild-side Star"
        elif card.face is Face.STAR:
            whole = {"any", "card"} <= words and not words & {"number", "odd", "even"}
            fits = of_color and ("Star" in words or (whole and bool(colors)))
        else:
            fits = of_color and card.number in numbers
        if fits:
            meant.add(text)
    return meant


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_a_message_names_exactly_the_cards_that_would_do(edition: str) -> None:
    """Each card it names makes the Phase possible, and it names all that do."""
    chance = random.Random(f"outs of {edition} in words")
    known = EDITIONS[edition]
    named_by_colors = 0
    for _ in range(sampled(2000)):
        asked = random_phase(chance, edition)
        hand = random_hand(chance, edition, asked)
        table = some_table(chance, edition, hand, chance.randint(0, 3))
        rules = HouseRules(
            oversize_groups=chance.random() < 0.5, number_card_per_group=chance.random() < 0.3
        )
        cards = cards_of(" ".join(hand))
        lying = [target_of(kind, group) for kind, group in table]
        shown = [*(card for target in lying for card in target.cards), *cards]
        left = Counter(dict(known.unused(shown, known.side_of(cards[0]))))
        every = list(left.elements())
        seen = chance.sample(every, chance.choice([0, len(every) // 4, len(every) - 9]))
        found = analyse(known, phase_of(asked), cards, table=lying, seen=seen, rules=rules)
        assert found.message.count(":") <= 2
        match = re.match("You need one more card: (.*) would do[.]", found.message)
        assert (match is not None) == bool(found.outs)
        if match is None:
            continue
        unseen = {str(card) for card in left - Counter(seen)}
        outs = {str(card): copies for card, copies in found.outs.items()}
        said = [(meant_by(name, unseen), int(count)) for name, count in NAMED.findall(match[1])]
        assert Counter(card for cards, _ in said for card in cards) == Counter([*outs]), (
            found.message
        )
        assert [sum(outs[card] for card in cards) for cards, _ in said] == [n for _, n in said]
        named_by_colors += " or blue" in found.message
    assert named_by_colors or edition == "classic"

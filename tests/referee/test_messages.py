"""What the referee says: what is wrong, and what would make it right."""

from __future__ import annotations

import random

import pytest

from referee.editions import EDITIONS
from referee.kinds import KINDS, KindName
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.tally import TallyEntry, check_tally
from referee.wording import Text

from . import oracle
from .test_agreement import likely_group, sides
from .test_codes import NORTH, cards_of


@pytest.mark.parametrize(
    ("edition", "phase", "groups", "message"),
    [
        ("express", 5, ["R3 G3"], "One card short of the set of 3: a 3 or a Wild would do."),
        ("express", 6, ["R3 G4 B6 Y7"], "Between 3 and 7 there is no 5: a 5 or a Wild would do."),
        (
            "express",
            6,
            ["R3 G4 B5 Y5"],
            "A run takes each number once, and here are blue 5 and yellow 5: "
            "a 2, 6 or a Wild in the place of one of them would do.",
        ),
        (
            "express",
            10,
            ["R3 R4 R5 G6"],
            "All one color is asked for, and green 6 is not red: "
            "any red card or a Wild in its place would do.",
        ),
        (
            "flip",
            6,
            ["G6 G7 G8", "Y3 Y4"],
            "One card short of the color run of 3: a yellow 2, 5 or a yellow Star would do.",
        ),
        (
            "classic",
            1,
            ["R3 B3 G3", "R4 B4 S"],
            "A Skip is never part of a group; it is discarded in front of another player: "
            "a 4 or a Wild in its place would do.",
        ),
        (
            "classic",
            1,
            ["R3 B3 G3", "R4 B4 G4 Y9"],
            "A set is all one number, and yellow 9 is no 4: without it the rest would do.",
        ),
        ("classic", 4, ["R3 R4 R5 R6"], "3 cards short of the run of 7."),
        (
            "classic",
            2,
            ["R3 B3 G3"],
            "This Phase is set of 3 + run of 4, laid down whole: "
            "that makes 2 groups, and here is one group.",
        ),
        ("express", 5, ["R6 R6 G6"], "The deck has only 1 × red 6, and here are 2: look again."),
    ],
)
def test_a_lay_down_is_refused_in_these_words(
    edition: str, phase: int, groups: list[str], message: str
) -> None:
    known = EDITIONS[edition]
    verdict = check_phase(known, known.phases[phase - 1], [cards_of(group) for group in groups])
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(
    ("edition", "kind", "target", "cards", "message"),
    [
        (
            "flip",
            "color_run",
            "R4 W5 W6",
            "G7",
            "Green 7 does not fit: the run is red since the red 4 is in it.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y9",
            "The run goes from 4 to 6: a 3 or a 7 comes next, not yellow 9.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y8",
            "The run goes from 4 to 6: yellow 8 would fit together with a 7 or a Wild.",
        ),
        (
            "express",
            "pair_run",
            "R6 B6 G7 Y7",
            "R8",
            "The run of pairs goes from 6 to 7: red 8 would fit together with an 8 or a Wild.",
        ),
        ("classic", "set", "R4 B4", "G5", "Green 5 does not fit: this is a set of 4s."),
        ("classic", "color", "R4 R9", "G5", "Green 5 does not fit: all cards here are red."),
        ("express", "odd", "R3 R9", "G4", "Only odd numbers fit here, not green 4."),
        ("flip", "color_run", "W4 W5", "R6 G3", "Green 3 does not fit: the red card makes it red."),
    ],
)
def test_a_hit_is_refused_in_these_words(
    edition: str, kind: str, target: str, cards: str, message: str
) -> None:
    verdict = check_hit(EDITIONS[edition], KINDS[KindName(kind)], cards_of(target), cards_of(cards))
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (
            TallyEntry("East", 6, points=35),
            "35 points cannot be left to East: "
            "after laying down only 5, 10, 15 or 25 can, without only 50 to 230.",
        ),
        (
            TallyEntry("East", 6, points=50, laid_down=True),
            "50 points cannot be left to East after laying down: only 5, 10, 15 or 25 can.",
        ),
        (TallyEntry("East", 1, points=55), "55 points can be either: did East lay down the Phase?"),
        (
            TallyEntry("East", 6, cards=cards_of("R1 R2")),
            "East cannot hold 2 cards: after laying down it is 1 card, without 10 cards.",
        ),
        (
            TallyEntry("East", 1, points=7),
            "7 points for East cannot be: every card counts a multiple of 5.",
        ),
    ],
)
def test_a_tally_is_refused_in_these_words(result: TallyEntry, message: str) -> None:
    classic = EDITIONS["classic"]
    verdict = check_tally(classic, classic.phases, [NORTH, result])
    assert verdict.problems[0].message == message


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_one_card_short_it_says_which_card_would_do(edition: str) -> None:
    """Take a card out of a legal lay-down: a card is named, and there is one that mends it."""
    chance = random.Random(f"short in {edition}")
    known = EDITIONS[edition]
    told = 0
    while told < 200:
        number = chance.randint(1, 10)
        deck = chance.choice(sides(edition))
        asked = oracle.PHASES[edition][number]
        groups = [likely_group(chance, deck, kind, size) for kind, size in asked]
        if not oracle.phase_is_legal(edition, asked, groups):
            continue
        short = chance.choice(groups)
        short.pop(chance.randrange(len(short)))
        if not short or not any(card.rstrip("!")[-1].isdigit() for card in short):
            continue
        verdict = check_phase(
            known, known.phases[number - 1], [cards_of(" ".join(group)) for group in groups]
        )
        assert not verdict.is_legal
        assert "would do" in verdict.problems[0].message, (groups, verdict.problems)
        told += 1


def test_every_word_can_be_translated() -> None:
    """Templates and names alike go through the translation, once each and no more."""
    german = {"red": "Rot", "Wild": "Joker", "%(card)s as %(role)s": "%(card)s als %(role)s"}
    (card,) = cards_of("W=R")
    assert Text("%(card)s!", {"card": card}).render(lambda text: german.get(text, text)) == (
        "Joker als Rot!"
    )

"""What the referee says: what is wrong, and what would make it right."""

from __future__ import annotations

import random
from typing import ClassVar

import pytest

from referee.editions import EDITIONS
from referee.kinds import KINDS, KindName
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.tally import TallyEntry, check_tally
from referee.wording import Text, ngettext_noop

from . import oracle
from .test_agreement import likely_group, sides
from .test_codes import NORTH, cards_of


@pytest.mark.parametrize(
    ("edition", "phase", "groups", "message"),
    [
        ("express", 5, ["R3 G3"], "Set of 3: 1 card is missing. A 3 or a Wild would do."),
        ("express", 6, ["R3 G4 B6 Y7"], "Between 3 and 7 there is no 5. A 5 or a Wild would do."),
        (
            "express",
            6,
            ["R3 G4 B5 Y5"],
            "A run takes only one card of each number, not blue 5 and yellow 5. "
            "A 2, a 6 or a Wild in place of one of them would do.",
        ),
        (
            "express",
            10,
            ["R3 R4 R5 G6"],
            "All cards must have the same color, here red: green 6 does not fit. "
            "Any red card or a Wild in its place would do.",
        ),
        (
            "flip",
            6,
            ["G6 G7 G8", "Y3 Y4"],
            "Color run of 3: 1 card is missing. A yellow 2, a yellow 5 or a yellow Star would do.",
        ),
        (
            "classic",
            1,
            ["R3 B3 G3", "R4 B4 S"],
            "A Skip is never part of a group: it is discarded in front of another player. "
            "A 4 or a Wild in its place would do.",
        ),
        (
            "classic",
            1,
            ["R3 B3 G3", "R4 B4 G4 Y9"],
            "All cards in a set have the same number, here 4: yellow 9 does not fit. "
            "Without it, the rest would do.",
        ),
        ("classic", 4, ["R3 R4 R5 R6"], "Run of 7: 3 cards are missing."),
        (
            "classic",
            2,
            ["R3 B3 G3"],
            "This Phase has 2 groups (set of 3 + run of 4), not 1.",
        ),
        ("express", 5, ["R6 R6 G6"], "The deck has only 1 × red 6, not 2."),
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
            "Green 7 does not fit: red 4 makes the run red.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y9",
            "Yellow 9 does not fit: the run goes from 4 to 6, so a 3 or a 7 comes next.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y8",
            "Yellow 8 does not fit yet: the run goes from 4 to 6, and a 7 or a Wild is missing.",
        ),
        (
            "express",
            "pair_run",
            "R6 B6 G7 Y7",
            "R8",
            "Red 8 does not fit yet: the run goes from 6 to 7, and an 8 or a Wild is missing.",
        ),
        ("classic", "set", "R4 B4", "G5", "Green 5 does not fit: the number of this set is 4."),
        (
            "classic",
            "color",
            "R4 R9",
            "G5",
            "Green 5 does not fit: all cards in this group are red.",
        ),
        ("express", "odd", "R3 R9", "G4", "Only odd numbers fit, not green 4."),
        (
            "flip",
            "color_run",
            "W4 W5",
            "R6 G3",
            "Green 3 does not fit: another card in this hit makes the run red.",
        ),
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
            "East cannot have 35 points. "
            "Possible after laying down: 5, 10, 15 or 25. Without laying down: 50 to 230.",
        ),
        (
            TallyEntry("East", 6, points=50, laid_down=True),
            "East cannot have 50 points. Possible after laying down: 5, 10, 15 or 25.",
        ),
        (
            TallyEntry("East", 1, points=55),
            "55 points are possible with and without laying down. Did East lay down?",
        ),
        (
            TallyEntry("East", 6, cards=cards_of("R1 R2")),
            "East cannot have 2 cards left. "
            "Possible after laying down: 1. Without laying down: 10.",
        ),
        (
            TallyEntry("East", 1, points=7),
            "East cannot have 7 points: every card is worth a multiple of 5.",
        ),
    ],
)
def test_a_tally_is_refused_in_these_words(result: TallyEntry, message: str) -> None:
    classic = EDITIONS["classic"]
    verdict = check_tally(classic, classic.phases, [NORTH, result])
    assert verdict.problems[0].message == message


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
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


class German:
    """A translator like those of gettext."""

    texts: ClassVar = {
        "red": "Rot",
        "Wild": "Joker",
        "%(card)s as %(role)s": "%(card)s als %(role)s",
    }
    plurals: ClassVar = {"%(count)s card": ["%(count)s Karte", "%(count)s Karten"]}

    def gettext(self, message: str) -> str:
        return self.texts.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.plurals[singular][number != 1]


def test_every_word_can_be_translated() -> None:
    """Templates and names alike go through the translation, once each and no more."""
    (card,) = cards_of("W=R")
    assert Text("%(card)s!", {"card": card}).render(German()) == "Joker als Rot!"


@pytest.mark.parametrize(("count", "text"), [(1, "1 Karte"), (2, "2 Karten"), (0, "0 Karten")])
def test_a_count_decides_between_singular_and_plural(count: int, text: str) -> None:
    cards = ngettext_noop("%(count)s card", "%(count)s cards")
    assert Text(cards, {"count": count}).render(German()) == text


def test_a_hint_is_a_sentence_of_its_own() -> None:
    hint = Text("%(card)s would do.", {"card": cards_of("R7")[0]})
    assert Text("one card is missing.", hint=hint).render() == (
        "One card is missing. Red 7 would do."
    )

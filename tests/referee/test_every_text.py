"""Every text of the referee, about every kind of card, in every language: what a machine can see.

What only a reader sees, such as cases and the order of words, is in `test_languages.py`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import referee
from referee.cards import Color
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, parse_phase
from referee.languages import LANGUAGES, translator_for
from referee.rulings.card_phrases import a_number, a_star
from referee.rulings.card_references import Case, copies_of, one_card, the_card, these_cards
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.solver.analysis import analyse
from referee.wording import AND, OR, Plural, Text, listed, name_phase

from . import oracle
from .test_agreement import likely_group, sides, some_card
from .test_codes import cards_of
from .test_hand_best import ask, phase_of, some_question
from .test_hand_missing import random_hand, random_phase
from .test_rulebook import illegal_plays
from .test_suggestions import groups_of, is_group_as_listed, near_lay_downs

PO = Path(referee.__file__).parent / "locale/de/LC_MESSAGES/tableside.po"
SAID = ("referee/rulings/", "referee/solver/", "referee/tally/", "referee/must_lay_down.py")

# What no sentence has: in any language, and in each.
NOWHERE = re.compile(
    r"  | × |%\(|^ | $|\bNone\b|\bText\b|\b[RYGBW](?:\d|\*)|\bW=|(?i:\b(\w+) \1\b)"  # R7, the the
    r"|(?:^|[.?] )[^\W\d_A-ZÁÉÍÓÚÀÂÉÈÊÎÔÛÄÖÜ]"  # a small letter at the beginning
)
WRONG = {
    "en": re.compile(r"\ba (?:8|11)\b|\ban (?!8|11)\d|\b[Aa] [aeio]"),
    "de": re.compile(r"\b(?:der|des|die|den) (?:der|des|die|den|dem|eine?[mnrs]?)\b"),
    "es": re.compile(r"\b(?:de|a) el\b|\by i|\bo (?:8|11)\b"),
    "fr": re.compile(
        r"\b(?:de|à) les?\b|\b(?:le|la|de|que|ne|se) [aeiouyéÉ]|[^\s\xa0\u202f][:;?!]"
    ),
}


def check_sentences(text: Text) -> None:
    for language in LANGUAGES:
        told = text.render(translator_for(language))
        assert told.endswith((".", "?")), (language, told)
        assert not NOWHERE.search(told), (language, told)
        assert not WRONG[language].search(told), (language, told)


# --- every sentence in the code ---------------------------------------------------------

CARDS = cards_of("R1 Y8 G11 B12 R5! R* G*=8 B*=5 W W=7 W=G W=B11 S W8 W11! W5=Y W* W*! W*=R W*=G8")
NUMBERS = (1, 2, 8, 11)
VALUES = {
    "player": "Ben",
    "players": listed(["Ben", "Otto"], OR),
    "color": Color.GREEN,
    "phase": name_phase(parse_phase("set 3 + run 4")),
    "group": name_phase(parse_phase("color 7")),
    "a_number": a_number(8, 11),
    "numbers": listed([8, 11], OR),
}


def named(case: Case) -> Iterator[Text]:
    for card in CARDS:
        yield from (the_card(card, case), one_card(card, case))
        if case is not Case.OF:
            yield from (copies_of(card, 2), these_cards([card] * 3, [card] * 3, AND))
    yield from (a_number(8, 11, colors=[Color.RED, Color.BLUE]), a_star([Color.GREEN]))
    yield listed([a_number(11), the_card(CARDS[0]), the_card(CARDS[5])], OR)


def templates() -> Iterator[str | Plural]:
    with PO.open("rb") as file:
        for message in read_po(file):
            if any(path.startswith(SAID) for path, _line in message.locations):
                yield message.id if isinstance(message.id, str) else Plural(*message.id)


def test_every_sentence_is_one_with_every_kind_of_card() -> None:
    count = 0
    for template in templates():
        english = template if isinstance(template, str) else template.plural
        if not english.endswith((".", "?")):
            continue  # a part of a sentence
        placeholders = set(re.findall(r"%\((\w+)\)s", english))
        about = placeholders & {"card", "cards", "other", "wild", "giver"}
        case = Case.OF if re.search(r" place of %\((?:card|wild)\)s", english) else Case.SUBJECT
        cards = named(case) if about else [None] * len(NUMBERS)
        for card, number in zip(cards, cycle(NUMBERS), strict=False):
            values = dict.fromkeys(placeholders | {"count"}, number)
            check_sentences(Text(template, values | VALUES | dict.fromkeys(about, card)))
            count += 1
    assert count > 3000


# --- what is said about plays -----------------------------------------------------------


def texts_about_plays(edition: str, chance: random.Random, count: int) -> Iterator[Text]:
    known = EDITIONS[edition]
    for play in islice(near_lay_downs(edition, chance), count):
        phase, rules = known.phases[play.phase - 1], HouseRules(**play.rules)
        yield from (
            p.text for p in check_phase(known, phase, groups_of(play.groups), rules).problems
        )
    for _ in range(count):
        kind, size = chance.choice(oracle.KINDS), chance.choice([2, 3, 4, 6, 8])
        target = likely_group(chance, chance.choice(sides(edition)), kind, size)
        deck = chance.choice(sides(edition))
        cards = [some_card(chance, deck), *likely_group(chance, deck, kind, 3)]
        cards = chance.choice([cards[:1], cards[1:2], cards[:2], cards[:2] * 2, cards])
        if is_group_as_listed(edition, kind, target):
            lying, hit = cards_of(" ".join(target)), cards_of(" ".join(cards))
            problems = check_hit(known, KINDS[KindName(kind)], lying, hit).problems
            yield from (problem.text for problem in problems)
    for _ in range(count // 10):
        yield ask(some_question(chance, edition, cards=5, groups=2, table=2)).text
        asked = random_phase(chance, edition)
        hand = cards_of(" ".join(random_hand(chance, edition, asked)))
        yield analyse(known, phase_of(asked), hand).text


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_what_is_said_about_plays_is_sentences(edition: str) -> None:
    for text in texts_about_plays(edition, random.Random(f"texts in {edition}"), 300):
        check_sentences(text)


def test_what_is_said_about_each_problem_is_sentences() -> None:
    for _edition, problem in illegal_plays():
        check_sentences(problem.text)

"""What the referee says: what is wrong, and what would make it right."""

from __future__ import annotations

import random
import tomllib
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from referee.editions import EDITIONS, Edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, parse_phase
from referee.rulings.hit import check_hit
from referee.rulings.phase import PhaseVerdict, check_phase
from referee.rulings.problems import RuleCode
from referee.table import new_table
from referee.tally import TallyEntry, check_tally

from . import oracle
from .test_agreement import likely_group, sides
from .test_codes import NORTH, cards_of
from .test_plays import PLAYS, do

TOLD = tomllib.loads((Path(__file__).parent / "messages.toml").read_text("utf-8"))


def told(*names: str) -> list[Any]:
    """Return what a table of messages.toml says: edition, what is asked, cards, and the message."""
    found = []
    for play, message in reduce(getitem, names, TOLD).items():
        about, cards = play.split(": ")
        found.append((*about.split(" ", 1), cards, message.replace("\n", " ")))
    return found


def asked_for(edition: Edition, asked: str) -> Phase:
    """Return the Phase of this number, or that is written out."""
    return edition.phases[int(asked) - 1] if asked.isdigit() else parse_phase(asked)


def lay_down(edition: str, asked: str, cards: str) -> PhaseVerdict:
    known = EDITIONS[edition]
    return check_phase(known, asked_for(known, asked), list(map(cards_of, cards.split(" / "))))


@pytest.mark.parametrize(("edition", "asked", "cards", "message"), told("lay_down"))
def test_what_is_said_of_a_lay_down(edition: str, asked: str, cards: str, message: str) -> None:
    assert lay_down(edition, asked, cards).problems[0].message == message


@pytest.mark.parametrize(("edition", "kind", "cards", "message"), told("hit"))
def test_what_is_said_of_a_hit(edition: str, kind: str, cards: str, message: str) -> None:
    target, hit = map(cards_of, cards.split(" + "))
    verdict = check_hit(EDITIONS[edition], KINDS[KindName(kind)], target, hit)
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(("code", "message"), TOLD["play"].items())
def test_a_play_is_refused_in_these_words(code: str, message: str) -> None:
    seating, before, illegal, *_ = PLAYS[RuleCode(code)]
    (problem,) = illegal(do(new_table(seating), *before)).problems
    assert problem.message == message.replace("\n", " ")


def test_a_star_of_the_color_is_no_number_card() -> None:
    flip, rules = EDITIONS["flip"], HouseRules(number_card_per_group=True)
    verdict = check_phase(flip, flip.phases[0], [cards_of("B* B*"), cards_of("R4 R5")], rules)
    assert verdict.problems[0].message == (
        "Under your house rule, every group needs a card with a printed number, "
        "and this one has none. Any blue card would do."
    )


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        (HouseRules(), "A 5 or a Wild would do."),
        (
            HouseRules(oversize_groups=False),
            "A 5 or a Wild in place of the yellow 7 would do.",
        ),
    ],
)
def test_it_suggests_no_larger_group_than_the_house_rule_allows(
    rules: HouseRules, hint: str
) -> None:
    groups = [cards_of("R3 G4 B6 Y7")]
    verdict = check_phase(EDITIONS["express"], parse_phase("run 4"), groups, rules)
    assert verdict.problems[0].message == f"Between 3 and 7 there is no 5. {hint}"


def test_it_suggests_no_wild_card_if_a_number_is_missing_by_house_rule() -> None:
    groups, rules = [cards_of("W"), cards_of("G7 Y7")], HouseRules(number_card_per_group=True)
    verdict = check_phase(EDITIONS["express"], parse_phase("set 2 + set 2"), groups, rules)
    assert verdict.problems[0].message == ("Set of 2: 1 card is missing. Any number card would do.")


@pytest.mark.parametrize(
    ("singles", "message"),
    [
        (False, "The red 10 does not fit: the run goes from 6 to 7 and grows only by whole pairs."),
        (
            True,
            "The red 10 does not fit: the run goes from 6 to 7 and grows only by whole pairs. "
            "A 6, a 7 or a Wild would do.",
        ),
    ],
)
def test_it_suggests_single_cards_for_a_pair_run_only_by_house_rule(
    singles: bool, message: str
) -> None:
    verdict = check_hit(
        EDITIONS["express"],
        KINDS[KindName.PAIR_RUN],
        cards_of("R6 B6 G7 Y7"),
        cards_of("R10"),
        rules=HouseRules(pair_run_singles=singles),
    )
    assert verdict.problems[0].message == message


def test_a_hand_is_never_asked_to_hold_more_than_it_can() -> None:
    groups = [cards_of("R1 R2 R3 R4 R5 R6 R7 R9 R10 R11 R12")]
    verdict = check_phase(EDITIONS["classic"], parse_phase("run 7"), groups)
    # An 8 more would be the twelfth card.
    assert verdict.problems[0].message == (
        "Between 1 and 12 there is no 8. An 8 or a Wild in place of the red 12 would do."
    )


def test_a_group_that_is_too_large_and_wrong_is_not_said_to_hit_with_the_rest() -> None:
    rules = HouseRules(oversize_groups=False)
    phase = parse_phase("set 2")
    for cards, has_advice in (("R6 B6 G6", True), ("R6 B6 G7", False)):
        verdict = check_phase(EDITIONS["classic"], phase, [cards_of(cards)], rules)
        messages = " ".join(problem.message for problem in verdict.problems)
        assert ("hit with the rest" in messages) is has_advice


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

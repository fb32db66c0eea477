"""What the referee says: what is wrong, and what would make it right."""

from __future__ import annotations

import random

import pytest

from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, parse_phase
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.tally import TallyEntry, check_tally

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
            "A run takes only one card of each number, not both the blue 5 and the yellow 5. "
            "A 2, a 6 or a Wild in place of the yellow 5 would do.",
        ),
        (
            "express",
            10,
            ["R3 R4 R5 G6"],
            "All cards must have the same color, here red: the green 6 does not fit. "
            "Any red card or a Wild in place of the green 6 would do.",
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
            "A 4 or a Wild in place of the Skip would do.",
        ),
        (
            "classic",
            1,
            ["R3 B3 G3", "R4 B4 G4 Y9"],
            "All cards in a set have the same number, here 4: the yellow 9 does not fit. "
            "Without the yellow 9, the rest would do.",
        ),
        ("classic", 4, ["R3 R4 R5 R6"], "Run of 7: 3 cards are missing."),
        (
            "classic",
            2,
            ["R3 B3 G3"],
            "This Phase has 2 groups (set of 3 + run of 4), not 1.",
        ),
        (
            "express",
            5,
            ["R6 R6 G6"],
            "The deck has only one red 6, not two. "
            "A yellow 6, a blue 6 or a Wild in place of one red 6 would do.",
        ),
    ],
)
def test_a_lay_down_is_refused_in_these_words(
    edition: str, phase: int, groups: list[str], message: str
) -> None:
    known = EDITIONS[edition]
    verdict = check_phase(known, known.phases[phase - 1], [cards_of(group) for group in groups])
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(
    ("groups", "rules", "message"),
    [
        (
            ["B* G9", "G1 G2"],
            HouseRules(),
            "All cards must have the same color, here blue: the green 9 does not fit. "
            "Any blue card in place of the green 9 would do.",
        ),
        (
            ["Y7 Y8", "B*"],
            HouseRules(),
            "Color run of 2: 1 card is missing. Any blue card would do.",
        ),
        (
            ["B* B*", "R4 R5"],
            HouseRules(number_card_per_group=True),
            "Under your house rule, every group needs a card with a printed number, "
            "and this one has none. Any blue card would do.",
        ),
        (
            ["R4 R*", "B5"],
            HouseRules(),
            "Color run of 2: 1 card is missing. A blue 4, a blue 6 or a blue Star would do.",
        ),
    ],
)
def test_every_card_of_a_color_has_one_name(
    groups: list[str], rules: HouseRules, message: str
) -> None:
    flip = EDITIONS["flip"]
    verdict = check_phase(flip, flip.phases[0], [cards_of(group) for group in groups], rules)
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(
    ("edition", "kind", "target", "cards", "message"),
    [
        (
            "flip",
            "color_run",
            "R4 W5 W6",
            "G7",
            "The green 7 does not fit: the red 4 makes this group red. "
            "A red 3, a red 7 or a red Star would do.",
        ),
        (
            "flip",
            "color_run",
            "W4 W5 R6",
            "G7",
            "The green 7 does not fit: the red 6 makes this group red. "
            "A red 3, a red 7 or a red Star would do.",
        ),
        (
            "flip",
            "color_run",
            "W*=4 W5 R*",
            "G7",
            "The green 7 does not fit: the red Star as 6 makes this group red. "
            "A red 3, a red 7 or a red Star would do.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y9",
            "The yellow 9 does not fit: the run goes from 4 to 6. A 3, a 7 or a Wild would do.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y8",
            "The yellow 8 does not fit: the run goes from 4 to 6. "
            "Together with a 7 or a Wild, it would fit.",
        ),
        (
            "express",
            "pair_run",
            "R6 B6 G7 Y7",
            "R8",
            "The red 8 has no partner: a run of pairs grows only by whole pairs. "
            "Together with an 8 or a Wild, it would fit.",
        ),
        (
            "classic",
            "set",
            "R4 B4",
            "G5",
            "The green 5 does not fit: the number of this set is 4. A 4 or a Wild would do.",
        ),
        (
            "classic",
            "color",
            "R4 R9",
            "G5",
            "The green 5 does not fit: all cards in this group are red. "
            "Any red card or a Wild would do.",
        ),
        (
            "express",
            "odd",
            "R3 R9",
            "G4",
            "Only odd numbers fit, not the green 4. Any odd card or a Wild would do.",
        ),
        (
            "flip",
            "color_run",
            "W4 W5",
            "R6 G3",
            "The green 3 does not fit: the red 6 makes this group red. "
            "Without the green 3, the rest would do.",
        ),
    ],
)
def test_a_hit_is_refused_in_these_words(
    edition: str, kind: str, target: str, cards: str, message: str
) -> None:
    verdict = check_hit(EDITIONS[edition], KINDS[KindName(kind)], cards_of(target), cards_of(cards))
    assert verdict.problems[0].message == message


ODD = "a 1, a 3, a 5, a 7, a 9 or an 11"


@pytest.mark.parametrize(
    ("edition", "asked", "groups", "message"),
    [
        # Wild cards only: the numbers of the group are named.
        (
            "express",
            "odd_run 4",
            ["W W W R4"],
            f"Only odd numbers fit, not the red 4. A{ODD[1:]} in place of the red 4 would do.",
        ),
        (
            "express",
            "odd_run 3",
            ["W W W"],
            f"A Phase needs at least one card with a printed number. A{ODD[1:]} would do.",
        ),
        (
            "express",
            "even 3",
            ["W W W"],
            "A Phase needs at least one card with a printed number. Any even card would do.",
        ),
        (
            "express",
            "set 3",
            ["W W W"],
            "A Phase needs at least one card with a printed number. Any number card would do.",
        ),
        (
            "flip",
            "set 2",
            ["W* W*"],
            "A Phase needs at least one card with a printed number. "
            "Any wild-side number card would do.",
        ),
        (
            "flip",
            "even 3",
            ["W2 W4 W7"],
            "Only even numbers fit, not the wild-side 7. "
            "Any wild-side even card or a wild-side Star in place of the wild-side 7 would do.",
        ),
        # The main reason comes first.
        (
            "classic",
            "run 4",
            ["R10 R11 R12 R1"],
            "A run ends at 12: it does not go on with 1. "
            "A 9 or a Wild in place of the red 1 would do.",
        ),
        (
            "classic",
            "run 4",
            ["R11 R12 R1 R2"],
            "A run ends at 12: it does not go on with 1.",
        ),
        (
            "express",
            "odd_run 4",
            ["R9 R11 R1 R3"],
            "An odd run ends at 11: it does not go on with 1.",
        ),
        (
            "express",
            "even_run 4",
            ["R10 R12 R2 R4"],
            "An even run ends at 12: it does not go on with 2.",
        ),
        (
            "classic",
            "run 4",
            ["R3 R4 W=8 R6"],
            "Between 3 and 8 there is no 5 or 7. Without its declaration, the Wild would do.",
        ),
        (
            "express",
            "run 3",
            ["R3 R3 R4"],
            "The deck has only one red 3, not two. "
            "A 2, a 5 or a Wild in place of one red 3 would do.",
        ),
        (
            "flip",
            "set 3 + set 2",
            ["G5 R5 G*", "G* G*"],
            "The deck has only two green Stars, not three. "
            "A 5, a red Star, a yellow Star or a blue Star in place of the green Star in group 1 "
            "would do.",
        ),
        # Cards in each other's place.
        (
            "classic",
            "set 3 + run 4",
            ["R3 B3 G5", "R4 Y3 B6 Y7"],
            "All cards in a set have the same number, here 3: the green 5 does not fit. "
            "If you swap the green 5 and the yellow 3, the groups are right.",
        ),
        (
            "classic",
            "set 3 + run 4",
            ["R3 B3", "R4 G5 B6 Y7 Y3 G3"],
            "A run takes only one card of each number, not both the yellow 3 and the green 3. "
            "If you move the yellow 3 to the other group, both are right.",
        ),
        (
            "flip",
            "color_run 3 + set 2 + set 2",
            ["R3 R4 R5 R6", "B6", "G9 Y9"],
            "Set of 2: 1 card is missing. If you move the red 6 to group 2, the groups are right.",
        ),
        # What it says of the side in play, the colors that fit, and each card once.
        (
            "flip",
            "color_run 3 + set 2",
            ["W4 W5 W9", "W8 W8"],
            "Between 4 and 9 there is no 6, 7 or 8. A wild-side 3, a wild-side 6 "
            "or a wild-side Star in place of the wild-side 9 would do.",
        ),
        (
            "flip",
            "color_run 3 + set 2",
            ["R4 R5", "B8 G8"],
            "Color run of 3: 1 card is missing. A red 3, a red 6 or a red Star would do.",
        ),
        (
            "classic",
            "set 4",
            ["R4 B4 G6 G6"],
            "All cards in a set have the same number, here 4: the two green 6s do not fit.",
        ),
        ("express", "even 3", ["R3 B4 G5"], "Only even numbers fit, not the red 3 or the green 5."),
        ("classic", "run 3", ["R2 R7 B12"], "2, 7 and 12 are not consecutive."),
    ],
)
def test_a_lay_down_is_explained_as_a_friend_would(
    edition: str, asked: str, groups: list[str], message: str
) -> None:
    verdict = check_phase(EDITIONS[edition], parse_phase(asked), list(map(cards_of, groups)))
    assert verdict.problems[0].message == message


@pytest.mark.parametrize(
    ("edition", "kind", "target", "cards", "message"),
    [
        # Each number fits once; it never asks for the card that it refuses.
        (
            "classic",
            "run",
            "R4 B5 G6",
            "R3 B3",
            "A run takes only one card of each number, not both the red 3 and the blue 3. "
            "Without the blue 3, the rest would do.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "R7 R7",
            "A run takes only one card of each number, so only one red 7. "
            "Without one red 7, the rest would do.",
        ),
        (
            "express",
            "run",
            "R5 B6 G7 Y8",
            "R9 R9",
            "The deck has only one red 9, not two. Without one red 9, the rest would do.",
        ),
        (
            "classic",
            "run",
            "R4 B5 G6",
            "Y5",
            "The yellow 5 does not fit: the run already has a 5. A 3, a 7 or a Wild would do.",
        ),
        (
            "express",
            "pair_run",
            "R6 B6 G7 Y7",
            "Y6",
            "The yellow 6 does not fit: the run already has its pair of 6s.",
        ),
        # A wild card stays.
        (
            "classic",
            "run",
            "R4 B5 W Y7",
            "R6",
            "The red 6 cannot take the place of the Wild, which stands for 6 and stays. "
            "A 3, an 8 or a Wild would do.",
        ),
        (
            "flip",
            "color_run",
            "R4 R* R6",
            "W5",
            "The wild-side 5 cannot take the place of the red Star, which stands for 5 and stays. "
            "A wild-side 3, a wild-side 7 or a wild-side Star would do.",
        ),
        # A run ends at 12.
        (
            "classic",
            "run",
            "R9 R10 R11 R12",
            "B1",
            "A run ends at 12: nothing follows the 12. An 8 or a Wild would do.",
        ),
        (
            "classic",
            "run",
            "R1 R2 R3 R4",
            "B12",
            "A run begins at 1: nothing comes before the 1. A 5 or a Wild would do.",
        ),
        (
            "express",
            "odd_run",
            "R7 R9 R11",
            "R1",
            "An odd run ends at 11: nothing follows the 11. A 5 or a Wild would do.",
        ),
        (
            "express",
            "even_run",
            "R2 R4 R6",
            "R12",
            "An even run begins at 2: nothing comes before the 2. An 8 or a Wild would do.",
        ),
        (
            "classic",
            "run",
            "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12",
            "W W",
            "One Wild does not fit: with the other cards, the run goes from 1 to 12. "
            "Without one Wild, the rest would do.",
        ),
        # Colors, sides, sets of wild cards only.
        (
            "flip",
            "color_run",
            "W4 W5",
            "R9",
            "The red 9 does not fit: the run goes from 4 to 5. A 3, a 6 or a Star would do.",
        ),
        (
            "flip",
            "color_run",
            "R4 R5",
            "R9",
            "The red 9 does not fit: the run goes from 4 to 5. "
            "A red 3, a red 6 or a red Star would do.",
        ),
        (
            "classic",
            "set",
            "W W",
            "R5 B6",
            "The blue 6 does not fit: the red 5 makes this a set of 5s. "
            "Without the blue 6, the rest would do.",
        ),
        (
            "classic",
            "color",
            "R4 R9",
            "G5 G5",
            "The two green 5s do not fit: all cards in this group are red.",
        ),
        (
            "classic",
            "set",
            "R4 B4",
            "W=5",
            "The Wild as 5 does not fit: the number of this set is 4. "
            "Without its declaration, the Wild would do.",
        ),
    ],
)
def test_a_hit_is_explained_as_a_friend_would(
    edition: str, kind: str, target: str, cards: str, message: str
) -> None:
    verdict = check_hit(EDITIONS[edition], KINDS[KindName(kind)], cards_of(target), cards_of(cards))
    assert verdict.problems[0].message == message


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

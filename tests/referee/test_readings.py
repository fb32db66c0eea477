"""What wild cards stand for when nobody says (rulebook, sections 3 and 4)."""

import pytest

from referee.card_groups import read_group
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName
from referee.rulings.hit import HitVerdict, check_hit
from referee.rulings.phase import check_phase

from .test_codes import cards_of


@pytest.mark.parametrize(
    ("kind", "cards", "standing", "ambiguous"),
    [
        ("run", "W R5 R6 R7", "W=4 R5 R6 R7", False),  # as listed
        ("run", "R5 R6 R7 W", "R5 R6 R7 W=8", False),
        ("run", "R11 R12 W", "W=10 R11 R12", False),  # no place above, one below
        ("run", "R7 W R5 W", "R5 W=6 R7 W=8", True),  # the gap, then the high end
        ("run", "R12 W R10 W", "W=9 R10 W=11 R12", False),  # the gap, then the low end
        ("run", "R7 W=4 R5 W", "W=4 R5 W=6 R7", False),  # a declaration decides
        ("odd_run", "R3 W R7 W", "R3 W=5 R7 W=9", False),
        ("even_run", "W R2 B6 W", "R2 W=4 B6 W=8", False),
        ("pair_run", "W W W R2 B3 R3", "W=1 W=1 W=2 R2 B3 R3", False),
        ("pair_run", "R6 W B7 W", "R6 W=6 B7 W=7", False),
        ("set", "W R7 W", "W=7 R7 W=7", False),
        ("set", "W=G R7", "W=G7 R7", False),
        ("color", "W R7 R1 W=3", "W=R R7 R1 W=R3", False),
        ("odd", "W R3", "W R3", False),
        ("color_run", "W7 W*=B8 W9", "W7=B W*=B8 W9=B", False),  # a declared color counts
        ("color_run", "W7 W* W9", "W7 W*=8 W9", False),  # no color yet is a standing
        ("color_run", "R* R5", "R*=4 R5", False),
    ],
)
def test_a_wild_card_stands_for(kind: str, cards: str, standing: str, ambiguous: bool) -> None:
    reading = read_group(KINDS[KindName(kind)], cards_of(cards))
    assert reading.standing is not None
    assert " ".join(map(str, reading.standing.cards)) == standing
    assert reading.is_ambiguous is ambiguous


@pytest.mark.parametrize("kind", ["set", "run", "color_run", "odd_run", "pair_run"])
def test_wild_cards_alone_stand_for_nothing_yet(kind: str) -> None:
    reading = read_group(KINDS[KindName(kind)], cards_of("W W W W"))
    assert reading.is_group
    assert reading.is_ambiguous
    assert reading.standing is None


def test_a_group_of_wild_cards_beside_numbers_is_legal_and_open() -> None:
    classic = EDITIONS["classic"]
    verdict = check_phase(classic, classic.phases[0], [cards_of("W W W"), cards_of("R3 B3 G3")])
    assert verdict.is_legal
    assert verdict.is_ambiguous
    assert verdict.groups[0] is None


def hit(edition: str, kind: str, target: str, cards: str, **rules: bool) -> HitVerdict:
    return check_hit(
        EDITIONS[edition],
        KINDS[KindName(kind)],
        cards_of(target),
        cards_of(cards),
        rules=HouseRules(**rules),
    )


def rows(verdict: HitVerdict) -> list[str]:
    return [" ".join(map(str, standing.cards)) for standing in verdict.choices]


def test_a_declared_wild_leaves_no_choice() -> None:
    verdict = hit("classic", "run", "R4 R5", "W=3")
    assert not verdict.is_ambiguous
    assert verdict.target is not None
    assert verdict.target.low == 3


def test_a_colored_card_gives_a_wild_run_its_color_for_good() -> None:
    verdict = hit("flip", "color_run", "W9 W10 W11", "B8")
    assert verdict.target is not None
    assert verdict.target.color == "B"
    after = [str(card) for card in verdict.target.cards]
    assert after == ["B8", "W9=B", "W10=B", "W11=B"]
    assert not hit("flip", "color_run", " ".join(after), "G12").is_legal
    assert hit("flip", "color_run", " ".join(after), "W12").is_legal


def test_wild_side_cards_give_a_run_no_color() -> None:
    verdict = hit("flip", "color_run", "W9 W10", "W11")
    assert verdict.target is not None
    assert verdict.target.color is None


def test_two_colors_cannot_both_give_it() -> None:
    assert not hit("flip", "color_run", "W9 W10", "B8 G11").is_legal


def test_a_hit_can_settle_what_wild_cards_left_open() -> None:
    assert rows(hit("flip", "color_run", "W* W*", "W7")) == ["W7 W*=8 W*=9", "W*=5 W*=6 W7"]
    verdict = hit("classic", "set", "W W", "R7")
    assert verdict.target is not None
    assert verdict.target.number == 7


def test_loose_wilds_on_a_pair_run_count_once() -> None:
    # Which number a loose Wild takes changes nothing later, so it is not a choice.
    verdict = hit("classic", "pair_run", "R6 B6 R7 B7", "W", pair_run_singles=True)
    assert not verdict.is_ambiguous
    assert verdict.target is not None
    assert [str(card) for card in verdict.target.cards] == ["R6", "B6", "R7", "B7", "W=7"]

"""What holds for every play, whatever the cards are."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.card_groups import NotAGroup, read_target
from referee.cards import Card, UnreadableCard, parse_card
from referee.editions import EDITIONS, Edition
from referee.kinds import KINDS, KindName, Requirement
from referee.rulings.hit import check_hit
from referee.rulings.phase import PhaseVerdict, check_phase
from referee.rulings.problems import RuleCode
from tests.sampling import sampled

from .test_agreement import likely_group, sides

LAYABLE = [
    (edition, phase)
    for edition in EDITIONS.values()
    for phase in (*edition.phases, *((Requirement(KINDS[kind], 4),) for kind in KindName))
]

card_texts = st.builds(
    "{}{}".format,
    st.one_of(
        st.builds(
            "{}{}{}".format, st.sampled_from("RYGB"), st.integers(1, 12), st.sampled_from(["", "!"])
        ),
        st.builds("{}*".format, st.sampled_from("RYGB")),
        st.builds(
            "W{}{}".format, st.one_of(st.just("*"), st.integers(1, 12)), st.sampled_from(["", "!"])
        ),
        st.sampled_from(["W", "S"]),
    ),
    st.one_of(
        st.just(""),
        st.builds("={}".format, st.sampled_from("RYGB")),
        st.builds("={}".format, st.integers(1, 12)),
        st.builds("={}{}".format, st.sampled_from("RYGB"), st.integers(1, 12)),
    ),
)


@given(card_texts, st.sampled_from(["{}", " {}", "{} ", "  {}  "]), st.booleans())
def test_card_text_parses_and_prints_round_trip(text: str, blanks: str, lower: bool) -> None:
    written = blanks.format(text.lower() if lower else text)
    card = parse_card(written)
    assert str(card) == text
    assert parse_card(str(card)) == card


@given(st.text(max_size=8))
def test_whatever_is_read_prints_as_it_was_written(text: str) -> None:
    try:
        card = parse_card(text)
    except UnreadableCard:
        return
    assert str(card) == text.strip().upper()


@st.composite
def lay_downs(draw: st.DrawFn) -> tuple[Edition, tuple[Requirement, ...], list[list[Card]]]:
    """A lay-down that is often, but not always, legal."""
    edition, phase = draw(st.sampled_from(LAYABLE))
    chance = random.Random(draw(st.integers(0, 2**32)))
    deck = chance.choice(sides(edition.slug))
    groups = [
        likely_group(chance, deck, asked.kind.name, asked.size + chance.choice([0, 0, 0, 1, 2, -1]))
        for asked in phase
    ]
    return edition, phase, [[parse_card(card) for card in group] for group in groups]


def ruling(verdict: PhaseVerdict) -> tuple[bool, list[RuleCode], int]:
    codes = sorted(problem.code for problem in verdict.problems)
    return verdict.is_legal, codes, verdict.extra_cards


@given(lay_downs(), st.randoms(use_true_random=False))
@settings(max_examples=sampled(400))
def test_the_order_of_cards_and_groups_changes_no_answer(play, chance) -> None:  # type: ignore[no-untyped-def]
    edition, phase, groups = play
    shuffled = [chance.sample(group, len(group)) for group in groups]
    chance.shuffle(shuffled)
    before, after = check_phase(edition, phase, groups), check_phase(edition, phase, shuffled)
    assert before.is_legal == after.is_legal
    assert before.extra_cards == after.extra_cards
    if len(phase) == 1:  # with more groups, which one a card is blamed in may change
        assert ruling(before) == ruling(after)


@given(lay_downs(), st.permutations("RYGB"))
@settings(max_examples=sampled(300))
def test_colors_are_interchangeable(play, order) -> None:  # type: ignore[no-untyped-def]
    edition, phase, groups = play
    swap = str.maketrans("RYGB", "".join(order))
    swapped = [[parse_card(str(card).translate(swap)) for card in group] for group in groups]
    assert ruling(check_phase(edition, phase, groups)) == ruling(
        check_phase(edition, phase, swapped)
    )


@given(lay_downs())
@settings(max_examples=sampled(400))
def test_what_was_laid_down_is_a_target(play) -> None:  # type: ignore[no-untyped-def]
    edition, phase, groups = play
    verdict = check_phase(edition, phase, groups)
    for standing in filter(None, verdict.groups):
        read = read_target(KINDS[standing.kind], standing.cards)
        assert read.standings == (standing,)


@given(lay_downs(), lay_downs())
@settings(max_examples=sampled(400))
def test_what_was_hit_is_a_target_again(play, other) -> None:  # type: ignore[no-untyped-def]
    edition, phase, groups = play
    cards = [card for card in other[2][0] if edition.holds(card)][:2]
    try:
        verdict = check_hit(edition, phase[0].kind, groups[0], cards or groups[0][:1])
    except NotAGroup:
        return
    for standing in filter(None, (verdict.target, *verdict.choices)):
        read = read_target(KINDS[standing.kind], standing.cards)
        assert read.standings == (standing,)


@given(lay_downs(), st.randoms(use_true_random=False))
@settings(max_examples=sampled(300))
def test_the_order_of_a_hit_changes_nothing(play, chance) -> None:  # type: ignore[no-untyped-def]
    edition, phase, groups = play
    kind = phase[0].kind
    target, cards = groups[0][:2], groups[0][2:] or groups[0][:1]
    try:
        before = check_hit(edition, kind, target, cards)
    except NotAGroup:
        return
    after = check_hit(edition, kind, target, chance.sample(cards, len(cards)))
    assert (before.is_legal, before.is_ambiguous) == (after.is_legal, after.is_ambiguous)
    ends = [
        [(s.low, s.high, s.number, s.color) for s in verdict.choices] for verdict in (before, after)
    ]
    assert ends[0] == ends[1]

"""The best arrangement, the hits and going out, against trying simply everything.

The brute force below stands on the independent checker alone: it lays down every choice of
cards that is legal, and from there plays every hit in every order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from referee.card_groups import GroupStanding, read_target
from referee.cards import Card, parse_card
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, Requirement
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.solver.analysis import analyse
from referee.solver.hand_analysis import HandAnalysis
from referee.solver.targets import Target
from referee.solver.turn import Action
from tests.sampling import sampled

from . import oracle
from .test_agreement import likely_group, sides

Asked = list[tuple[str, int]]
Lying = list[tuple[str, list[str]]]
Group = tuple[str, oracle.Standing]


@dataclass(frozen=True)
class Question:
    edition: str
    asked: Asked
    hand: list[str]
    table: Lying
    phase_laid: bool
    rules: HouseRules


# --- Trying everything ------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """What trying everything found; `left` is None where the Phase cannot be laid down."""

    left: tuple[int, int] | None  # points, cards
    goes_out: bool


def try_everything(q: Question) -> Tried:
    lying = [
        [(kind, standing) for standing in oracle.target_standings(
            q.edition, kind, cards, pair_run_singles=q.rules.pair_run_singles
        )]
        for kind, cards in q.table
    ]  # fmt: skip
    best: tuple[int, int] | None = None
    goes_out = False
    seen: set[object] = set()
    for left, groups in every_start(q):
        # What a group on the table is may be open: it is whatever helps the next hit.
        to_do = [(left, (*groups, *map(tuple, lying)), False)]
        while to_do:
            state = to_do.pop()
            if state in seen:
                continue
            seen.add(state)
            hand, targets, has_hit = state
            count = (oracle.points(q.edition, hand) if hand else 0, len(hand))
            best = count if best is None else min(best, count)
            goes_out = goes_out or len(hand) == 1 or (not hand and has_hit)
            to_do += ((*after, True) for after in every_hit(q, hand, targets))
    return Tried(best, goes_out)


State = tuple[tuple[str, ...], tuple[tuple[Group, ...], ...]]


def every_start(q: Question) -> Iterator[State]:
    """Yield every hand and own groups with which hitting can begin."""
    if q.phase_laid:
        yield tuple(sorted(q.hand)), ()
        return

    def choose(
        left: tuple[str, ...], groups: tuple[tuple[str, ...], ...]
    ) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]:
        if len(groups) == len(q.asked):
            yield left, groups
            return
        kind, size = q.asked[len(groups)]
        largest = len(left) if q.rules.oversize_groups else size
        for count in range(size, largest + 1):
            for group in sorted(set(combinations(left, count))):
                if legal(q.edition, kind, group):
                    rest = Counter(left) - Counter(group)
                    yield from choose(tuple(sorted(rest.elements())), (*groups, group))

    for left, groups in choose(tuple(sorted(q.hand)), ()):
        if oracle.phase_is_legal(
            q.edition,
            q.asked,
            groups,
            oversize_groups=q.rules.oversize_groups,
            number_card_per_group=q.rules.number_card_per_group,
        ):
            yield (
                left,
                tuple(
                    tuple((kind, standing) for standing in readings(q.edition, kind, group))
                    for (kind, _), group in zip(q.asked, groups, strict=True)
                ),
            )


@cache
def legal(edition: str, kind: str, group: tuple[str, ...]) -> bool:
    return oracle.group_is_legal(edition, kind, group)


@cache
def readings(edition: str, kind: str, group: tuple[str, ...]) -> tuple[oracle.Standing, ...]:
    found = oracle.phase_standings(edition, kind, group, as_listed=False)
    return tuple(sorted(found, key=str))


def every_hit(
    q: Question, hand: tuple[str, ...], targets: tuple[tuple[Group, ...], ...]
) -> Iterator[State]:
    """Yield every hand and table after one card, or a pair on a pair run."""
    for i, text in enumerate(hand):
        card = oracle.read(q.edition, text)
        if card.is_skip:
            continue
        rest = (*hand[:i], *hand[i + 1 :])
        for t, could_be in enumerate(targets):
            for kind, before in could_be:
                singles = q.rules.pair_run_singles
                for after in oracle._after_one_card(kind, before, card, singles):
                    yield rest, (*targets[:t], ((kind, after),), *targets[t + 1 :])
                for j, other in enumerate(rest if kind == "pair_run" else ()):
                    partner = oracle.read(q.edition, other)
                    if partner.is_skip:
                        continue
                    fewer = (*rest[:j], *rest[j + 1 :])
                    for after in oracle._after_a_pair(before, card, partner):
                        yield fewer, (*targets[:t], ((kind, after),), *targets[t + 1 :])


# --- Questions --------------------------------------------------------------------------


def phase_of(asked: Asked) -> Phase:
    return tuple(Requirement(KINDS[KindName(kind)], size) for kind, size in asked)


def ask(q: Question) -> HandAnalysis:
    return analyse(
        EDITIONS[q.edition],
        phase_of(q.asked),
        [parse_card(card) for card in q.hand],
        table=[target_of(kind, cards) for kind, cards in q.table],
        phase_laid=q.phase_laid,
        rules=q.rules,
    )


def target_of(kind: str, cards: Sequence[str]) -> Target:
    return Target(KINDS[KindName(kind)], tuple(map(parse_card, cards)))


def some_question(
    chance: random.Random, edition: str, *, cards: int, groups: int, table: int
) -> Question:
    """A question about a hand that has a fair chance to lay down, small enough for brute force."""
    side = chance.choice(sides(edition))
    asked: Asked = []
    while not asked:
        count = chance.randint(1, groups)
        kinds = [chance.choice(list(KindName)) for _ in range(count)]
        if chance.random() < 0.2:
            kinds = kinds[:1] * count
        sizes = [chance.choice([2, 2, 3, 3, 4]) for _ in kinds]
        asked = [
            (str(kind), 2 * max(1, size // 2) if kind is KindName.PAIR_RUN else size)
            for kind, size in zip(kinds, sizes, strict=True)
        ]
        if sum(size for _, size in asked) > cards:
            asked = []
    deck = Counter({card: n for card, n in oracle.deck(edition).items() if card in side})
    hand: list[str] = []
    for kind, size in asked:
        if chance.random() < 0.8:
            hand += likely_group(chance, side, kind, size)
    wild = [card for card in side if card == "W" or card.endswith("*")]
    while len(hand) < cards:
        hand.append(chance.choice(wild if chance.random() < 0.25 else side))
    hand = [card.partition("=")[0].removesuffix("!") for card in hand][:cards]
    held = Counter(hand)
    hand = [card for card in held for _ in range(min(held[card], deck[card]))]
    hand = with_flip_symbols(chance, edition, hand)
    chance.shuffle(hand)
    return Question(
        edition=edition,
        asked=asked,
        hand=hand,
        table=some_table(chance, edition, hand, chance.randint(0, table)),
        phase_laid=chance.random() < 0.25,
        rules=HouseRules(
            oversize_groups=chance.random() < 0.7,
            number_card_per_group=chance.random() < 0.3,
            pair_run_singles=chance.random() < 0.4,
        ),
    )


def with_flip_symbols(chance: random.Random, edition: str, hand: list[str]) -> list[str]:
    """Return the hand with symbols on some of its cards, on one copy at most (section 1)."""
    bearing = oracle.flip_symbols(edition)
    marked = {card for card in hand if f"{card}!" in bearing and chance.random() < 0.3}
    return [*(f"{card}!" for card in sorted(marked)), *(Counter(hand) - Counter(marked)).elements()]


def some_table(chance: random.Random, edition: str, hand: list[str], count: int) -> Lying:
    table: Lying = []
    used = [*hand]
    while len(table) < count:
        kind = str(chance.choice(list(KindName)))
        cards = likely_group(chance, chance.choice(sides(edition)), kind, chance.choice([2, 3, 4]))
        try:
            oracle.target_standings(edition, kind, cards)
        except ValueError:
            continue
        if oracle.more_copies_than_the_deck(edition, [*used, *cards]):
            count -= 1
            continue
        used += cards
        table.append((kind, cards))
    return table


# --- Agreement --------------------------------------------------------------------------


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_nothing_beats_the_best_arrangement(edition: str) -> None:
    chance = random.Random(f"best arrangements of {edition}")
    laid = out = 0
    count = sampled(900)
    for number in range(count):
        size = chance.randint(3, 6 if edition == "express" or number % 3 else 7)
        q = some_question(chance, edition, cards=size, groups=2, table=2)
        tried, found = try_everything(q), ask(q)
        assert not found.unproven, q
        assert found.can_lay_down == (tried.left is not None and not q.phase_laid), q
        if tried.left is None:
            assert found.left == tuple(found.left), q
            assert len(found.left) == len(q.hand), q
        else:
            assert (found.points, len(found.left)) == tried.left, (q, found)
        assert found.can_go_out == tried.goes_out, (q, found)
        laid += found.can_lay_down
        out += found.can_go_out
        assert_playable(q, found)
    assert count / 5 < laid < count * 9 / 10
    assert count / 20 < out < count * 9 / 10


# --- What is answered can be played -----------------------------------------------------


def assert_playable(q: Question, found: HandAnalysis) -> None:
    """Play the answer, each play by the referee's own verdict."""
    play_out(
        q,
        [standing.cards for standing in found.groups],
        [(play.own, play.group, play.cards) for play in found.plays],
        found.left,
    )
    if found.going_out is not None:
        lay_down = [play for play in found.going_out if play.action is Action.LAY_DOWN]
        hits = [play for play in found.going_out if play.action is Action.HIT]
        discards = [play for play in found.going_out if play.action is Action.DISCARD]
        assert [*lay_down, *hits, *discards] == list(found.going_out), q
        assert len(discards) <= 1, q
        assert hits or discards, q
        play_out(
            q,
            [play.cards for play in lay_down],
            [(play.own, play.group, play.cards) for play in hits],
            [card for play in discards for card in play.cards],
        )
    assert_hits(q, found)


Plays = Sequence[tuple[bool, int | None, tuple[Card, ...]]]


def play_out(
    q: Question, groups: Sequence[tuple[Card, ...]], hits: Plays, left: Sequence[Card]
) -> None:
    edition, phase = EDITIONS[q.edition], phase_of(q.asked)
    own: list[GroupStanding] = []
    if groups:
        verdict = check_phase(edition, phase, groups, q.rules)
        assert verdict.is_legal, (q, groups, verdict)
        assert not verdict.is_ambiguous, (q, groups)
        own = [standing for standing in verdict.groups if standing is not None]
        assert [standing.cards for standing in own] == list(groups), (q, groups)
        assert oracle.phase_is_legal(
            q.edition,
            q.asked,
            [[*map(str, group)] for group in groups],
            oversize_groups=q.rules.oversize_groups,
            number_card_per_group=q.rules.number_card_per_group,
        ), (q, groups)
    lying = [target_of(kind, cards) for kind, cards in q.table]
    could_be = {
        **{(True, i): [standing] for i, standing in enumerate(own)},
        **{
            (False, i): list(read_target(target.kind, target.cards, q.rules).standings)
            for i, target in enumerate(lying)
        },
    }
    for mine, group, cards in hits:
        assert group is not None
        kind = phase[group].kind if mine else lying[group].kind
        after: list[GroupStanding] = []
        for before in could_be[mine, group]:
            hit = check_hit(edition, kind, before.cards, cards, rules=q.rules)
            if hit.is_legal:
                after += hit.choices or ([hit.target] if hit.target else [])
        assert after, (q, mine, group, cards, could_be[mine, group])
        could_be[mine, group] = after
    played = [card for group in groups for card in group]
    played += [card for _, _, cards in hits for card in cards]
    whole = sorted(str(card.undeclared()) for card in (*played, *left))
    assert whole == sorted(q.hand), q


def assert_hits(q: Question, found: HandAnalysis) -> None:
    """The single hits are those that the referee and the checker allow, spelled as held."""
    if not (found.can_lay_down or q.phase_laid):
        assert not found.hits, q
        return
    edition, phase = EDITIONS[q.edition], phase_of(q.asked)
    targets = {(True, i): (phase[i].kind, s.cards) for i, s in enumerate(found.groups)}
    for i, (kind, cards) in enumerate(q.table):
        target = target_of(kind, cards)
        targets[False, i] = (target.kind, target.cards)
    named = {(str(hit.card), hit.own, hit.group) for hit in found.hits}
    assert len(named) == len(found.hits), q
    allowed = {
        (str(card), own, i)
        for card in found.held
        for (own, i), (kind, cards) in targets.items()
        if check_hit(edition, kind, cards, [card], rules=q.rules).is_legal
    }
    assert named == allowed, q
    agreed = {
        (card, own, i)
        for card in {str(card) for card in found.held} & set(q.hand)
        for (own, i), (kind, cards) in targets.items()
        if oracle.hit_is_legal(
            q.edition,
            kind.name,
            [*map(str, cards)],
            [card],
            pair_run_singles=q.rules.pair_run_singles,
        )
    }
    assert named == agreed, q

"""The engine and the independent checker read the rulebook the same way.

Exhaustively on small groups, and on large random samples of everything else.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations_with_replacement, permutations

import pytest

from referee.card_groups import GroupStanding, NotAGroup, read_group
from referee.cards import parse_card
from referee.editions import EDITIONS, Edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Requirement
from referee.points import possible_points
from referee.rulings.hit import HitVerdict, check_hit
from referee.rulings.phase import check_phase
from referee.tally import TallyEntry, check_tally
from tests.sampling import SHARE, sampled

from . import oracle

Outcome = tuple[int | None, int | None, int | None, str | None]


def outcome(standing: GroupStanding) -> Outcome:
    return (standing.low, standing.high, standing.number, standing.color)


# Colors are interchangeable, which test_laws.py shows; so one group stands for all
# that differ from it only by which color is called which.
COLOR_SWAPS = [str.maketrans("RYGB", "".join(order)) for order in permutations("RYGB")]


def groups_up_to_colors(cards: list[str], size: int) -> Iterator[tuple[str, ...]]:
    for group in combinations_with_replacement(cards, size):
        text = " ".join(group)
        if all(text <= " ".join(sorted(text.translate(swap).split())) for swap in COLOR_SWAPS):
            yield group


def sides(edition: str) -> list[list[str]]:
    return [sorted(card.printed for card in side.copies) for side in EDITIONS[edition].sides]


def both_sides(edition: str) -> list[str]:
    return sorted(card for side in sides(edition) for card in side)


@cache  # each kind is tried on the same groups, and finding them takes longer than reading them
def every_small_group(edition: str) -> list[tuple[str, ...]]:
    pairs_and_triples = (groups_up_to_colors(both_sides(edition), size) for size in (2, 3))
    fours = (groups_up_to_colors(side, 4) for side in sides(edition))
    return list(chain(*pairs_and_triples, *fours))


@pytest.mark.parametrize("kind", list(KindName))
@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_every_group_of_up_to_four_cards_is_read_alike(edition: str, kind: KindName) -> None:
    count = 0
    step = SHARE
    for texts in every_small_group(edition)[::step]:
        reading = read_group(KINDS[kind], [parse_card(text) for text in texts])
        ours = {outcome(standing) for standing in reading.standings}
        assert ours == oracle.phase_standings(edition, kind, texts), (edition, kind, texts)
        count += 1
    assert count > 10_000 // step


def some_card(chance: random.Random, deck: list[str]) -> str:
    """A card, now and then a wild one, with its Flip symbol or declared."""
    wild = [card for card in deck if card in ("W", "W*") or card.endswith("*")]
    card = chance.choice(wild) if wild and chance.random() < 0.25 else chance.choice(deck)
    is_flip = any(star in deck for star in ("R*", "W*"))
    if is_flip and f"{card}!" in oracle.flip_symbols("flip") and chance.random() < 0.3:
        card += "!"
    if card != "S" and chance.random() < 0.1:
        color = chance.choice("RYGB") if chance.random() < 0.5 else ""
        number = str(chance.randint(1, 12)) if not color or chance.random() < 0.5 else ""
        card = f"{card}={color}{number}"
    return card


def likely_group(chance: random.Random, deck: list[str], kind: str, size: int) -> list[str]:
    """Cards that are often, but not always, a group of that kind."""
    start, color = chance.randint(1, 12), chance.choice("RYGB")
    cards = []
    for index in range(size):
        number = {
            "set": start,
            "run": start + index,
            "color_run": start + index,
            "pair_run": start + index // 2,
            "odd_run": (start | 1) + 2 * index,
            "even_run": start + start % 2 + 2 * index,
            "odd": chance.choice([1, 3, 5, 7, 9, 11]),
            "even": chance.choice([2, 4, 6, 8, 10, 12]),
        }.get(kind, chance.randint(1, 12))
        shade = color if kind.startswith("color") else chance.choice("RYGB")
        fitting = [card for card in (f"{shade}{number}", f"W{number}") if card in deck]
        plain = fitting and chance.random() < 0.75
        cards.append(chance.choice(fitting) if plain else some_card(chance, deck))
    if chance.random() < 0.3:
        chance.shuffle(cards)
    return cards


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_random_lay_downs_are_ruled_alike(edition: str) -> None:
    chance = random.Random(f"lay-downs of {edition}")
    known = EDITIONS[edition]
    legal = 0
    count = sampled(5000)
    for _ in range(count):
        if chance.random() < 0.6:
            asked = oracle.PHASES[edition][chance.randint(1, 10)]
        else:
            kinds = [chance.choice(list(KindName)) for _ in range(chance.randint(1, 3))]
            asked = [(str(kind), 2 * chance.randint(1, 2)) for kind in kinds]
        deck = chance.choice(sides(edition)) if chance.random() < 0.9 else both_sides(edition)
        groups = [
            likely_group(chance, deck, kind, max(1, size + chance.choice([-1, 0, 0, 0, 0, 1])))
            for kind, size in asked
        ]
        if chance.random() < 0.5:
            chance.shuffle(groups)
        if chance.random() < 0.03:
            groups = groups[:-1] or groups * 2
        rules = {
            name: chance.random() < 0.5 for name in ("oversize_groups", "number_card_per_group")
        }
        verdict = check_phase(
            known,
            tuple(Requirement(KINDS[KindName(kind)], size) for kind, size in asked),
            [[parse_card(card) for card in group] for group in groups],
            HouseRules(**rules),
        )
        expected = oracle.phase_is_legal(edition, asked, groups, **rules)
        assert verdict.is_legal == expected, (edition, asked, groups, rules, verdict)
        assert verdict.is_legal == (not verdict.problems), (edition, asked, groups)
        legal += verdict.is_legal
    assert count / 10 < legal < count * 9 / 10  # the sample says something about both


@pytest.mark.parametrize("singles", [False, True])
@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_random_hits_are_ruled_alike(edition: str, singles: bool) -> None:
    chance = random.Random(f"hits of {edition}")
    known = EDITIONS[edition]
    ruled = legal = 0
    count = sampled(2500)
    while ruled < count:
        kind = chance.choice(list(KindName))
        both = both_sides(edition)
        target = likely_group(chance, chance.choice(sides(edition)), kind, chance.randint(2, 6))
        cards = [some_card(chance, both) for _ in range(chance.choice([1, 1, 2, 2, 3]))]
        if chance.random() < 0.7:
            # Continue the group at the end, so that a good part of the hits is legal.
            longer = likely_group(chance, both, kind, len(target) + len(cards))
            target, cards = longer[: len(target)], longer[len(target) :]
        try:
            verdict = hit(known, kind, target, cards, singles=singles)
        except NotAGroup:
            with pytest.raises(ValueError, match=r"\w"):
                oracle.hit_standings(edition, kind, target, cards, pair_run_singles=singles)
            continue
        expected = oracle.hit_is_legal(edition, kind, target, cards, pair_run_singles=singles)
        question = (edition, kind, target, cards, singles)
        assert verdict.is_legal == expected, (question, verdict)
        assert verdict.is_legal == (not verdict.problems), question
        if verdict.is_legal:
            theirs = oracle.hit_standings(edition, kind, target, cards, pair_run_singles=singles)
            ours = verdict.choices or (verdict.target,)
            assert {outcome(standing) for standing in ours if standing} == theirs, question
        ruled += 1
        legal += verdict.is_legal
    assert count / 10 < legal < count * 9 / 10


def hit(
    edition: Edition, kind: KindName, target: list[str], cards: list[str], *, singles: bool
) -> HitVerdict:
    return check_hit(
        edition,
        KINDS[kind],
        [parse_card(card) for card in target],
        [parse_card(card) for card in cards],
        rules=HouseRules(pair_run_singles=singles),
    )


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_random_tallies_are_judged_alike(edition: str) -> None:
    """A tally is right if the rulebook leaves one way in which the round can have ended."""
    chance = random.Random(f"tallies of {edition}")
    known, count, right = EDITIONS[edition], sampled(2000), 0
    for _ in range(count):
        lines = some_tally(chance, edition)
        reports = [report for _phase, report in lines]
        entries = [
            TallyEntry(
                str(seat),
                phase,
                points=report.points,
                cards=None if report.cards is None else tuple(map(parse_card, report.cards)),
                laid_down=report.laid_down,
                went_out=report.went_out or None,
            )
            for seat, (phase, report) in enumerate(lines)
        ]
        verdict = check_tally(known, known.phases, entries)
        expected = oracle.tally_verdict(edition, reports)
        assert verdict.is_legal == (expected is not None), (lines, verdict.problems)
        if expected is not None:
            settled = tuple((line.laid_down, line.went_out) for line in verdict.lines)
            assert settled == expected, lines
            right += 1
    assert count / 5 < right < count * 4 / 5


def some_tally(chance: random.Random, edition: str) -> list[tuple[int, oracle.Report]]:
    """The Phase of each player and what is said of the player's hand, most of it true."""
    side = chance.choice(sides(edition))
    cards = [card for card in side for _copy in range(oracle.deck(edition)[card])]
    chance.shuffle(cards)
    players = range(chance.randint(2, 4))
    out = chance.choice(players)
    lines = []
    for player in players:
        phase = chance.randint(1, 10)
        requirements, dealt = oracle.PHASES[edition][phase], oracle.DEALT[edition]
        left = dealt - sum(size for _, size in requirements)
        laid_down = player == out or chance.random() < 0.5
        size = chance.randint(1, left) if laid_down else dealt
        if player == out or chance.random() < 0.05:
            size = 0
        elif chance.random() < 0.05:
            size += chance.choice([-1, 1])
        hand = [cards.pop() for _card in range(size)]
        points = oracle.points(edition, hand) + chance.choice([0] * 20 + [-5, 5, 10, 7])
        said = laid_down if chance.random() < 0.95 else not laid_down
        report = oracle.Report(
            requirements,
            points=max(points, 0),
            laid_down=said if chance.random() < 0.5 else None,
            went_out=chance.random() < (0.5 if player == out else 0.05),
        )
        if chance.random() < 0.3:
            report = replace(report, points=None, cards=tuple(hand))
        lines.append((phase, report))
    return lines


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
@pytest.mark.parametrize("sizes", [range(1, 2), range(1, 4), range(5, 6), range(10, 11)])
def test_possible_points_are_counted_alike(edition: str, sizes: range) -> None:
    assert set(possible_points(EDITIONS[edition], sizes)) == oracle.possible_points(edition, sizes)

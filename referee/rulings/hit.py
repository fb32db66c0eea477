"""Hitting: adding cards to a group that lies on the table (rulebook, section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.cards import Card, Color
from referee.editions import Edition
from referee.groups import GroupStanding, Reading, arrange, read_group, stand, stand_run
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind
from referee.rulings import checks
from referee.rulings.hit_diagnosis import diagnose_hit
from referee.rulings.problems import RuleProblem, most_telling_first


class NotAGroup(ValueError):
    """The target of a hit is no group of its kind, listed in table order."""


@dataclass(frozen=True, slots=True)
class HitVerdict:
    """What the referee says about a hit.

    `target` is the group's standing after the hit, None if the hit is illegal or its
    player has to choose; then `choices` lists everything the group could become, the
    one that reaches highest first.
    """

    problems: tuple[RuleProblem, ...] = ()
    target: GroupStanding | None = None
    choices: tuple[GroupStanding, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.problems

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.choices)


def read_target(kind: Kind, cards: Sequence[Card], rules: HouseRules = STANDARD_RULES) -> Reading:
    """Read a group that lies on the table, its cards in table order.

    Raises `NotAGroup` for what is no such group of at least two cards.
    """
    reading = read_group(kind, cards, in_table_order=True, singles=rules.pair_run_singles)
    badly_declared = any(card.is_badly_declared for card in cards)
    if len(cards) < 2 or badly_declared or not reading.is_group:
        raise NotAGroup
    return reading


def check_hit(
    edition: Edition,
    kind: Kind,
    target: Sequence[Card],
    cards: Sequence[Card],
    *,
    phase_laid: bool = True,
    rules: HouseRules = STANDARD_RULES,
    elsewhere: Sequence[Card] = (),
) -> HitVerdict:
    """Rule on adding `cards`, in whatever order works, to the group `target` (section 4).

    Cards that lie `elsewhere` on the table, in other groups, are not in the hand.
    Raises `NotAGroup` where the target is no group of its kind.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> from referee.kinds import KINDS, KindName
    >>> run = [parse_card(card) for card in ("W5", "W6")]
    >>> verdict = check_hit(
    ...     EDITIONS["flip"], KINDS[KindName.COLOR_RUN], run, [parse_card("B7")]
    ... )
    >>> [str(card) for card in verdict.target.cards], str(verdict.target.color)
    (['W5=B', 'W6=B', 'B7'], 'B')
    """
    reading = read_target(kind, target, rules)
    problems = list(_whole_play(edition, target, cards, elsewhere, phase_laid=phase_laid))
    after: list[GroupStanding] = []
    if not problems:
        after = _distinct(_standings_after(kind, reading, cards, rules))
    if len(after) == 1:
        return HitVerdict(target=after[0])
    if after:
        return HitVerdict(choices=tuple(after))
    problems += _diagnosis(edition, kind, reading, cards, rules, elsewhere)
    return HitVerdict(most_telling_first(problems))


def _whole_play(
    edition: Edition,
    target: Sequence[Card],
    cards: Sequence[Card],
    elsewhere: Sequence[Card],
    *,
    phase_laid: bool,
) -> Iterator[RuleProblem]:
    """What is wrong with the hit wherever it goes."""
    yield from checks.phase_laid(phase_laid)
    yield from checks.declarations(cards)
    yield from checks.skips(cards, "4.6")
    printed = {card.printed for card in cards}
    alike = [card for card in elsewhere if card.printed in printed]
    yield from checks.copies(edition, [*alike, *target, *cards], "3.7")
    yield from checks.hand_limit(edition, cards)


def _standings_after(
    kind: Kind, reading: Reading, cards: Sequence[Card], rules: HouseRules
) -> Iterator[GroupStanding]:
    """All that the group could be after the hit, whatever it was before."""
    for before in reading.standings:
        row = [*before.cards, *cards]
        colors = {card.as_color for card in row} - {None} if kind.one_color else set()
        numbers = [card.as_number for card in cards if card.as_number is not None]
        if len(colors) > 1 or any(number not in kind.numbers for number in numbers):
            continue
        color: Color | None = colors.pop() if colors else None
        if kind.is_run:
            for places in _run_places(kind, before, cards, rules):
                yield stand_run(kind, arrange(row, places), places, color)
        elif not kind.one_number or all(number == before.number for number in numbers):
            yield stand(kind, row, before.number, color)


def _run_places(
    kind: Kind, before: GroupStanding, cards: Sequence[Card], rules: HouseRules
) -> Iterator[list[int]]:
    """The rows of places that a run and its hit can take, the highest-reaching first.

    Each new number gets `per_number` cards. What is left over stays out unless
    single cards may join a pair run (4.3): then a fixed card joins its number and
    a wild card the highest, for which number it takes changes nothing later.
    """
    per = kind.per_number
    singles = rules.pair_run_singles and per > 1
    assert before.low is not None
    assert before.high is not None
    low, high = kind.numbers.index(before.low), kind.numbers.index(before.high)
    occupied = [card.as_number or 0 for card in before.cards]
    held = Counter(card.as_number for card in cards if card.as_number is not None)
    wild = len(cards) - held.total()
    most = len(cards) // per
    for above in range(min(most, len(kind.numbers) - 1 - high), -1, -1):
        for below in range(min(most - above, low), -1, -1):
            if not singles and per * (above + below) != len(cards):
                continue
            span = kind.numbers[low - below : high + above + 1]
            added = kind.numbers[low - below : low] + kind.numbers[high + 1 : high + above + 1]
            needed = sum(max(per - held[number], 0) for number in added)
            left = [n for n in held for _ in range(held[n] - (per if n in added else 0))]
            loose = wild - needed
            if loose < 0 or any(not singles or number not in span for number in left):
                continue
            places = [*occupied, *(n for n in added for _ in range(per)), *left]
            yield sorted([*places, *[span[-1]] * loose])


def _distinct(standings: Iterator[GroupStanding]) -> list[GroupStanding]:
    """One standing for each outcome that differs in its number or its ends, highest first."""
    outcomes: dict[tuple[int, int, int], GroupStanding] = {}
    for standing in standings:
        key = (standing.high or 0, standing.low or 0, standing.number or 0)
        outcomes.setdefault(key, standing)
    return [outcomes[key] for key in sorted(outcomes, reverse=True)]


def _diagnosis(
    edition: Edition,
    kind: Kind,
    reading: Reading,
    cards: Sequence[Card],
    rules: HouseRules,
    elsewhere: Sequence[Card],
) -> list[RuleProblem]:
    usable = checks.playable(cards)

    def fits(hit: Sequence[Card]) -> bool:
        return any(True for _ in _standings_after(kind, reading, hit, rules))

    if not usable or fits(usable):
        return []

    def unused() -> Counter[Card]:
        return edition.unused([*elsewhere, *reading.standings[0].cards, *cards])

    return diagnose_hit(kind, reading, usable, fits=fits, unused=unused, rules=rules)

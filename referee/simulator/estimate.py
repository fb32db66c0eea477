"""A quick estimate of a hand: which groups it is closest to, and what they lack.

For each group of the Phase, only the few aims (a number, part of a run, a color) with the
most cards in hand are tried. The exact analysis is `referee.solver.analysis`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from referee.cards import NUMBERS, Card, Color
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Phase, Requirement
from referee.solver.holding import Mask, bits


@dataclass(frozen=True, slots=True)
class Aim:
    """One group that a player aims at: `places` are the numbers of a run, or that of a set.

    `held` are its numbered cards, at most one for each place, and `wild` the wild cards
    that stand in.
    """

    requirement: Requirement
    held: Mask
    wild: Mask = 0
    color: Color | None = None
    places: tuple[int, ...] = ()

    @property
    def lacks(self) -> int:
        """How many places have no numbered card."""
        return self.requirement.size - self.held.bit_count()


@dataclass(frozen=True, slots=True)
class HandEstimate:
    """The groups that a player aims at, in the order of the Phase.

    `missing` counts the cards that are missing even with the wild cards in hand.
    `alternatives` are all combinations of aims that were tried, as (missing, cards).
    """

    cards: tuple[Card, ...]
    missing: int
    aims: tuple[Aim, ...]
    alternatives: tuple[tuple[int, Mask], ...]

    @property
    def kept(self) -> Mask:
        """The cards that the aims are made of."""
        mask = 0
        for aim in self.aims:
            mask |= aim.held | aim.wild
        return mask

    def wants(self, card: Card) -> bool:
        """Tell whether the card would fill a place that has no numbered card yet."""
        if card.number is None:
            return not card.is_skip
        return any(_wants(aim, card, self.cards) for aim in self.aims if aim.lacks)


def estimate_hand(
    phase: Phase, cards: Sequence[Card], width: int, rules: HouseRules = STANDARD_RULES
) -> HandEstimate:
    """Estimate a hand that shows one side, trying `width` aims for each group.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import parse_phase
    >>> hand = [parse_card(card) for card in ("R7", "B7", "G2", "G4", "W")]
    >>> estimate_hand(parse_phase("set 3 + run 3"), hand, width=2).missing
    1
    """
    masks = _HandMasks(tuple(cards))
    order = _order(phase)
    alternatives: list[tuple[int, Mask]] = []
    best: list[Aim] = []
    fewest = 99
    chosen: list[Aim] = []

    def choose(depth: int, free: Mask) -> None:
        nonlocal best, fewest
        if depth == len(order):
            missing = masks.missing(chosen, rules)
            alternatives.append((missing, masks.numbered & ~free))
            if missing < fewest:
                fewest, best = missing, chosen[:]
            return
        for aim in masks.aims(phase[order[depth]], free, width):
            chosen.append(aim)
            choose(depth + 1, free & ~aim.held)
            chosen.pop()

    choose(0, masks.numbered)
    in_order = sorted(zip(order, masks.with_wild(best), strict=True), key=lambda pair: pair[0])
    aims = tuple(aim for _index, aim in in_order)
    return HandEstimate(masks.cards, fewest, aims, tuple(alternatives))


def complete_groups(estimate: HandEstimate) -> list[list[Card]]:
    """Return the groups of an estimate that lacks nothing, wild cards of runs and sets declared.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import parse_phase
    >>> hand = [parse_card(card) for card in ("R7", "G9", "W")]
    >>> estimate = estimate_hand(parse_phase("run 3"), hand, width=1)
    >>> [[str(card) for card in group] for group in complete_groups(estimate)]
    [['R7', 'W=8', 'G9']]
    """
    return [_row(aim, estimate.cards) for aim in estimate.aims]


def _row(aim: Aim, cards: Sequence[Card]) -> list[Card]:
    held = [cards[bit.bit_length() - 1] for bit in bits(aim.held)]
    wild = [cards[bit.bit_length() - 1] for bit in bits(aim.wild)]
    if aim.requirement.kind.one_number:  # wild cards alone would stand for nothing
        return [*held, *(card.declared_as(aim.places[0], None) for card in wild)]
    if not aim.requirement.kind.is_run:
        return [*held, *wild]
    row = []
    for place in aim.places:
        card = next((card for card in held if card.number == place), None)
        if card is None:
            row.append(wild.pop().declared_as(place, None))
        else:
            held.remove(card)
            row.append(card)
    return row


def _wants(aim: Aim, card: Card, cards: Sequence[Card]) -> bool:
    kind = aim.requirement.kind
    if kind.one_color and aim.color is not None and card.color not in (None, aim.color):
        return False
    if not (kind.is_run or kind.one_number):
        return card.number in kind.numbers
    if kind.one_number:
        return card.number in aim.places
    held = [cards[bit.bit_length() - 1].number for bit in bits(aim.held)]
    return held.count(card.number) < aim.places.count(card.number or 0)


@cache
def _order(phase: Phase) -> tuple[int, ...]:
    """Return the groups' indexes in the order in which they choose cards: the hardest first."""

    def demand(index: int) -> tuple[bool, int]:
        kind = phase[index].kind
        return kind.is_run or kind.one_color, phase[index].size

    return tuple(sorted(range(len(phase)), key=demand, reverse=True))


class _HandMasks:
    """A hand as masks: one bit per card, as in `referee.solver.holding`."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.by_number = [0] * (NUMBERS[-1] + 1)
        self.wild = self.numbered = colorless = 0
        by_color: dict[Color | None, Mask] = {}
        bit = 1
        for card in cards:
            number, color = card.number, card.color
            if number is not None:
                self.by_number[number] |= bit
                self.numbered |= bit
            elif not card.is_skip:
                self.wild |= bit
            if color is not None:
                by_color[color] = by_color.get(color, 0) | bit
            elif not card.is_skip:
                colorless |= bit
            bit <<= 1
        self.by_color = {color: mask | colorless for color, mask in by_color.items()}
        self.by_color = self.by_color or {None: colorless}

    def missing(self, aims: Sequence[Aim], rules: HouseRules) -> int:
        """Return how many cards the aims lack; a missing number card counts as one (3.3)."""
        lacking = sum(aim.lacks for aim in aims)
        if self.wild and lacking:
            lacking = sum(aim.lacks - aim.wild.bit_count() for aim in self.with_wild(aims))
        if lacking == 0:
            bare = [not aim.held for aim in aims]
            return int(any(bare) if rules.number_card_per_group else all(bare))
        return lacking

    def with_wild(self, aims: Sequence[Aim]) -> list[Aim]:
        """Return the aims with the wild cards handed out, first to those that need a color."""
        left = self.wild
        filled = list(aims)
        if not left:
            return filled
        for index in sorted(range(len(aims)), key=lambda i: aims[i].color is None):
            aim = aims[index]
            if lacks := aim.lacks:
                fitting = left if aim.color is None else left & self.by_color[aim.color]
                if wild := _lowest(fitting, lacks):
                    left &= ~wild
                    filled[index] = Aim(aim.requirement, aim.held, wild, aim.color, aim.places)
        return filled

    def aims(self, requirement: Requirement, free: Mask, width: int) -> list[Aim]:
        """Return the `width` best aims for a group, made of the free cards."""
        kind = requirement.kind
        if kind.one_number:
            return self._sets(requirement, free, width)
        colors: dict[Color | None, Mask] = self.by_color if kind.one_color else {None: free}
        if kind.is_run:
            runs = sorted(self._runs(requirement, free, colors), key=itemgetter(0), reverse=True)
            return [self._run(requirement, *run) for run in runs[:width]]
        fitting = 0
        for number in kind.numbers:
            fitting |= self.by_number[number]
        fitting &= free
        aims = [
            Aim(requirement, _lowest(fitting & mask, requirement.size), 0, color)
            for color, mask in colors.items()
        ]
        return sorted(aims, key=lambda aim: aim.lacks)[:width]

    def _sets(self, requirement: Requirement, free: Mask, width: int) -> list[Aim]:
        by_number, size = self.by_number, requirement.size
        held = [(min((by_number[n] & free).bit_count(), size), n) for n in requirement.kind.numbers]
        held.sort(reverse=True)
        return [
            Aim(requirement, _lowest(by_number[n] & free, size), 0, None, (n,))
            for _count, n in held[:width]
        ]

    def _runs(
        self, requirement: Requirement, free: Mask, colors: dict[Color | None, Mask]
    ) -> Iterator[tuple[int, int, Color | None, Mask]]:
        """Yield how many places are filled, the index of the first number, the color, its cards."""
        kind, per = requirement.kind, requirement.kind.per_number
        span = requirement.size // per
        for color, mask in colors.items():
            usable = mask & free
            row = [min((self.by_number[n] & usable).bit_count(), per) for n in kind.numbers]
            filled = sum(row[:span])
            yield filled, 0, color, usable
            for low in range(1, len(row) - span + 1):
                filled += row[low + span - 1] - row[low - 1]
                yield filled, low, color, usable

    def _run(
        self, requirement: Requirement, _filled: int, low: int, color: Color | None, usable: Mask
    ) -> Aim:
        per = requirement.kind.per_number
        numbers = requirement.kind.numbers[low : low + requirement.size // per]
        held = 0
        for number in numbers:
            held |= _lowest(self.by_number[number] & usable, per)
        return Aim(requirement, held, 0, color, tuple(n for n in numbers for _ in range(per)))


def _lowest(mask: Mask, count: int) -> Mask:
    """Return the lowest `count` bits of a mask, or all if there are fewer.

    >>> _lowest(0b1110, 2)
    6
    """
    if mask.bit_count() <= count:
        return mask
    taken = 0
    for _ in range(count):
        low = mask & -mask
        taken |= low
        mask ^= low
    return taken

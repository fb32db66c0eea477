"""A rough, quick look at a hand: which groups it is closest to, and what they lack.

A sketch picks for each group of the Phase one of the few targets (a number, a stretch of a
run, a color) of which most is held, and looks no further: the exact analysis of
`referee.solver.analysis` is the one that proves things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from referee.cards import NUMBERS, Card, Color
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Phase, Requirement
from referee.solver.holding import Mask, bits


@dataclass(frozen=True, slots=True)
class Aim:
    """One group as it is aimed at: `places` are the numbers of a run, or the one of a set.

    `held` are the numbered cards that it has, one for each place at most, and `wild` the
    wild ones that stand in.
    """

    asked: Requirement
    held: Mask
    wild: Mask = 0
    color: Color | None = None
    places: tuple[int, ...] = ()

    @property
    def lacks(self) -> int:
        """How many places have no numbered card."""
        return self.asked.size - self.held.bit_count()


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a player has in mind: the aims, in the order of the Phase.

    `missing` counts the cards that no wild card in hand makes up for. `close` are all aims
    that were thought of, as (missing, cards).
    """

    cards: tuple[Card, ...]
    missing: int
    aims: tuple[Aim, ...]
    close: tuple[tuple[int, Mask], ...]

    @property
    def kept(self) -> Mask:
        """The cards that the aims are made of."""
        mask = 0
        for aim in self.aims:
            mask |= aim.held | aim.wild
        return mask

    def wants(self, card: Card) -> bool:
        """Whether the card would fill a place that has no numbered card yet."""
        if card.number is None:
            return not card.is_skip
        return any(_wants(aim, card, self.cards) for aim in self.aims if aim.lacks)


def sketch(
    phase: Phase, cards: Sequence[Card], width: int, rules: HouseRules = STANDARD_RULES
) -> Sketch:
    """Look at a hand that shows one side; `width` is how many targets are tried for each group.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import parse_phase
    >>> hand = [parse_card(card) for card in ("R7", "B7", "G2", "G4", "W")]
    >>> sketch(parse_phase("set 3 + run 3"), hand, width=2).missing
    1
    """
    look = _Look(tuple(cards))
    order = _order(phase)
    found: list[tuple[int, Mask]] = []
    best: list[Aim] = []
    least = 99
    chosen: list[Aim] = []

    def dive(depth: int, free: Mask) -> None:
        nonlocal best, least
        if depth == len(order):
            missing = look.missing(chosen, rules)
            found.append((missing, look.numbered & ~free))
            if missing < least:
                least, best = missing, chosen[:]
            return
        for aim in look.aims(phase[order[depth]], free, width):
            chosen.append(aim)
            dive(depth + 1, free & ~aim.held)
            chosen.pop()

    dive(0, look.numbered)
    in_order = sorted(zip(order, look.with_wild(best), strict=True), key=lambda pair: pair[0])
    return Sketch(look.cards, least, tuple(aim for _index, aim in in_order), tuple(found))


def as_groups(found: Sketch) -> list[list[Card]]:
    """The groups of a sketch in which nothing is missing, every wild card of a run or set declared.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import parse_phase
    >>> hand = [parse_card(card) for card in ("R7", "G9", "W")]
    >>> [[str(c) for c in row] for row in as_groups(sketch(parse_phase("run 3"), hand, 1))]
    [['R7', 'W=8', 'G9']]
    """
    return [_row(aim, found.cards) for aim in found.aims]


def _row(aim: Aim, cards: Sequence[Card]) -> list[Card]:
    held = [cards[bit.bit_length() - 1] for bit in bits(aim.held)]
    wild = [cards[bit.bit_length() - 1] for bit in bits(aim.wild)]
    if aim.asked.kind.one_number:  # wild cards alone would stand for nothing
        return [*held, *(card.declared_as(aim.places[0], None) for card in wild)]
    if not aim.asked.kind.is_run:
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
    kind = aim.asked.kind
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
    """The groups in the order in which they choose: the most demanding first."""

    def demand(index: int) -> tuple[bool, int]:
        kind = phase[index].kind
        return kind.is_run or kind.one_color, phase[index].size

    return tuple(sorted(range(len(phase)), key=demand, reverse=True))


class _Look:
    """The hand in masks: one bit a card, as in `referee.solver.holding`."""

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
        """How many cards the aims lack; where only a numbered one would do, it is one (3.3)."""
        lacking = sum(aim.lacks for aim in aims)
        if self.wild and lacking:
            lacking = sum(aim.lacks - aim.wild.bit_count() for aim in self.with_wild(aims))
        if lacking == 0:
            bare = [not aim.held for aim in aims]
            return int(any(bare) if rules.number_card_per_group else all(bare))
        return lacking

    def with_wild(self, aims: Sequence[Aim]) -> list[Aim]:
        """The aims with the wild cards shared out, first to those that ask for a color."""
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
                    filled[index] = Aim(aim.asked, aim.held, wild, aim.color, aim.places)
        return filled

    def aims(self, asked: Requirement, free: Mask, width: int) -> list[Aim]:
        """The `width` best targets for a group, made of the free cards."""
        kind = asked.kind
        if kind.one_number:
            return self._sets(asked, free, width)
        colors: dict[Color | None, Mask] = self.by_color if kind.one_color else {None: free}
        if kind.is_run:
            runs = sorted(self._runs(asked, free, colors), key=_most_filled, reverse=True)
            return [self._run(asked, *run) for run in runs[:width]]
        fitting = 0
        for number in kind.numbers:
            fitting |= self.by_number[number]
        fitting &= free
        aims = [
            Aim(asked, _lowest(fitting & mask, asked.size), 0, color)
            for color, mask in colors.items()
        ]
        return sorted(aims, key=lambda aim: aim.lacks)[:width]

    def _sets(self, asked: Requirement, free: Mask, width: int) -> list[Aim]:
        by_number, size = self.by_number, asked.size
        held = [(min((by_number[n] & free).bit_count(), size), n) for n in asked.kind.numbers]
        held.sort(reverse=True)
        return [
            Aim(asked, _lowest(by_number[n] & free, size), 0, None, (n,))
            for _count, n in held[:width]
        ]

    def _runs(
        self, asked: Requirement, free: Mask, colors: dict[Color | None, Mask]
    ) -> Iterator[tuple[int, int, Color | None, Mask]]:
        """How many places are filled, the index of the first number, the color, its cards."""
        kind, per = asked.kind, asked.kind.per_number
        span = asked.size // per
        for color, mask in colors.items():
            usable = mask & free
            row = [min((self.by_number[n] & usable).bit_count(), per) for n in kind.numbers]
            filled = sum(row[:span])
            yield filled, 0, color, usable
            for low in range(1, len(row) - span + 1):
                filled += row[low + span - 1] - row[low - 1]
                yield filled, low, color, usable

    def _run(
        self, asked: Requirement, _filled: int, low: int, color: Color | None, usable: Mask
    ) -> Aim:
        per = asked.kind.per_number
        numbers = asked.kind.numbers[low : low + asked.size // per]
        held = 0
        for number in numbers:
            held |= _lowest(self.by_number[number] & usable, per)
        return Aim(asked, held, 0, color, tuple(n for n in numbers for _ in range(per)))


def _most_filled(run: tuple[int, int, Color | None, Mask]) -> int:
    return run[0]


def _lowest(mask: Mask, count: int) -> Mask:
    """The lowest `count` bits of a mask, or all where there are no more.

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

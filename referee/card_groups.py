"""Reading cards as a group: what each wild card stands for (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.cards import Card, Color
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind, KindName


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """A group as it stands on the table (section 8).

    `cards` are in table order, wild cards declared if what they stand for is settled. A field that
    does not apply to the kind or is still open is None.
    """

    kind: KindName
    cards: tuple[Card, ...]
    number: int | None = None
    color: Color | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What cards are when they are read as a group of one kind.

    `standings` are all that they could be, the preferred one first; empty if they are no
    such group. `is_open` marks a set or run of undeclared wild cards only: it stands for
    nothing until its player says what.
    """

    standings: tuple[GroupStanding, ...]
    is_open: bool = False

    @property
    def is_group(self) -> bool:
        return bool(self.standings)

    @property
    def is_ambiguous(self) -> bool:
        return self.is_open or len(self.standings) > 1

    @property
    def standing(self) -> GroupStanding | None:
        """The standing that the group takes unless its player says otherwise."""
        return None if self.is_open or not self.standings else self.standings[0]


NO_GROUP = Reading(())


def read_group(
    kind: Kind, cards: Sequence[Card], *, in_table_order: bool = False, singles: bool = False
) -> Reading:
    """Read cards as a group of `kind`, of any size (sections 2 and 3).

    A run listed in ascending order is read as listed; otherwise gaps are filled first, then
    the high end, then the low end. With `in_table_order` only the former is tried, as groups
    on the table are listed so. `singles` allows more than two cards of a number in a pair run
    (house rule `pair_run_singles`).

    >>> from referee.cards import parse_card
    >>> from referee.kinds import KINDS
    >>> cards = [parse_card(card) for card in ("W", "R5", "B6")]
    >>> [str(card) for card in read_group(KINDS[KindName.RUN], cards).standing.cards]
    ['W=4', 'R5', 'B6']
    """
    numbers = [card.as_number for card in cards]
    known = [number for number in numbers if number is not None]
    if not colors_agree(kind, cards) or not kind.open_to.issuperset(numbers):
        return NO_GROUP
    color = first_color(cards) if kind.one_color else None
    if kind.is_run:
        standings = _read_run(kind, cards, color, in_table_order=in_table_order, singles=singles)
        return Reading(standings, is_open=bool(standings) and not known)
    if not kind.one_number:
        return Reading((stand(kind, cards, None, color),))
    if len(set(known)) > 1:
        return NO_GROUP
    choices = known[:1] or kind.numbers
    return Reading(tuple(stand(kind, cards, n, None) for n in choices), is_open=not known)


class NotAGroup(ValueError):
    """The cards are not a group of the kind, listed in table order."""


def read_target(kind: Kind, cards: Sequence[Card], rules: HouseRules = STANDARD_RULES) -> Reading:
    """Read a group that lies on the table, its cards in table order.

    Raises `NotAGroup` unless the cards are a group of at least two.
    """
    reading = read_group(kind, cards, in_table_order=True, singles=rules.pair_run_singles)
    badly_declared = any(card.is_badly_declared for card in cards)
    if len(cards) < 2 or badly_declared or not reading.is_group:
        raise NotAGroup
    return reading


def is_group(kind: Kind, cards: Sequence[Card]) -> bool:
    """Tell whether `read_group` finds a group, without working out its standings.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import KINDS
    >>> [is_group(KINDS[KindName.RUN], [parse_card("R5"), parse_card(c)]) for c in ("W", "B8")]
    [True, False]
    """
    return colors_agree(kind, cards) and numbers_agree(kind, [card.as_number for card in cards])


def colors_agree(kind: Kind, cards: Sequence[Card]) -> bool:
    """Tell whether no card is a Skip, and all are of one color if `kind` needs that (2, 3.5)."""
    for card in cards:
        if card.is_skip:
            return False
    return not kind.one_color or len({card.as_color for card in cards} - {None}) <= 1


def first_color(cards: Iterable[Card]) -> Color | None:
    """Return the color of the first card that has one."""
    return next((card.as_color for card in cards if card.as_color), None)


def numbers_agree(kind: Kind, numbers: Sequence[int | None]) -> bool:
    """Tell whether cards of these numbers (None: open) can be arranged as a group."""
    if not kind.open_to.issuperset(numbers):
        return False
    if kind.is_run:
        return bool(_lows(kind, numbers))
    return not kind.one_number or len({*numbers} - {None}) <= 1


def stand(
    kind: Kind, cards: Sequence[Card], number: int | None, color: Color | None
) -> GroupStanding:
    """Make a group that is not a run of the cards, in the order given."""
    placed = tuple(card.declared_as(number, color) for card in cards)
    return GroupStanding(kind.name, placed, number=number, color=color)


def stand_run(
    kind: Kind, cards: Sequence[Card], places: Sequence[int], color: Color | None
) -> GroupStanding:
    """Make a run of the cards, each on its place; places ascend."""
    placed = tuple(
        card.declared_as(number, color) for card, number in zip(cards, places, strict=True)
    )
    return GroupStanding(kind.name, placed, color=color, low=places[0], high=places[-1])


def arrange(cards: Sequence[Card], places: Sequence[int]) -> list[Card]:
    """Order cards along the places of a run: fixed ones on their own, wild ones between."""
    wild = [card for card in cards if card.as_number is None]
    fixed = sorted((card for card in cards if card.as_number is not None), key=_number)
    row = []
    for place in places:
        on_place = bool(fixed) and fixed[0].as_number == place
        row.append(fixed.pop(0) if on_place else wild.pop(0))
    return row


def _number(card: Card) -> int:
    return card.as_number or 0


def _read_run(
    kind: Kind, cards: Sequence[Card], color: Color | None, *, in_table_order: bool, singles: bool
) -> tuple[GroupStanding, ...]:
    numbers = [card.as_number for card in cards]
    listed = list(_places_as_listed(kind, numbers, singles=singles))
    if in_table_order or len(listed) == 1:
        return tuple(stand_run(kind, cards, places, color) for places in listed)
    return tuple(
        stand_run(kind, arrange(cards, places), places, color)
        for low in _lows(kind, numbers)
        for places in [places_from(kind, low, len(cards))]
    )


def places_from(kind: Kind, low: int, size: int) -> tuple[int, ...]:
    """Return the places of a run of `size` cards that begins at index `low` of its numbers.

    >>> from referee.kinds import KINDS
    >>> places_from(KINDS[KindName.PAIR_RUN], 5, 4)
    (6, 6, 7, 7)
    """
    per = kind.per_number
    return tuple(kind.numbers[low + i // per] for i in range(size))


def _places_as_listed(
    kind: Kind, numbers: Sequence[int | None], *, singles: bool
) -> Iterator[tuple[int, ...]]:
    """Yield every row of ascending places that the listed numbers agree with.

    Even if single cards may have joined a pair run, whole pairs are preferred.
    """
    pairs = list(_rows_of_slots(kind, numbers))
    if pairs or not (singles and kind.per_number > 1):
        yield from pairs
    else:
        yield from _rows_with_singles(kind, numbers)


def _rows_of_slots(kind: Kind, numbers: Sequence[int | None]) -> Iterator[tuple[int, ...]]:
    """Yield rows in which every number lies exactly `per_number` times."""
    slots, loose = divmod(len(numbers), kind.per_number)
    if loose:
        return
    lows: Iterable[int] = range(len(kind.numbers) - slots, -1, -1)
    for i, number in enumerate(numbers):
        if number is not None:
            lows = [kind.numbers.index(number) - i // kind.per_number]
            break
    for low in lows:
        if low < 0 or low + slots > len(kind.numbers):
            continue
        places = places_from(kind, low, len(numbers))
        if all(n is None or n == place for n, place in zip(numbers, places, strict=True)):
            yield places


def _rows_with_singles(kind: Kind, numbers: Sequence[int | None]) -> Iterator[tuple[int, ...]]:
    """Yield rows in which every number lies at least `per_number` times."""

    def extend(row: tuple[int, ...], on_number: int) -> Iterator[tuple[int, ...]]:
        if len(row) == len(numbers):
            if on_number >= kind.per_number:
                yield row
            return
        here = numbers[len(row)]
        if here in (None, row[-1]):
            yield from extend((*row, row[-1]), on_number + 1)
        up = row[-1] + 1
        if on_number >= kind.per_number and up in kind.numbers and here in (None, up):
            yield from extend((*row, up), 1)

    for first in reversed(kind.numbers):
        if numbers[0] in (None, first):
            yield from extend((first,), 1)


def _lows(kind: Kind, numbers: Sequence[int | None]) -> range:
    """Return where a run with every known number can begin: indexes, the highest first."""
    slots, loose = divmod(len(numbers), kind.per_number)
    known = [number for number in numbers if number is not None]
    if loose or slots > len(kind.numbers):  # first, so that counting stays cheap for any input
        return range(0)
    lowest, highest = 0, len(kind.numbers) - slots
    if known:
        if max(map(known.count, known)) > kind.per_number:
            return range(0)
        lowest = max(lowest, kind.numbers.index(max(known)) - slots + 1)
        highest = min(highest, kind.numbers.index(min(known)))
    return range(highest, lowest - 1, -1)

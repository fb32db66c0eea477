"""What lies on the table, as far as it matters to a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Color
from referee.groups import GroupStanding, Reading
from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase
from referee.rulings.hit import read_target
from referee.solver.extensions import table_options
from referee.solver.holding import Holding, Mask
from referee.solver.options import NOTHING, Option, Weights, accepted_by, has_room


@dataclass(frozen=True, slots=True)
class Target:
    """A group on the table: its cards in table order, a run ascending."""

    kind: Kind
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The groups on the table as a search takes them.

    `takers` are the groups that take certain cards in any number whatever happens, by
    their index, with those cards; `absorbed` are all of these. `growing` are the indexes
    of the groups for which there is something to decide, in the order of the search.
    """

    targets: tuple[Target, ...]
    readings: tuple[Reading, ...]
    takers: dict[int, Mask]
    absorbed: Mask
    growing: tuple[int, ...]


def read_table(holding: Holding, targets: Sequence[Target], rules: HouseRules) -> Table:
    """Read the groups on the table; raises `NotAGroup` for what is none."""
    readings = tuple(read_target(target.kind, target.cards, rules) for target in targets)
    takers: dict[int, Mask] = {}
    growing = []
    absorbed = 0
    for index, (target, reading) in enumerate(zip(targets, readings, strict=True)):
        kind = target.kind
        only = reading.standings[0] if len(reading.standings) == 1 else None
        if only is None or kind.is_run or _may_get_color(kind, only):
            growing.append(index)
            continue
        if kind.one_number:
            takers[index] = holding.accept(None, only.number or 0)
        else:
            takers[index] = accepted_by(holding, kind, only.color)
        absorbed |= takers[index]
    # In an order of their own, so that the order on the table changes nothing.
    growing.sort(key=lambda i: (targets[i].kind.name, *map(str, targets[i].cards)))
    return Table(tuple(targets), readings, takers, absorbed, tuple(growing))


def _may_get_color(kind: Kind, standing: GroupStanding) -> bool:
    return kind.one_color and standing.color is None


def safe_wild_cards(holding: Holding, phase: Phase, absorbed: Mask) -> Mask:
    """The wild cards that find a place whatever the groups become.

    `phase` is what is laid down in the same turn, empty where nothing is.
    """
    safe = absorbed & holding.wild
    for asked in phase:
        if not asked.kind.is_run or has_room(holding, asked.kind):
            # Where one colour is asked for, which one is open: only a colourless card is safe.
            fitting = holding.of_no_color if asked.kind.one_color else holding.playable
            safe |= fitting & holding.wild
    return safe


def growth(
    holding: Holding,
    table: Table,
    weights: Weights,
    safe: Mask,
    rules: HouseRules,
) -> dict[int, list[Option]]:
    """The options of each group that can grow, by its index on the table."""
    most_need = holding.wild.bit_count()
    found: dict[int, list[Option]] = {}
    for place, index in enumerate(table.growing):
        before = table.growing[place - 1] if place else None
        if before in found and table.targets[before] == table.targets[index]:
            # Alike: the very same list, by which a search knows that they are.
            found[index] = found[before]
            continue
        options = table_options(
            holding,
            table.targets[index].kind,
            table.readings[index],
            weights,
            most_need=most_need,
            safe=safe,
            rules=rules,
        )
        if options != [NOTHING]:
            found[index] = options
    return found


def takes(kind: Kind, standing: GroupStanding, card: Card, *, singles: bool) -> bool:
    """Whether a group takes this one card alone (section 4)."""
    color: Color | None = standing.color
    if card.is_skip or (
        kind.one_color and None not in (color, card.color) and color is not card.color
    ):
        return False
    number = card.number
    if not kind.is_run:
        return (
            number is None
            or number == standing.number
            or (not kind.one_number and number in kind.numbers)
        )
    low, high = kind.numbers.index(standing.low or 0), kind.numbers.index(standing.high or 0)
    if kind.per_number > 1:
        return singles and (number is None or number in kind.numbers[low : high + 1])
    ends = [*kind.numbers[high + 1 : high + 2], *(kind.numbers[low - 1 : low] if low else ())]
    return bool(ends) and (number is None or number in ends)

"""The groups on the table, as far as they matter to a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.card_groups import GroupStanding, Reading, read_target
from referee.cards import Card
from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase
from referee.solver.hit_options import hit_options
from referee.solver.holding import Holding, Mask
from referee.solver.options import NO_CHANGE, Option, Weights, accepted_by, has_room


@dataclass(frozen=True, slots=True)
class Target:
    """A group on the table: its cards in table order, runs ascending."""

    kind: Kind
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """The groups on the table as the search needs them.

    `takers` maps the index of each group that always takes certain cards, in
    any number, to those cards; `absorbed` is the union of them. `growing` are the indexes
    of the groups that leave something to decide, in the order of the search.
    """

    groups: tuple[Target, ...]
    readings: tuple[Reading, ...]
    takers: dict[int, Mask]
    absorbed: Mask
    growing: tuple[int, ...]


def read_targets(holding: Holding, groups: Sequence[Target], rules: HouseRules) -> Targets:
    """Read the groups on the table; raises `NotAGroup`."""
    readings = tuple(read_target(target.kind, target.cards, rules) for target in groups)
    takers: dict[int, Mask] = {}
    growing = []
    absorbed = 0
    for index, (target, reading) in enumerate(zip(groups, readings, strict=True)):
        kind = target.kind
        standing = reading.standings[0] if len(reading.standings) == 1 else None
        if standing is None or kind.is_run or (kind.one_color and standing.color is None):
            growing.append(index)
            continue
        if kind.one_number:
            takers[index] = holding.accept(None, standing.number or 0)
        else:
            takers[index] = accepted_by(holding, kind, standing.color)
        absorbed |= takers[index]
    # Sorted, so that the order on the table does not matter.
    growing.sort(key=lambda i: (groups[i].kind.name, *map(str, groups[i].cards)))
    return Targets(tuple(groups), readings, takers, absorbed, tuple(growing))


def safe_wild_cards(holding: Holding, phase: Phase, absorbed: Mask) -> Mask:
    """Return the wild cards that find a place no matter what the groups become.

    `phase` is what is laid down in the same turn, empty if nothing is.
    """
    safe = absorbed & holding.wild
    for requirement in phase:
        kind = requirement.kind
        if not kind.is_run or has_room(holding, kind):
            # If one color is required but still open, only a colorless card is safe.
            fitting = holding.of_no_color if kind.one_color else holding.playable
            safe |= fitting & holding.wild
    return safe


def growing_options(
    holding: Holding, targets: Targets, weights: Weights, safe: Mask, rules: HouseRules
) -> dict[int, list[Option]]:
    """Return the options of each group that can grow, by its index on the table."""
    max_need = holding.wild.bit_count()
    by_index: dict[int, list[Option]] = {}
    for place, index in enumerate(targets.growing):
        before = targets.growing[place - 1] if place else None
        if before in by_index and targets.groups[before] == targets.groups[index]:
            # The very same list tells the search that the two groups are alike.
            by_index[index] = by_index[before]
            continue
        options = hit_options(
            holding,
            targets.groups[index].kind,
            targets.readings[index],
            weights,
            max_need=max_need,
            safe=safe,
            rules=rules,
        )
        if options != [NO_CHANGE]:
            by_index[index] = options
    return by_index


def takes(kind: Kind, standing: GroupStanding, card: Card, *, singles: bool) -> bool:
    """Tell whether a group takes this card alone (section 4).

    `singles` is the house rule `pair_run_singles`.
    """
    color = standing.color
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
    if kind.per_number > 1:
        low, high = kind.numbers.index(standing.low or 0), kind.numbers.index(standing.high or 0)
        return singles and (number is None or number in kind.numbers[low : high + 1])
    ends = open_ends(kind, standing)
    return bool(ends) and (number is None or number in ends)


def open_ends(kind: Kind, standing: GroupStanding) -> list[int]:
    """Return the numbers next to the ends of a run, the high end first."""
    low, high = kind.numbers.index(standing.low or 0), kind.numbers.index(standing.high or 0)
    return [*kind.numbers[high + 1 : high + 2], *kind.numbers[max(low - 1, 0) : low]]

"""A plan put into plays: groups as they are laid down, hits in an order that is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.groups import GroupStanding, stand, stand_run
from referee.kinds import Kind, Phase
from referee.solver.holding import Holding, Mask, bits
from referee.solver.options import Option
from referee.solver.search import Plan
from referee.solver.targets import Table


class Action(StrEnum):
    """What a player does with cards."""

    LAY_DOWN = "lay_down"
    HIT = "hit"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class HandPlay:
    """Cards that leave the hand together, every wild one declared.

    `group` is, for a group laid down or an own group hit (`own`), the index of the Phase's
    requirement, else the index of the group on the table; None for a discard.
    """

    action: Action
    cards: tuple[Card, ...]
    group: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A plan put into plays: the own groups, the hits in their order, and what is left."""

    groups: tuple[GroupStanding, ...]
    hits: tuple[HandPlay, ...]
    left: tuple[Card, ...]


# A card and the number it takes, None where that does not matter.
Placed = tuple[int | None, Card]


def lay_out(
    holding: Holding,
    phase: Phase,
    table: Table,
    grown: Sequence[int],
    plan: Plan,
    *,
    oversize: bool,
) -> Layout:
    """Put a plan into plays. `grown` are the table's indexes of the plan's later groups.

    With `oversize` the own groups are laid down with all that joins them, else with as
    many cards as asked, and the rest are hits. A card that several groups would take
    joins the first own one, else the first on the table.
    """
    extras = _extras(holding, len(phase), table, grown, plan)
    groups: list[GroupStanding] = []
    hits: list[HandPlay] = []
    for index, asked in enumerate(phase):
        option = plan.chosen[index]
        row = _row(holding, asked.kind, option, plan.owners[index])
        more = holding.cards_of(extras.own[index])
        if asked.kind.is_run:
            base, later = _split_run(asked.kind, row, more, asked.size, oversize=oversize)
        else:
            cards = sorted([*row, *((option.number, card) for card in more)], key=_wild_last)
            size = len(cards) if oversize else asked.size
            base, later = cards[:size], [[placed] for placed in cards[size:]]
        groups.append(_stand(asked.kind, option, base))
        hits += (_hit(cards, index, own=True) for cards in later)
    for index, option, owners in zip(
        grown, plan.chosen[len(phase) :], plan.owners[len(phase) :], strict=True
    ):
        kind = table.targets[index].kind
        hits += (_hit(cards, index) for cards in _outward(holding, kind, option, owners))
    for index, mask in sorted(extras.table.items()):
        number = _number_on(table, grown, plan, index)
        hits += (_hit([(number, card)], index) for card in holding.cards_of(mask))
    left = holding.cards_of(~plan.placed & (1 << len(holding.cards)) - 1)
    return Layout(tuple(groups), tuple(hits), left)


@dataclass(frozen=True, slots=True)
class _Extras:
    """The cards that join groups beyond their places: by own group, and by group on the table."""

    own: list[Mask]
    table: dict[int, Mask]


def _extras(holding: Holding, own: int, table: Table, grown: Sequence[int], plan: Plan) -> _Extras:
    takers = dict(table.takers)
    for index, option in zip(grown, plan.chosen[own:], strict=True):
        takers[index] = option.absorbs
    found = _Extras([0] * own, dict.fromkeys(takers, 0))
    owned = 0
    for owners in plan.owners:
        for owner in owners:
            owned |= owner
    for bit in bits(plan.placed & ~owned):
        mine = next((i for i in range(own) if plan.chosen[i].absorbs & bit), None)
        if mine is not None:
            found.own[mine] |= bit
        else:
            found.table[next(i for i in sorted(takers) if takers[i] & bit)] |= bit
    return found


def _row(holding: Holding, kind: Kind, option: Option, owners: Sequence[Mask]) -> list[Placed]:
    cards = [holding.card(owner) for owner in owners]
    if not kind.is_run:
        return [(option.number, card) for card in cards]
    places = [number for number in option.numbers for _ in range(kind.per_number)]
    return list(zip(places, cards, strict=True))


def _split_run(
    kind: Kind, row: list[Placed], more: Sequence[Card], size: int, *, oversize: bool
) -> tuple[list[Placed], list[list[Placed]]]:
    """A run as it is laid down, and the hits on it, each a card or a pair.

    Cards on top go to the high end, then to the low one; on a pair run they join a number.
    """
    per = kind.per_number
    singles: list[list[Placed]] = []
    for card in more:
        if per > 1:
            number = row[-1][0] if card.number is None else card.number
            singles.append([(number, card)])
            continue
        low, high = (kind.numbers.index(row[end][0] or 0) for end in (0, -1))
        if high + 1 < len(kind.numbers):
            row = [*row, (kind.numbers[high + 1], card)]
        else:
            row = [(kind.numbers[low - 1], card), *row]
    if oversize:
        return row, singles
    first = next((i for i, (_, card) in enumerate(row) if card.is_numbered), 0)
    start = min(first - first % per, len(row) - size)
    end = start + size
    above = [row[i : i + per] for i in range(end, len(row), per)]
    below = [row[i : i + per] for i in range(start - per, -1, -per)]
    return row[start:end], [*above, *below, *singles]


def _outward(
    holding: Holding, kind: Kind, option: Option, owners: Sequence[Mask]
) -> list[list[Placed]]:
    """The hits by which a run on the table grows, from its ends outward."""
    if option.standing is None:
        return []
    row = _row(holding, kind, option, owners)
    per = kind.per_number
    steps = [row[i : i + per] for i in range(0, len(row), per)]
    above = [step for step in steps if (step[0][0] or 0) > (option.standing.high or 0)]
    below = [step for step in steps if step not in above]
    return [*above, *reversed(below)]


def _number_on(table: Table, grown: Sequence[int], plan: Plan, index: int) -> int | None:
    """The number that a wild card takes when it joins a group on the table."""
    if index in table.takers:
        return table.readings[index].standings[0].number
    option = plan.chosen[len(plan.chosen) - len(grown) + list(grown).index(index)]
    if option.number is not None or option.standing is None:
        return option.number
    return option.standing.high


def _stand(kind: Kind, option: Option, base: Sequence[Placed]) -> GroupStanding:
    cards = [card for _, card in base]
    if kind.is_run:
        return stand_run(kind, cards, [number or 0 for number, _ in base], option.color)
    return stand(kind, cards, option.number, option.color)


def _hit(placed: Sequence[Placed], index: int, *, own: bool = False) -> HandPlay:
    cards = tuple(card.declared_as(number, None) for number, card in placed)
    return HandPlay(Action.HIT, cards, index, own)


def _wild_last(placed: Placed) -> bool:
    return not placed[1].is_numbered

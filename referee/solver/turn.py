"""A solution turned into plays: groups to lay down, and hits in a legal order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.card_groups import GroupStanding, stand, stand_run
from referee.cards import Card
from referee.kinds import Kind, Phase
from referee.solver.holding import Holding, Mask, bits
from referee.solver.options import Option
from referee.solver.search import Solution
from referee.solver.targets import Targets


class Action(StrEnum):
    """What a player does with cards."""

    LAY_DOWN = "lay_down"
    HIT = "hit"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class HandPlay:
    """Cards that leave the hand together, every wild card declared.

    `group` is the index of the Phase's requirement for a group that is laid down or an
    `own` group that is hit, else the index of the group on the table; None for a discard.
    """

    action: Action
    cards: tuple[Card, ...]
    group: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The groups to lay down, the hits in their order, and the cards left in hand."""

    groups: tuple[GroupStanding, ...]
    hits: tuple[HandPlay, ...]
    left: tuple[Card, ...]


# A card and the number it takes, None if that does not matter.
Placed = tuple[int | None, Card]


def plan_turn(
    holding: Holding,
    phase: Phase,
    targets: Targets,
    grown: Sequence[int],
    solution: Solution,
    *,
    oversize: bool,
) -> Turn:
    """Turn a solution into plays.

    `grown` are the indexes on the table of the solution's groups after the own ones. With
    `oversize` the own groups are laid down with all cards that join them, else with as
    many as the Phase asks for, and the rest are hits. A card that several groups would
    take joins the first own one, else the first on the table.
    """
    own, options = len(phase), dict(zip(grown, solution.chosen[len(phase) :], strict=True))
    joining, on_table = _joining(holding, own, targets, options, solution)
    groups: list[GroupStanding] = []
    hits: list[HandPlay] = []
    for index, requirement in enumerate(phase):
        option = solution.chosen[index]
        row = _row(holding, requirement.kind, option, solution.owners[index])
        more = holding.cards_of(joining[index])
        if requirement.kind.is_run:
            base, later = _split_run(
                requirement.kind, row, more, requirement.size, oversize=oversize
            )
        else:
            cards = sorted([*row, *((option.number, card) for card in more)], key=_wild_last)
            size = len(cards) if oversize else requirement.size
            base, later = cards[:size], [[placed] for placed in cards[size:]]
        groups.append(_stand(requirement.kind, option, base))
        hits += (_hit(cards, index, own=True) for cards in later)
    for (index, option), owners in zip(options.items(), solution.owners[own:], strict=True):
        kind = targets.groups[index].kind
        hits += (_hit(cards, index) for cards in _outward(holding, kind, option, owners))
    for index, mask in sorted(on_table.items()):
        grown_from = options[index].standing if index in options else None
        before = grown_from or targets.readings[index].standings[0]
        number = before.number or before.high  # what a wild card is
        hits += (_hit([(number, card)], index) for card in holding.cards_of(mask))
    left = holding.cards_of(~solution.placed & (1 << len(holding.cards)) - 1)
    return Turn(tuple(groups), tuple(hits), left)


def _joining(
    holding: Holding, own: int, targets: Targets, grown: Mapping[int, Option], solution: Solution
) -> tuple[list[Mask], dict[int, Mask]]:
    """Return the cards that join groups beyond their slots: own groups, and those on the table."""
    takers = targets.takers | {index: option.absorbs for index, option in grown.items()}
    joining, on_table = [0] * own, dict.fromkeys(takers, 0)
    in_slots = 0
    for owners in solution.owners:
        for owner in owners:
            in_slots |= owner
    for bit in bits(solution.placed & ~in_slots):
        own_taker = next((i for i in range(own) if solution.chosen[i].absorbs & bit), None)
        if own_taker is not None:
            joining[own_taker] |= bit
        else:
            on_table[next(i for i in sorted(takers) if takers[i] & bit)] |= bit
    return joining, on_table


def _row(holding: Holding, kind: Kind, option: Option, owners: Sequence[Mask]) -> list[Placed]:
    cards = [holding.card(owner) for owner in owners]
    if not kind.is_run:
        return [(option.number, card) for card in cards]
    places = [number for number in option.numbers for _ in range(kind.per_number)]
    return list(zip(places, cards, strict=True))


def _split_run(
    kind: Kind, row: list[Placed], more: Sequence[Card], size: int, *, oversize: bool
) -> tuple[list[Placed], list[list[Placed]]]:
    """Return a run as it is laid down, and the hits on it, each a card or a pair.

    Further cards go to the high end, then to the low end; on a pair run they join a number.
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
    """Return the hits by which a run on the table grows, from its ends outward."""
    if option.standing is None:
        return []
    row = _row(holding, kind, option, owners)
    per = kind.per_number
    steps = [row[i : i + per] for i in range(0, len(row), per)]
    above = [step for step in steps if (step[0][0] or 0) > (option.standing.high or 0)]
    below = [step for step in steps if step not in above]
    return [*above, *reversed(below)]


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

"""The ways to make one group.

An option is a row of slots that each need a card, and the cards that may join on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from referee.card_groups import GroupStanding
from referee.cards import Color
from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase, Requirement
from referee.solver.holding import Holding, Mask


class Weights(NamedTuple):
    """What it is worth to place each card of a hand.

    `each` is the weight by card, `classes` the cards by weight, the heaviest first.
    """

    each: tuple[int, ...]
    classes: tuple[tuple[int, Mask], ...]


def weights_of(each: Sequence[int]) -> Weights:
    """Sort cards by their weight, so that whole sets of them can be weighed at once."""
    classes: dict[int, Mask] = {}
    bit = 1
    for weight in each:
        if weight:
            classes[weight] = classes.get(weight, 0) | bit
        bit <<= 1
    return Weights(tuple(each), tuple(sorted(classes.items(), reverse=True)))


class Option(NamedTuple):
    """One way to make or extend a group.

    `slots` are the cards that each slot accepts; every slot takes exactly one. `absorbs`
    are the cards that may join beyond that, any number of them. `need` is the minimum
    number of slots that no numbered card can take. `gain` is the maximum weight of numbered
    cards that the option can place; `claims` are those certainly counted in it. `numbers`
    are those of a run, ascending; `number` is the set's. `standing` is what a group on the
    table was before.
    """

    gain: int
    need: int
    slots: tuple[Mask, ...]
    absorbs: Mask
    claims: Mask
    color: Color | None = None
    number: int | None = None
    numbers: tuple[int, ...] = ()
    standing: GroupStanding | None = None

    @property
    def spare(self) -> int:
        """How many claimed cards the option can lose without needing more wild cards."""
        return self.claims.bit_count() - len(self.slots) + self.need


NO_CHANGE = Option(0, 0, (), 0, 0)  # leaves a group on the table as it is


def lay_down_options(
    holding: Holding,
    phase: Phase,
    weights: Weights,
    *,
    max_need: int,
    minimal: bool = False,
    rules: HouseRules,
) -> list[list[Option]]:
    """Return every way worth trying to lay down each group of a Phase, in the order of the search.

    Groups that are alike have the very same list, which tells the search so. The order is: most
    gain, least need, color, lowest number. `max_need` is how many slots may lack a numbered card.

    Options that cannot beat another one are left out: a second number or color of which no
    card is held; a run with an end beyond the required size that only a wild card could
    take, if the run takes wild cards on top anyway; else a run that is as good one number
    lower or higher. With `minimal`, which is for counting what is missing, they are included,
    but no run is longer than required.
    """
    options = {
        requirement: _options(holding, requirement, weights, max_need, minimal, rules)
        for requirement in dict.fromkeys(phase)
    }
    return [options[requirement] for requirement in phase]


def _options(
    holding: Holding,
    requirement: Requirement,
    weights: Weights,
    max_need: int,
    minimal: bool,
    rules: HouseRules,
) -> list[Option]:
    kind = requirement.kind
    options: list[Option] = []
    if kind.one_number:
        options += _set_options(holding, requirement, weights, max_need, minimal)
    else:
        for color in _colors_to_try(holding, minimal) if kind.one_color else (None,):
            if kind.is_run:
                options += _run_options(
                    holding, requirement, color, weights, max_need, minimal, rules
                )
            else:
                options += _unordered_options(holding, requirement, color, weights, max_need)
    sort_options(options)
    return options


def _colors_to_try(holding: Holding, minimal: bool) -> Iterator[Color | None]:
    has_unheld = False
    for color in holding.colors:
        held = color is None or holding.of_color[color] & ~holding.of_no_color
        if held or minimal or not has_unheld:
            yield color
        has_unheld = has_unheld or not held


def sort_options(options: list[Option]) -> None:
    """Sort by the most gain, then the least need; the sort is stable."""
    options.sort(key=_need)
    options.sort(key=_gain, reverse=True)


_gain, _need = attrgetter("gain"), attrgetter("need")


def _set_options(
    holding: Holding, requirement: Requirement, weights: Weights, max_need: int, minimal: bool
) -> Iterator[Option]:
    unheld = False
    size = requirement.size
    for number in requirement.kind.numbers:
        held = holding.of_number[number]
        need = max(size - held.bit_count(), 0)
        if need > max_need or (unheld and not held and not minimal):
            continue
        unheld = unheld or not held
        accepted = held | holding.wild
        slots = (accepted,) * size
        yield Option(weigh(held, weights), need, slots, accepted, held, None, number)


def _unordered_options(
    holding: Holding,
    requirement: Requirement,
    color: Color | None,
    weights: Weights,
    max_need: int,
) -> Iterator[Option]:
    """Yield the options of groups without order: of one color, or odd or even numbers."""
    accepted = accepted_by(holding, requirement.kind, color)
    held = accepted & holding.numbered
    need = max(requirement.size - held.bit_count(), 0)
    if need <= max_need:
        slots = (accepted,) * requirement.size
        yield Option(weigh(held, weights), need, slots, accepted, held, color)


def accepted_by(holding: Holding, kind: Kind, color: Color | None) -> Mask:
    """Return the cards that a group of one color or of odd or even numbers accepts."""
    mask = holding.wild
    for number in kind.numbers:
        mask |= holding.of_number[number]
    return mask & holding.of_color[color]


def _run_options(
    holding: Holding,
    requirement: Requirement,
    color: Color | None,
    weights: Weights,
    max_need: int,
    minimal: bool,
    rules: HouseRules,
) -> Iterator[Option]:
    kind, per = requirement.kind, requirement.kind.per_number
    of_color = holding.of_color[color]
    wild = holding.wild & of_color
    if not minimal:
        max_need = min(max_need, wild.bit_count())
        if (of_color & holding.numbered).bit_count() + max_need < requirement.size:
            return
    held = [holding.of_number[number] & of_color for number in kind.numbers]
    singles = rules.pair_run_singles and per > 1
    roomy = singles or has_room(holding, kind)
    filled, gained, claimed = _running_totals(held, per, weights, singles=singles)
    row = tuple([mask | wild for mask in held])
    if per > 1:
        row = tuple([slot for slot in row for _ in range(per)])
    joining = wild if roomy else 0
    for low, high, need in _spans(
        held, filled, requirement, max_need=max_need, minimal=minimal, roomy=roomy
    ):
        gain = gained[high] - gained[low]
        claims = claimed[high] ^ claimed[low]
        slots, numbers = row[low * per : high * per], kind.numbers[low:high]
        absorbs = joining | claims if singles else joining
        yield Option(gain, need, slots, absorbs, claims, color, None, numbers)


def _spans(
    held: Sequence[Mask],
    filled: Sequence[int],
    requirement: Requirement,
    *,
    max_need: int,
    minimal: bool,
    roomy: bool,
) -> Iterator[tuple[int, int, int]]:
    """Yield where a run can begin and end (indexes, the end not included), and its need."""
    per, count = requirement.kind.per_number, len(held)
    min_span = requirement.size // per
    for low in range(count - min_span + 1):
        shortest = low + min_span
        longest = shortest if minimal or (roomy and not held[low]) else count
        for high in range(shortest, longest + 1):
            need = per * (high - low) - filled[high] + filled[low]
            if need > max_need:
                break
            if roomy and high > shortest:
                is_beaten = not held[high - 1]
            else:
                is_beaten = not minimal and _is_better_moved(held, low, high)
            if not is_beaten:
                yield low, high, need


def _running_totals(
    held: Sequence[Mask], per: int, weights: Weights, *, singles: bool
) -> tuple[list[int], list[int], list[Mask]]:
    """Return, up to each number, the slots of a run that have a card, the gain and the claims.

    With `singles`, more cards of a number may join than there are slots.
    """
    filled, gained, claimed = [0], [0], [0]
    slots = gain = claims = 0
    for mask in held:
        if mask:
            count = mask.bit_count()
            if singles or count <= per:
                claims |= mask
            gain += heaviest(mask, count if singles else per, weights)
            slots += min(count, per)
        filled.append(slots)
        gained.append(gain)
        claimed.append(claims)
    return filled, gained, claimed


def _is_better_moved(held: Sequence[Mask], low: int, high: int) -> bool:
    """Tell whether a wild card at one end of a run would be as useful at the other end.

    Then the run that lies one number lower or higher is as good and comes first.
    """
    return bool((low and not held[high - 1]) or (high < len(held) and held[high] and not held[low]))


def has_room(holding: Holding, kind: Kind) -> bool:
    """Tell whether a run of this hand's cards always has a free end for every wild card left."""
    longest = kind.max_size
    return kind.per_number == 1 and longest is not None and longest > len(holding.cards)


def weigh(mask: Mask, weights: Weights) -> int:
    """Return the weight of the cards of a mask."""
    total = 0
    for weight, alike in weights.classes:
        total += weight * (mask & alike).bit_count()
    return total


def heaviest(mask: Mask, count: int, weights: Weights) -> int:
    """Return the maximum weight of `count` cards of a mask."""
    if not mask & (mask - 1):
        return weights.each[mask.bit_length() - 1] if mask else 0
    total = 0
    for weight, alike in weights.classes:
        if both := mask & alike:
            taken = min(both.bit_count(), count)
            total += weight * taken
            count -= taken
    return total

"""The ways in which one group can be made.

An option is a row of places that each need a card, and the cards that may come on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from referee.cards import Color
from referee.groups import GroupStanding
from referee.house_rules import HouseRules
from referee.kinds import Kind, Requirement
from referee.solver.holding import Holding, Mask


class Weights(NamedTuple):
    """What it is worth to place each card of a hand: by card, and by weight with its cards.

    `classes` have the heaviest first.
    """

    each: tuple[int, ...]
    classes: tuple[tuple[int, Mask], ...]


def weights_of(each: Sequence[int]) -> Weights:
    """Sort cards by their weight, so that sets of them are weighed at a stroke."""
    classes: dict[int, Mask] = {}
    bit = 1
    for weight in each:
        if weight:
            classes[weight] = classes.get(weight, 0) | bit
        bit <<= 1
    return Weights(tuple(each), tuple(sorted(classes.items(), reverse=True)))


class Option(NamedTuple):
    """One way to make or extend a group.

    `slots` are the cards that each place accepts; every place takes just one.
    `absorbs` are the cards that may join beyond that, any number of them. `need`
    is the least number of places that no numbered card can take, and `gain` the
    most weight of numbered cards that the option can place; the cards in `claims`, where
    there is no choice which it is, are all counted in it. `numbers` are those of the
    places of a run, ascending; `number` is the set's.
    """

    gain: int
    need: int
    slots: tuple[Mask, ...]
    absorbs: Mask
    claims: Mask
    color: Color | None = None
    number: int | None = None
    numbers: tuple[int, ...] = ()
    standing: GroupStanding | None = None  # what the group was on the table

    @property
    def spare(self) -> int:
        """How many of the claimed cards the option could lose and need no more wild ones."""
        return self.claims.bit_count() - len(self.slots) + self.need


NOTHING = Option(0, 0, (), 0, 0)  # the way to leave a group on the table as it is


def lay_down_options(
    holding: Holding,
    asked: Requirement,
    weights: Weights,
    *,
    most_need: int,
    minimal: bool = False,
    rules: HouseRules,
) -> list[Option]:
    """Every way worth a thought to lay down a group, in the order of the search.

    Most gain first, then least need, then colour, then lowest number. `weights` are per
    card of the hand; `most_need` is how many places may lack a numbered card.

    Left out is what cannot beat another option: more than one number or colour of which no
    card is held, an end of a run beyond the asked size that only a wild card could take,
    where the run takes wild cards on top anyway, and else a run that is as good one number
    lower or higher. With `minimal` those are all there, but none is longer than asked: that
    is what shortages are counted by.
    """
    kind = asked.kind
    found: list[Option] = []
    if kind.one_number:
        found += _sets(holding, asked, weights, most_need, minimal)
    elif not kind.one_color:
        if kind.is_run:
            found += _runs(holding, asked, None, weights, most_need, minimal, rules)
        else:
            found += _loose(holding, asked, None, weights, most_need)
    else:
        unheld = False
        for color in holding.colors:
            held = color is None or holding.of_color[color] & ~holding.of_no_color
            if held or minimal or not unheld:
                unheld = unheld or not held
                if kind.is_run:
                    found += _runs(holding, asked, color, weights, most_need, minimal, rules)
                else:
                    found += _loose(holding, asked, color, weights, most_need)
    sort_options(found)
    return found


def sort_options(options: list[Option]) -> None:
    """The most gain first, then the least need; what is equal there stays in its order."""
    options.sort(key=_need)
    options.sort(key=_gain, reverse=True)


_gain, _need = attrgetter("gain"), attrgetter("need")


def _sets(
    holding: Holding, asked: Requirement, weights: Weights, most_need: int, minimal: bool
) -> Iterator[Option]:
    unheld = False
    size = asked.size
    for number in asked.kind.numbers:
        held = holding.of_number[number]
        need = max(size - held.bit_count(), 0)
        if need > most_need or (unheld and not held and not minimal):
            continue
        unheld = unheld or not held
        accepted = held | holding.wild
        slots = (accepted,) * size
        yield Option(weigh(held, weights), need, slots, accepted, held, None, number)


def _loose(
    holding: Holding,
    asked: Requirement,
    color: Color | None,
    weights: Weights,
    most_need: int,
) -> Iterator[Option]:
    """Groups without order, of one colour or of odd or even numbers."""
    accepted = accepted_by(holding, asked.kind, color)
    held = accepted & holding.numbered
    need = max(asked.size - held.bit_count(), 0)
    if need <= most_need:
        slots = (accepted,) * asked.size
        yield Option(weigh(held, weights), need, slots, accepted, held, color)


def accepted_by(holding: Holding, kind: Kind, color: Color | None) -> Mask:
    """The cards that a group without order and number takes, any number of them."""
    mask = holding.wild
    for number in kind.numbers:
        mask |= holding.of_number[number]
    return mask & holding.of_color[color]


def _runs(
    holding: Holding,
    asked: Requirement,
    color: Color | None,
    weights: Weights,
    most_need: int,
    minimal: bool,
    rules: HouseRules,
) -> Iterator[Option]:
    kind, per = asked.kind, asked.kind.per_number
    of_color = holding.of_color[color]
    wild = holding.wild & of_color
    if not minimal:
        most_need = min(most_need, wild.bit_count())
        if (of_color & holding.numbered).bit_count() + most_need < asked.size:
            return
    held = [holding.of_number[number] & of_color for number in kind.numbers]
    singles = rules.pair_run_singles and per > 1
    roomy = singles or has_room(holding, kind)
    filled, gained, claimed = _sums(held, per, weights, singles=singles)
    row = tuple([mask | wild for mask in held])
    if per > 1:
        row = tuple([slot for slot in row for _ in range(per)])
    joining = wild if roomy else 0
    for low, high, need in _spans(
        held, filled, asked, most_need=most_need, minimal=minimal, roomy=roomy
    ):
        gain = gained[high] - gained[low]
        claims = claimed[high] ^ claimed[low]
        slots, numbers = row[low * per : high * per], kind.numbers[low:high]
        absorbs = joining | claims if singles else joining
        yield Option(gain, need, slots, absorbs, claims, color, None, numbers)


def _spans(
    held: Sequence[Mask],
    filled: Sequence[int],
    asked: Requirement,
    *,
    most_need: int,
    minimal: bool,
    roomy: bool,
) -> Iterator[tuple[int, int, int]]:
    """Where a run can begin and end (by index, the end not included), and its need."""
    per, count = asked.kind.per_number, len(held)
    least = asked.size // per
    for low in range(count - least + 1):
        shortest = low + least
        longest = shortest if minimal or (roomy and not held[low]) else count
        for high in range(shortest, longest + 1):
            need = per * (high - low) - filled[high] + filled[low]
            if need > most_need:
                break
            if roomy and high > shortest:
                is_beaten = not held[high - 1]
            else:
                is_beaten = not minimal and _is_better_moved(held, low, high)
            if not is_beaten:
                yield low, high, need


def _sums(
    held: Sequence[Mask], per: int, weights: Weights, *, singles: bool
) -> tuple[list[int], list[int], list[Mask]]:
    """Up to each number: how many places of a run have a card of their own, gain and claims.

    With `singles` more cards of a number join than there are places.
    """
    filled, gained, claimed = [0], [0], [0]
    places = gain = claims = 0
    for mask in held:
        if mask:
            count = mask.bit_count()
            if singles or count <= per:
                claims |= mask
            gain += heaviest(mask, count if singles else per, weights)
            places += min(count, per)
        filled.append(places)
        gained.append(gain)
        claimed.append(claims)
    return filled, gained, claimed


def _is_better_moved(held: Sequence[Mask], low: int, high: int) -> bool:
    """Whether a run has a wild card at one end for which there is as much use at the other.

    Then the run that lies one number lower or higher is as good, and before it in order.
    """
    return bool((low and not held[high - 1]) or (high < len(held) and held[high] and not held[low]))


def has_room(holding: Holding, kind: Kind) -> bool:
    """Whether a run of this hand's cards alone has a free end for every wild card left."""
    longest = kind.max_size
    return kind.per_number == 1 and longest is not None and longest > len(holding.cards)


def weigh(mask: Mask, weights: Weights) -> int:
    """The weight of the cards of a mask."""
    total = 0
    for weight, alike in weights.classes:
        total += weight * (mask & alike).bit_count()
    return total


def heaviest(mask: Mask, count: int, weights: Weights) -> int:
    """The most that so many cards of a mask weigh."""
    if not mask & (mask - 1):
        return weights.each[mask.bit_length() - 1] if mask else 0
    total = 0
    for weight, alike in weights.classes:
        if both := mask & alike:
            taken = min(both.bit_count(), count)
            total += weight * taken
            count -= taken
    return total

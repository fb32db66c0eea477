"""The ways in which one group can be made, or one on the table be added to.

An option is a row of places that each need a card, and the cards that may come on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Color
from referee.groups import Reading, Standing
from referee.hands.holding import Holding, Mask, bits
from referee.house_rules import HouseRules
from referee.kinds import Kind, Requirement


@dataclass(frozen=True, slots=True)
class Weights:
    """What it is worth to place each card of a hand: by card, and by weight with its cards."""

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
    return Weights(tuple(each), tuple(classes.items()))


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
    standing: Standing | None = None  # what the group was on the table

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
    card is held, and an end of a run beyond the asked size that only a wild card
    could take, where the run takes wild cards on top anyway. With `minimal` those are all
    there, but none is longer than asked: that is what shortages are counted by.
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
    found.sort(key=_promise)
    return found


def _promise(option: Option) -> tuple[int, int]:
    return -option.gain, option.need


def _sets(
    holding: Holding, asked: Requirement, weights: Weights, most_need: int, minimal: bool
) -> Iterator[Option]:
    unheld = False
    for number in asked.kind.numbers:
        held = holding.of_number[number]
        need = max(asked.size - held.bit_count(), 0)
        if need > most_need or (unheld and not held and not minimal):
            continue
        unheld = unheld or not held
        accepted = held | holding.wild
        slots = (accepted,) * asked.size
        yield Option(weigh(held, weights), need, slots, accepted, held, number=number)


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
    row = tuple([mask | wild for mask in held for _ in range(per)])
    least = asked.size // per
    spans = _spans(held, per, weights, least, most_need, minimal)
    for low, high, need, gain, claims in spans:
        if roomy and high > low + least and not (held[low] and held[high - 1]):
            continue
        absorbs = wild if roomy else 0
        if singles:
            claims = 0
            for mask in held[low:high]:
                claims |= mask
            absorbs |= claims
            gain = weigh(claims, weights)
        yield Option(
            gain,
            need,
            row[low * per : high * per],
            absorbs,
            claims,
            color,
            numbers=kind.numbers[low:high],
        )


def _spans(
    held: Sequence[Mask], per: int, weights: Weights, least: int, most_need: int, minimal: bool
) -> Iterator[tuple[int, int, int, int, Mask]]:
    """Where a run can begin and end (by index, the end not included), need, gain and claims."""
    # How many places up to each number have a card of their own, and what those weigh.
    filled, gained, sure = [0], [0], []
    places = weight = 0
    for mask in held:
        claim = mask
        if mask:
            count = mask.bit_count()
            if count > per:
                count, claim = per, 0
            places += count
            weight += heaviest(mask, per, weights)
        filled.append(places)
        gained.append(weight)
        sure.append(claim)
    for low in range(len(held) - least + 1):
        last = low + least if minimal else len(held)
        for high in range(low + least, last + 1):
            need = per * (high - low) - filled[high] + filled[low]
            if need > most_need:
                break
            claims = 0
            for claim in sure[low:high]:
                claims |= claim
            yield low, high, need, gained[high] - gained[low], claims


def has_room(holding: Holding, kind: Kind) -> bool:
    """Whether a run of this hand's cards alone has a free end for every wild card left."""
    longest = kind.longest
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
    each = sorted((weights.each[bit.bit_length() - 1] for bit in bits(mask)), reverse=True)
    return sum(each[:count])


def table_options(
    holding: Holding,
    kind: Kind,
    reading: Reading,
    weights: Weights,
    *,
    most_need: int,
    safe: Mask,
    rules: HouseRules,
) -> list[Option]:
    """Every way worth a thought to add to a group on the table, in the order of the search.

    A group that could be several things is one of them from the first hit on. The
    wild cards in `safe` find a place anyway, so no end is reached out for with them.
    """
    found = [NOTHING]
    for standing in reading.standings:
        colors: Sequence[Color | None] = (standing.color,)
        if kind.one_color and standing.color is None:
            colors = holding.colors
        for color in colors:
            if kind.is_run:
                found += _extensions(
                    holding, kind, standing, color, weights, most_need, safe, rules
                )
            else:
                if kind.one_number:
                    accepted = holding.accept(None, standing.number or 0)
                else:
                    accepted = accepted_by(holding, kind, color)
                claims = accepted & holding.numbered
                gain = weigh(claims, weights)
                found.append(
                    Option(gain, 0, (), accepted, claims, color, standing.number, (), standing)
                )
    if len(found) > 1:
        found.sort(key=_promise)
    return found


def _extensions(
    holding: Holding,
    kind: Kind,
    standing: Standing,
    color: Color | None,
    weights: Weights,
    most_need: int,
    safe: Mask,
    rules: HouseRules,
) -> Iterator[Option]:
    per, numbers = kind.per_number, kind.numbers
    low, high = numbers.index(standing.low or 0), numbers.index(standing.high or 0)
    accepts = [holding.accept(color, number) for number in numbers]
    held = [mask & holding.numbered for mask in accepts]
    singles = rules.pair_run_singles and per > 1
    worthwhile = [mask & ~safe for mask in accepts]
    below = _reach(range(low - 1, -1, -1), held, worthwhile, per, most_need)
    above = _reach(range(high + 1, len(numbers)), held, worthwhile, per, most_need)
    for down, needed_below in below:
        for up, needed_above in above:
            if not (down or up or singles):
                continue
            added = [*range(low - down, low), *range(high + 1, high + up + 1)]
            absorbs = 0
            for index in range(low - down, high + up + 1) if singles else ():
                absorbs |= accepts[index]
            claims = absorbs & holding.numbered
            gain = weigh(claims, weights)
            for index in added if not singles else ():
                gain += heaviest(held[index], per, weights)
                if held[index].bit_count() <= per:
                    claims |= held[index]
            yield Option(
                gain,
                needed_below + needed_above,
                tuple(accepts[index] for index in added for _ in range(per)),
                absorbs,
                claims,
                color,
                None,
                tuple(numbers[index] for index in added),
                standing,
            )


def _reach(
    outward: range, held: Sequence[Mask], worthwhile: Sequence[Mask], per: int, most_need: int
) -> list[tuple[int, int]]:
    """How many numbers can be added at one end, each with the wild cards that it takes."""
    reach = [(0, 0)]
    need = 0
    for steps, index in enumerate(outward, 1):
        need += max(per - held[index].bit_count(), 0)
        if need > most_need:
            break
        if worthwhile[index]:
            reach.append((steps, need))
    return reach

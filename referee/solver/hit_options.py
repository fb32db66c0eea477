"""The ways to add to a group on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.card_groups import GroupStanding, Reading
from referee.cards import Color
from referee.house_rules import HouseRules
from referee.kinds import Kind
from referee.solver.holding import Holding, Mask
from referee.solver.options import (
    NO_CHANGE,
    Option,
    Weights,
    accepted_by,
    heaviest,
    sort_options,
    weigh,
)


def hit_options(
    holding: Holding,
    kind: Kind,
    reading: Reading,
    weights: Weights,
    *,
    max_need: int,
    safe: Mask,
    rules: HouseRules,
) -> list[Option]:
    """Return every way worth trying to add to a group on the table, in the order of the search.

    A group that could be several things becomes one of them with the first hit. The wild
    cards in `safe` find a place anyway, so no run is extended for their sake alone.
    """
    options = [NO_CHANGE]
    for standing in reading.standings:
        colors: Sequence[Color | None] = (standing.color,)
        if kind.one_color and standing.color is None:
            colors = holding.colors
        for color in colors:
            if kind.is_run:
                options += _run_extensions(
                    holding, kind, standing, color, weights, max_need, safe, rules
                )
            else:
                if kind.one_number:
                    accepted = holding.accept(None, standing.number or 0)
                else:
                    accepted = accepted_by(holding, kind, color)
                claims = accepted & holding.numbered
                gain = weigh(claims, weights)
                options.append(
                    Option(gain, 0, (), accepted, claims, color, standing.number, (), standing)
                )
    if len(options) > 1:
        sort_options(options)
    return options


def _run_extensions(
    holding: Holding,
    kind: Kind,
    standing: GroupStanding,
    color: Color | None,
    weights: Weights,
    max_need: int,
    safe: Mask,
    rules: HouseRules,
) -> Iterator[Option]:
    per, numbers = kind.per_number, kind.numbers
    low, high = numbers.index(standing.low or 0), numbers.index(standing.high or 0)
    accepts = [holding.accept(color, number) for number in numbers]
    held = [mask & holding.numbered for mask in accepts]
    singles = rules.pair_run_singles and per > 1
    worthwhile = [mask & ~safe for mask in accepts]
    below = _reach(range(low - 1, -1, -1), held, worthwhile, per, max_need)
    above = _reach(range(high + 1, len(numbers)), held, worthwhile, per, max_need)
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
    outward: range, held: Sequence[Mask], worthwhile: Sequence[Mask], per: int, max_need: int
) -> list[tuple[int, int]]:
    """Return how many numbers can be added at one end, each count with the wild cards it takes."""
    reach = [(0, 0)]
    need = 0
    for steps, index in enumerate(outward, 1):
        need += max(per - held[index].bit_count(), 0)
        if need > max_need:
            break
        if worthwhile[index]:
            reach.append((steps, need))
    return reach

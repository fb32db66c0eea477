"""What luck explains, and what stands out beyond it. Pure.

A figure of a few games is mostly luck, and of many figures one always looks special. So a share is
told with what is likely of it, and something is named only if luck alone would name anything at all
in one of a hundred answers (`LUCK`), however many were compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import exp, fsum, lgamma, log, sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeVar

LUCK = 0.01  # of an answer: how often luck alone names anything in it
LIKELY = NormalDist().inv_cdf(0.975)  # standard deviations: 95 % of what is likely lies within

Key = TypeVar("Key", bound=Hashable)


class Wins(NamedTuple):
    """Of some games, how many were won, and how many would have been among equals."""

    games: int
    wins: int
    expected: float


class Interval(NamedTuple):
    """What may well be behind a share that was seen, from 0 to 1."""

    low: float
    high: float


def likely_share(successes: int, of: int) -> Interval:
    """Where a share lies in 95 of 100 cases, by Wilson's interval.

    >>> [round(end, 2) for end in likely_share(5, 8)], [*likely_share(0, 0)]
    ([0.31, 0.86], [0.0, 1.0])
    """
    if not of:
        return Interval(0.0, 1.0)
    share, weight = successes / of, LIKELY**2 / of
    center = (share + weight / 2) / (1 + weight)
    half = LIKELY * sqrt(share * (1 - share) / of + weight / (4 * of)) / (1 + weight)
    return Interval(max(0.0, center - half), min(1.0, center + half))


def luck_of_lead(ahead: int, behind: int, chance: float) -> float:
    """How likely luck alone is to put one of two so often ahead, or behind (sign test).

    `chance` is that of being ahead in a game: a half, unless one of them has a head start.

    >>> round(luck_of_lead(8, 0, 0.5), 4), luck_of_lead(4, 4, 0.5), luck_of_lead(8, 2, 0.8)
    (0.0078, 1.0, 1.0)
    """
    of, odds = ahead + behind, log_odds(chance)
    return _twice_smaller_tail(
        ahead, {count: _log_ways(of, count) + count * odds for count in range(of + 1)}
    )


def luck_of_part(part: Wins, others: Wins) -> float:
    """How likely luck alone is to put so many of all wins into a part of the games, or so few.

    Fisher's exact test. Where tables are smaller, more wins are expected, so they are likelier to
    be there.

    >>> round(luck_of_part(Wins(9, 9, 4.5), Wins(9, 0, 4.5)), 5)
    4e-05
    >>> luck_of_part(Wins(8, 4, 4), Wins(8, 2, 2))
    1.0
    """
    wins = part.wins + others.wins
    possible = range(max(0, wins - others.games), min(part.games, wins) + 1)
    if len(possible) < 2:
        return 1.0
    times = wins / (part.expected + others.expected)
    odds = log_odds(times * part.expected / part.games)
    odds -= log_odds(times * others.expected / others.games)
    return _twice_smaller_tail(
        part.wins,
        {
            count: _log_ways(part.games, count)
            + _log_ways(others.games, wins - count)
            + count * odds
            for count in possible
        },
    )


def luck_of_sum(difference: float, variance: float) -> float:
    """How likely luck alone is to make a count so much larger, or smaller, than expected.

    >>> round(luck_of_sum(-10.5, 25), 4), luck_of_sum(0.2, 25), luck_of_sum(1, 0)
    (0.0455, 1.0, 1.0)
    """
    if variance <= 0:
        return 1.0
    whole = max(0.0, abs(difference) - 0.5)  # counts are whole, the distribution is not
    return 2 * NormalDist().cdf(-whole / sqrt(variance))


def beyond_luck(chances: Mapping[Key, float]) -> set[Key]:
    """What stands out of all that was compared, each with how likely luck explains it (Holm).

    >>> sorted(beyond_luck({"one": 0.001, "two": 0.004, "three": 0.006, "four": 0.9}))
    ['one']
    """
    found = set()
    for rank, (key, chance) in enumerate(sorted(chances.items(), key=lambda item: item[1])):
        if chance * (len(chances) - rank) > LUCK:
            break
        found.add(key)
    return found


def log_odds(chance: float) -> float:
    """The logarithm of the odds; of what seems impossible or certain, almost so."""
    almost = min(max(chance, 0.001), 0.999)
    return log(almost / (1 - almost))


def _log_ways(of: int, count: int) -> float:
    """The logarithm of the number of ways in which this many can be chosen."""
    return lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)


def _twice_smaller_tail(seen: int, log_weights: Mapping[int, float]) -> float:
    """The chance of what was seen and all beyond it, on the rarer side, twice; at most 1."""
    most = max(log_weights.values())
    weights = {count: exp(weight - most) for count, weight in log_weights.items()}
    less = fsum(weight for count, weight in weights.items() if count <= seen)
    more = fsum(weight for count, weight in weights.items() if count >= seen)
    return min(1.0, 2 * min(less, more) / fsum(weights.values()))

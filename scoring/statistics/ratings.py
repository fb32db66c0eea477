"""Ratings by the Plackett-Luce model of openskill: finishing orders count, with ties. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot, prod
from statistics import NormalDist

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

MU, SIGMA = 25.0, 25.0 / 3  # a newcomer's, as the model defines them
START, SCALE = 1000, 25  # a newcomer has 1000 points; a point is a 25th of the model's unit
REACH, STEPS = 8, 400  # of the integral: in standard deviations, and how many parts it has

Pool = tuple[str, str]  # edition and variant of the games that a rating is over; empty is any


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player is (`mu`), and how uncertain that is (`sigma`).

    >>> Strength(36.4, 2.4).points, NEWCOMER.points
    (1730, 1000)
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """One number to rank by: the player is almost certainly at least this strong."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The ordinal on the scale that people see."""
        return START + round(SCALE * self.ordinal)


NEWCOMER = Strength(MU, SIGMA)


def rate(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return how strong the players of a game are after it, in the given order.

    >>> [round(strength.mu, 1) for strength in rate([NEWCOMER, NEWCOMER, NEWCOMER], [2, 1, 2])]
    [23.6, 27.9, 23.6]
    """
    teams = [[_MODEL.create_rating([strength.mu, strength.sigma])] for strength in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Strength(team[0].mu, team[0].sigma) for team in after]


def chances_to_win(players: Sequence[Strength]) -> list[float]:
    """Return each player's chance to do better than all others; they add up to 1.

    How well somebody does in a game is normally distributed around how strong they are: with the
    deviation that the model has for every game, and the uncertainty of the rating. The chance is
    the integral over how well a player can do, times the chance that all others do worse. For two
    players it is what openskill predicts; for more, openskill takes the average of the pairs,
    which gives nobody more than 2 / players.

    >>> [round(chance, 2) for chance in chances_to_win([Strength(31, 2), *[Strength(25, 2)] * 3])]
    [0.64, 0.12, 0.12, 0.12]
    """
    games = [NormalDist(player.mu, hypot(player.sigma, _MODEL.beta)) for player in players]
    low = min(game.mean - REACH * game.stdev for game in games)
    step = (max(game.mean + REACH * game.stdev for game in games) - low) / STEPS
    sums = [0.0] * len(games)
    for number in range(STEPS):
        at = low + (number + 0.5) * step
        worse = [game.cdf(at) for game in games]
        for place, game in enumerate(games):
            sums[place] += game.pdf(at) * prod(worse[:place] + worse[place + 1 :])
    total = sum(sums)
    return [each / total for each in sums]


def pools_of(edition: str, variant: str) -> list[Pool]:
    """The pools that a game belongs to.

    >>> pools_of("flip", "standard")
    [('', ''), ('', 'standard'), ('flip', ''), ('flip', 'standard')]
    """
    return list(product(("", edition), ("", variant)))

"""Ratings by the Plackett-Luce model of openskill: finishing orders count, with ties. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

MU, SIGMA = 25.0, 25.0 / 3  # a newcomer's, as the model defines them
START, SCALE = 1000, 25  # a newcomer has 1000 points; a point is a 25th of the model's unit

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


def pools_of(edition: str, variant: str) -> list[Pool]:
    """The pools that a game belongs to.

    >>> pools_of("flip", "standard")
    [('', ''), ('', 'standard'), ('flip', ''), ('flip', 'standard')]
    """
    return list(product(("", edition), ("", variant)))

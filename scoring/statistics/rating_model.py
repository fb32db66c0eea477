"""Ratings by openskill's Plackett-Luce model: the finishing order counts, with its ties. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


MU, SIGMA = 25.0, 25.0 / 3  # of somebody who has not played, as the model has it
START, SCALE = 1000, 25  # so that whoever has not played has 1000, and nobody less than none


@dataclass(frozen=True, slots=True)
class Value:
    """What somebody is rated: how good, and how uncertain that is.

    >>> Value(36.4, 2.4).points, NEW.points
    (1730, 1000)
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """One number to rank by: as good as somebody is almost surely, at least."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The same for people."""
        return START + round(SCALE * self.ordinal)


NEW = Value(MU, SIGMA)


def rate(before: Sequence[Value], places: Sequence[int]) -> list[Value]:
    """What players are rated after a game, in the order in which they are given.

    >>> [round(value.mu, 1) for value in rate([NEW, NEW, NEW], [2, 1, 2])]
    [23.6, 27.9, 23.6]
    """
    teams = [[_MODEL.create_rating([value.mu, value.sigma])] for value in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Value(team[0].mu, team[0].sigma) for team in after]


Pool = tuple[str, str]  # edition and variant; empty is any


def pools_of(edition: str, variant: str) -> list[Pool]:
    """The kinds of games that a game counts among.

    >>> pools_of("flip", "standard")
    [('', ''), ('', 'standard'), ('flip', ''), ('flip', 'standard')]
    """
    return list(product(("", edition), ("", variant)))

"""Ratings by a Bradley-Terry model of openskill: finishing orders count, with ties. Pure.

Phase 10 is mostly luck, so a game moves a rating only a little: how much is measured, not guessed.
`python -m benchmarks ratings` plays seasons with the simulator, beside openskill's defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot, log, log2

from openskill.models import BradleyTerryFull

from scoring.statistics.handicaps import shares

MU, SIGMA = 25.0, 25.0 / 3  # a newcomer's
BETA = 2 * SIGMA  # the luck of a game; openskill assumes half a SIGMA, as for games of skill
TAU = 0.02 * SIGMA  # how much somebody's strength changes from game to game
TWICE_AS_LIKELY = 3.2 * BETA * log(2)  # how much stronger somebody is who wins twice as often
START, SCALE = 1000, 100  # points of a newcomer, and for being twice as likely to win
MARGIN = 1.96  # standard deviations: 95 % of what is likely lies within, up and down
APART = 2.58  # and 99 %: a leaderboard compares many players, so more is asked of a difference
MIN_GAMES = 5  # before a rating says enough about a player for odds

_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)

Pool = tuple[str, str]  # edition and variant of the games that a rating is over; empty is any
ANY_GAME: Pool = ("", "")


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player is most likely (`mu`), and how uncertain that is (`sigma`).

    >>> NEWCOMER.points, NEWCOMER.margin
    (1000, 44)
    """

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The strength on the scale that people see: 100 more are twice the chance to win."""
        return START + round(SCALE * (self.mu - MU) / TWICE_AS_LIKELY)

    @property
    def margin(self) -> int:
        """By how many points it may well be off, up or down: in 95 of 100 cases by no more."""
        return round(SCALE * MARGIN * self.sigma / TWICE_AS_LIKELY)


NEWCOMER = Strength(MU, SIGMA)


def rate(
    before: Sequence[Strength], ranks: Sequence[int], expected: Sequence[float] = ()
) -> list[Strength]:
    """Return how strong the players of a game are after it, in the given order.

    With handicaps, `expected` are the shares of the win of equally strong players, all more than 0:
    a game is rated as if each were as much stronger as their handicap is worth.

    >>> [round(strength.mu, 1) for strength in rate([NEWCOMER, NEWCOMER, NEWCOMER], [2, 1, 2])]
    [23.7, 27.6, 23.7]
    >>> [round(strength.mu, 1) for strength in rate([NEWCOMER, NEWCOMER], [2, 1], [0.25, 0.75])]
    [24.7, 25.3]
    """
    # Only differences count: the average share is worth nothing.
    worths = map(log2, expected if any(expected) else [1.0] * len(before))
    ahead = [worth * TWICE_AS_LIKELY for worth in worths]
    average = sum(ahead) / len(ahead)
    ahead = [each - average for each in ahead]
    teams = [
        [_MODEL.create_rating([strength.mu + more, strength.sigma])]
        for strength, more in zip(before, ahead, strict=True)
    ]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Strength(team[0].mu - more, team[0].sigma) for team, more in zip(after, ahead, strict=True)
    ]


def with_handicap(player: Strength, worth: float) -> Strength:
    """Return how strong somebody plays with a handicap that is worth so many doublings."""
    return Strength(player.mu + worth * TWICE_AS_LIKELY, player.sigma)


def chances_to_win(players: Sequence[Strength]) -> list[float]:
    """Return each player's chance to come first; they add up to 1.

    >>> lead = Strength(MU + TWICE_AS_LIKELY, SIGMA)  # a hundred points
    >>> [round(chance, 2) for chance in chances_to_win([lead, NEWCOMER, NEWCOMER])]
    [0.5, 0.25, 0.25]
    """
    return shares(list(map(doublings, players)))


def doublings(player: Strength) -> float:
    """Return how often somebody's chance to win is twice a newcomer's; less than 0 if smaller."""
    return (player.mu - MU) / TWICE_AS_LIKELY


def told_apart(one: Strength, other: Strength) -> bool:
    """Whether the games show that one is stronger: luck alone rarely makes such a difference.

    >>> told_apart(Strength(60, 8), NEWCOMER), told_apart(Strength(40, 8), NEWCOMER)
    (True, False)
    """
    return abs(one.mu - other.mu) > APART * hypot(one.sigma, other.sigma)


def pools_of(edition: str, variant: str) -> list[Pool]:
    """The pools that a game belongs to.

    >>> pools_of("flip", "standard")
    [('', ''), ('', 'standard'), ('flip', ''), ('flip', 'standard')]
    """
    return list(product(("", edition), ("", variant)))

"""Values that many answers contain: averages, ratings, players."""

from __future__ import annotations

from typing import Annotated, TypedDict

from rest.annotations import Doc
from scoring.statistics.evidence import likely_share
from scoring.statistics.facts import PARTS_OF_A_WIN
from scoring.statistics.figures import FIGURES
from scoring.statistics.ratings import Strength

DIGITS = 4


def meaning(code: str, more: str = "") -> Doc:
    """What a figure is, as the table of figures says it, and what else a client must know."""
    return Doc(f"{FIGURES[code].meaning} {more}".strip())


class Average(TypedDict):
    """An average or a share, and how many games, rounds or attempts it is over."""

    value: Annotated[float | None, Doc("null if there are none yet.")]
    over: int


class Share(Average):
    """A share of games or attempts, with what may well be behind it.

    Of few it can be far from what it would be of many: in 95 of 100 cases, that lies between `low`
    and `high` (Wilson's interval; from 0 to 1 if there are none yet).
    """

    low: float
    high: float


ExpectedWins = Annotated[
    float,
    meaning("expected_wins"),
]


class Rating(TypedDict):
    """A rating by a Bradley-Terry model."""

    points: Annotated[int, meaning("rating", "The number to show and to rank by.")]
    margin: Annotated[int, meaning("margin")]
    mu: Annotated[float, Doc("The most likely strength, in units of the model.")]
    sigma: Annotated[float, Doc("How uncertain it is, in the same units.")]


def average(total: float, over: int) -> Average:
    """The average of a total, rounded.

    >>> average(3, 8), average(0, 0)
    ({'value': 0.375, 'over': 8}, {'value': None, 'over': 0})
    """
    return {"value": round(total / over, DIGITS) if over else None, "over": over}


def share(successes: int, of: int) -> Share:
    """A share and its interval, rounded.

    >>> share(5, 8)
    {'value': 0.625, 'over': 8, 'low': 0.3057, 'high': 0.8632}
    """
    likely = likely_share(successes, of)
    return {
        **average(successes, of),
        "low": round(likely.low, DIGITS),
        "high": round(likely.high, DIGITS),
    }


def expected_wins(parts: int) -> float:
    """Expected wins, from the parts of a win that are added up.

    >>> expected_wins(PARTS_OF_A_WIN // 3 + PARTS_OF_A_WIN // 2)
    0.8333
    """
    return round(parts / PARTS_OF_A_WIN, DIGITS)


def rating_answer(strength: Strength) -> Rating:
    """A rating, rounded.

    >>> rating_answer(Strength(25.0, 5.0))
    {'points': 1000, 'margin': 27, 'mu': 25.0, 'sigma': 5.0}
    """
    return {
        "points": strength.points,
        "margin": strength.margin,
        "mu": round(strength.mu, DIGITS),
        "sigma": round(strength.sigma, DIGITS),
    }

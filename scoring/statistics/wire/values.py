"""Values that many answers contain: averages, ratings, players."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.models import Player
from rest.annotations import Doc, Uuid
from scoring.statistics.columns import PARTS_OF_A_WIN
from scoring.statistics.ratings import Strength

DIGITS = 4


class Average(TypedDict):
    """An average or a share, and how many games, rounds or attempts it is over."""

    value: Annotated[float | None, Doc("null if there are none yet.")]
    over: int


ExpectedWins = Annotated[
    float,
    Doc(
        "How many games the player would have won if all at a table were equally strong: 1 / "
        "players, added up over the games."
    ),
]


class Rating(TypedDict):
    """A rating by the Plackett-Luce model."""

    points: Annotated[
        int, Doc("The number to show and to rank by: 1000 + 25 (mu - 3 sigma). Newcomers: 1000.")
    ]
    mu: Annotated[float, Doc("The most likely strength.")]
    sigma: Annotated[float, Doc("How uncertain it is.")]


class PlayerReference(TypedDict):
    """A player, by id and name."""

    id: Uuid
    name: str


def average(total: float, over: int) -> Average:
    """The average of a total, rounded.

    >>> average(3, 8), average(0, 0)
    ({'value': 0.375, 'over': 8}, {'value': None, 'over': 0})
    """
    return {"value": round(total / over, DIGITS) if over else None, "over": over}


def expected_wins(parts: int) -> float:
    """Expected wins, from the parts of a win that are added up.

    >>> expected_wins(PARTS_OF_A_WIN // 3 + PARTS_OF_A_WIN // 2)
    0.8333
    """
    return round(parts / PARTS_OF_A_WIN, DIGITS)


def rating_answer(strength: Strength) -> Rating:
    """A rating, rounded.

    >>> rating_answer(Strength(25.0, 5.0))
    {'points': 1250, 'mu': 25.0, 'sigma': 5.0}
    """
    return {
        "points": strength.points,
        "mu": round(strength.mu, DIGITS),
        "sigma": round(strength.sigma, DIGITS),
    }


def player_reference(player: Player) -> PlayerReference:
    return {"id": str(player.pk), "name": player.name}

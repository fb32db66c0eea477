"""How a player has done: the figures that the leaderboard and a player's page share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from rest.annotations import Doc
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    Rating,
    Share,
    average,
    expected_wins,
    meaning,
    rating_answer,
    share,
)


class Performance(TypedDict):
    """How a player has done."""

    games: Annotated[int, meaning("games")]
    part_games: Annotated[int, meaning("part_games")]
    wins: Annotated[int, meaning("wins")]
    expected_wins: ExpectedWins
    shared_wins: Annotated[int, Doc("How many of the wins were shared.")]
    win_rate: Annotated[Share, meaning("win_rate")]
    place: Annotated[Average, meaning("place")]
    rounds: Annotated[int, meaning("rounds")]
    points_a_round: Annotated[Average, meaning("points_a_round")]
    gone_out: Annotated[int, meaning("gone_out")]
    phases_a_round: Annotated[Average, meaning("phases_a_round")]
    rating: Rating


def performance(totals: Mapping[str, int], strength: Strength) -> Performance:
    """How a player has done, by the columns of `columns.PLAYER_TOTALS`."""
    games, rounds = totals["games"], totals["rounds"]
    return {
        "games": games,
        "part_games": totals["appearances"] - games,
        "wins": totals["wins"],
        "expected_wins": expected_wins(totals["expected_win_parts"]),
        "shared_wins": totals["shared_wins"],
        "win_rate": share(totals["wins"], games),
        "place": average(totals["ranks"], games),
        "rounds": rounds,
        "points_a_round": average(totals["points"], rounds),
        "gone_out": totals["gone_out"],
        "phases_a_round": average(totals["laid_down"], rounds),
        "rating": rating_answer(strength),
    }

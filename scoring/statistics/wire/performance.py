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
    average,
    expected_wins,
    rating_answer,
)


class Performance(TypedDict):
    """How a player has done."""

    games: Annotated[
        int, Doc("Finished games in which the player was there from the first round to the last.")
    ]
    part_games: Annotated[
        int,
        Doc("Finished games that the player joined late or left: of these, only rounds count."),
    ]
    wins: int
    expected_wins: ExpectedWins
    shared_wins: Annotated[int, Doc("How many of the wins were shared.")]
    win_rate: Average
    place: Annotated[Average, Doc("Average rank in the final standings.")]
    rounds: Annotated[int, Doc("Recorded rounds, without tie-breaks.")]
    points_a_round: Average
    gone_out: Annotated[int, Doc("In how many rounds the player went out.")]
    phases_a_round: Annotated[Average, Doc("Phases laid down per round.")]
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
        "win_rate": average(totals["wins"], games),
        "place": average(totals["ranks"], games),
        "rounds": rounds,
        "points_a_round": average(totals["points"], rounds),
        "gone_out": totals["gone_out"],
        "phases_a_round": average(totals["laid_down"], rounds),
        "rating": rating_answer(strength),
    }

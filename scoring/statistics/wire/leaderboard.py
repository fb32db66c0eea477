"""The leaderboard of a group, and what it says about each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from games.models import Player
from rest.notes import Doc
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.values import (
    Average,
    PlayerReference,
    Rating,
    average,
    player_reference,
    rating_answer,
)


class Performance(TypedDict):
    """How a player has done."""

    games: Annotated[int, Doc("Finished games.")]
    wins: int
    shared_wins: Annotated[int, Doc("How many of the wins were shared.")]
    win_rate: Average
    place: Annotated[Average, Doc("Average rank in the final standings.")]
    rounds: Annotated[int, Doc("Recorded rounds, without tie-breaks.")]
    points_a_round: Average
    gone_out: Annotated[int, Doc("In how many rounds the player went out.")]
    phases_a_round: Annotated[Average, Doc("Phases laid down per round.")]
    rating: Rating


class LeaderboardLine(Performance):
    """A player on the leaderboard."""

    player: PlayerReference


class Leaderboard(TypedDict):
    """All players with such games, the highest rated first."""

    players: list[LeaderboardLine]


def performance(totals: Mapping[str, int], strength: Strength) -> Performance:
    """How a player has done, by the columns of `columns.PLAYER_TOTALS`."""
    games, rounds = totals["games"], totals["rounds"]
    return {
        "games": games,
        "wins": totals["wins"],
        "shared_wins": totals["shared_wins"],
        "win_rate": average(totals["wins"], games),
        "place": average(totals["ranks"], games),
        "rounds": rounds,
        "points_a_round": average(totals["points"], rounds),
        "gone_out": totals["gone_out"],
        "phases_a_round": average(totals["laid_down"], rounds),
        "rating": rating_answer(strength),
    }


def leaderboard_line(
    player: Player, totals: Mapping[str, int], strength: Strength
) -> LeaderboardLine:
    return {"player": player_reference(player), **performance(totals, strength)}

"""The leaderboard of a group, and what it says about each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from games.models import Player
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.performance import Performance, performance
from scoring.statistics.wire.values import PlayerReference, player_reference


class LeaderboardLine(Performance):
    """A player on the leaderboard."""

    player: PlayerReference


class Leaderboard(TypedDict):
    """All players with games that match the filters, the highest rated first."""

    players: list[LeaderboardLine]


def leaderboard_line(
    player: Player, totals: Mapping[str, int], strength: Strength
) -> LeaderboardLine:
    return {"player": player_reference(player), **performance(totals, strength)}

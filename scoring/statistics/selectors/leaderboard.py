"""The leaderboard of a group."""

from __future__ import annotations

from uuid import UUID

from scoring.statistics.models import PlayerTotals
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.ratings import rated_players
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.leaderboard import Leaderboard, leaderboard_line


def leaderboard(group: UUID, filters: Filters) -> Leaderboard:
    """A line for each player with matching games, the highest rated first; two queries.

    Players with the same rating are ordered by wins, then by name.
    """
    rows = add_up(filters.totals(PlayerTotals.objects.filter(group=group)), "player")
    totals = {row["player"]: row for row in rows}
    ranked = sorted(
        rated_players(totals, filters),
        key=lambda rated: (
            -rated[1].ordinal,
            -totals[rated[0].pk]["wins"],
            rated[0].name,
            rated[0].pk,
        ),
    )
    return {
        "players": [
            leaderboard_line(player, totals[player.pk], strength) for player, strength in ranked
        ]
    }

"""The leaderboard of a group."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from scoring.statistics.facts import PlayerFacts
from scoring.statistics.models import PlayerResult, PlayerTotals
from scoring.statistics.selectors.facts import short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.ratings import rated_players
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.leaderboard import Leaderboard, leaderboard_line, ranks

LATEST = 200  # results of the group: some dozens of games, however many it has played


def leaderboard(group: UUID, filters: Filters) -> Leaderboard:
    """A line for each player with matching games, the highest rated first; three queries.

    Players with the same rating are ordered by wins, then by name.
    """
    rows = add_up(filters.totals(PlayerTotals.objects.filter(group=group)), "player")
    totals = {row["player"]: row for row in rows}
    ranked = sorted(
        rated_players(totals, filters),
        key=lambda rated: (
            -rated[1].mu,
            -totals[rated[0].pk]["wins"],
            rated[0].name,
            rated[0].pk,
        ),
    )
    latest = _latest(group, filters)
    ranks_of_all = ranks([strength for _player, strength in ranked])
    return {
        "players": [
            leaderboard_line(player, rank, totals[player.pk], strength, latest[player.pk])
            for (player, strength), rank in zip(ranked, ranks_of_all, strict=True)
        ]
    }


def _latest(group: UUID, filters: Filters) -> defaultdict[UUID, list[PlayerFacts]]:
    """The latest games of the players of a group, the latest first."""
    results = filters.results(PlayerResult.objects.filter(group=group))
    games: defaultdict[UUID, list[PlayerFacts]] = defaultdict(list)
    for game in short_facts(results.order_by("-played_at", "-game")[:LATEST]):
        if game.throughout:
            games[game.player_id].append(game)
    return games

"""The statistics of one player."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from games.models import Player
from games.wire.players import player_reference
from rest.refusals import NotFound
from scoring.statistics.models import PlayerResult, PlayerTotals
from scoring.statistics.ratings import NEWCOMER
from scoring.statistics.selectors.digests import digests_of_players
from scoring.statistics.selectors.facts import short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.head_to_head import nemesis_and_favourite
from scoring.statistics.selectors.phases import phases
from scoring.statistics.selectors.ratings import rated_players, ratings_after
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.totals_columns import PLAYER_TOTALS
from scoring.statistics.wire import players as wire
from scoring.statistics.wire.badges import earned_badges
from scoring.statistics.wire.circumstances import Circumstances, player_circumstances
from scoring.statistics.wire.performance import performance
from scoring.statistics.wire.players import PlayerFigures, PlayerGame

LATEST = 10  # games shown one by one


def player_in(group: UUID, player: UUID) -> Player:
    """A player of the group, or who they were merged into; raise NotFound for anyone else."""
    rows = Player.objects.filter(group=group, pk=player).select_related("merged_into")
    row = rows.first()
    if row is None:
        raise NotFound
    return row.merged_into or row


def players_in(group: UUID, players: Sequence[UUID]) -> list[Player]:
    """Players of the group as `player_in` finds each, without repetitions; one query."""
    rows = Player.objects.filter(group=group, pk__in=players).select_related("merged_into")
    found = {row.pk: row.merged_into or row for row in rows}
    if len(found) < len(players):
        raise NotFound
    return list(dict.fromkeys(found[player] for player in players))


def circumstances(player: Player, filters: Filters) -> Circumstances:
    """How a player does by table size, seat, first dealer and weekday; one query."""
    kept = digests_of_players(player.group_id, filters, player.pk).get(player.pk, {})
    return player_circumstances(player, kept)


def player_statistics(player: Player, filters: Filters) -> PlayerFigures:
    """All statistics of one player; the number of queries does not grow with the games."""
    rows = PlayerTotals.objects.filter(group_id=player.group_id, player=player)
    nothing = dict.fromkeys(PLAYER_TOTALS.names, 0)
    totals = next(iter(add_up(filters.totals(rows), "player")), nothing)
    [(_player, strength)] = rated_players([player.pk], filters)
    kept = digests_of_players(player.group_id, filters, player.pk).get(player.pk, {})
    nemesis, favourite = nemesis_and_favourite(player, filters)
    return {
        "player": player_reference(player),
        **performance(totals, strength),
        "overruled": wire.overrules(totals),
        "months": [wire.player_month(row) for row in add_up(filters.months(rows), "period")],
        "latest": _latest(player, filters),
        "phases": phases(player.group_id, filters, player.pk),
        "streaks": wire.player_streaks(kept),
        "best_round": wire.best_round(kept),
        "worst_round": wire.worst_round(kept),
        "fastest_wins": wire.fastest_wins(kept),
        "biggest_comeback": wire.comeback(kept),
        "nemesis": nemesis,
        "favourite_opponent": favourite,
        "badges": earned_badges(kept),
    }


def _latest(player: Player, filters: Filters) -> list[PlayerGame]:
    """The last games, the latest first, each with the rating after it."""
    results = filters.results(PlayerResult.objects.filter(player=player, throughout=True))
    games = short_facts(results.order_by("-played_at", "-game")[:LATEST])
    ratings = ratings_after(player, [(game.played_at, game.game_id) for game in games], filters)
    return [wire.player_game(game, ratings.get(game.game_id, NEWCOMER)) for game in games]

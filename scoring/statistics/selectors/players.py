"""One player's page: how it went over time, and what stands out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from games.models import Player
from scoring.statistics import careers
from scoring.statistics.badges import badges_of
from scoring.statistics.figures import mean, rating
from scoring.statistics.filters import Filters
from scoring.statistics.models import PlayerSum, Rating, Result
from scoring.statistics.rating_model import NEW, Value
from scoring.statistics.selectors.adding import added
from scoring.statistics.selectors.pairs import opponents
from scoring.statistics.selectors.phases import phases
from scoring.statistics.selectors.standings import (
    NUMBERS,
    player_answer,
    ratings_of,
    standing,
    standings,
)

LATEST = 10  # games shown one by one


def player_in(group: UUID, player: UUID) -> Player:
    """A player of the group, or whom they have become; raise Http404 for anybody else."""
    found = Player.objects.filter(group=group, pk=player).select_related("merged_into").first()
    if found is None:
        raise Http404
    return found.merged_into or found


def player_page(player: Player, filters: Filters) -> dict[str, Any]:
    """All figures of one player; the number of queries does not grow with the games."""
    group, pk = player.group_id, player.pk
    numbers = standings(group, filters, pk).get(pk, dict.fromkeys(NUMBERS, 0))
    value = ratings_of([pk], filters)[0][1] if numbers["games"] else NEW
    career = career_of(player, filters)
    return {
        "player": player_answer(player),
        **standing(numbers, value),
        "overruled": {
            "rounds": mean(numbers["overruled"], numbers["rounds"]),
            "plays": numbers["overruled_plays"],
        },
        "months": _months(player, filters),
        "latest": _latest(player, filters, career[-LATEST:]),
        "phases": phases(group, filters, pk),
        "streaks": careers.streaks(career),
        "best_round": careers.best_round(career),
        "worst_round": careers.worst_round(career),
        "fastest_game": careers.fastest_game(career),
        "biggest_comeback": careers.biggest_comeback(career),
        **opponents(player, filters),
        "badges": badges_of(career),
    }


def career_of(player: Player, filters: Filters) -> list[Result]:
    """A player's results in the order in which they were played."""
    rows = filters.results(Result.objects.filter(player=player))
    return list(rows.defer("points", "attempts").order_by("played_at", "game"))


def rating_history(player: Player, filters: Filters) -> QuerySet[Rating]:
    """What a player was rated after each game of such a kind, the latest first."""
    rows = filters.rating_history(Rating.objects.filter(player=player))
    return rows.order_by("-played_at", "-game")


def _months(player: Player, filters: Filters) -> list[dict[str, Any]]:
    """The form over time: each month with a game, the first one first."""
    rows = filters.months(PlayerSum.objects.filter(group_id=player.group_id, player=player))
    return [
        {
            "month": row["span"],
            "games": row["games"],
            "wins": row["wins"],
            "place": mean(row["places"], row["games"]),
            "points_a_round": mean(row["points"], row["rounds"]),
        }
        for row in added(rows, ["span"], NUMBERS)
    ]


def _latest(player: Player, filters: Filters, career: Sequence[Result]) -> list[dict[str, Any]]:
    """The last games, the latest first, each with the rating after it."""
    rows = filters.rating_history(
        Rating.objects.filter(player=player, game__in=[result.game_id for result in career])
    )
    ratings = {row.game_id: Value(row.mu, row.sigma) for row in rows}
    return [
        {
            "game": str(result.game_id),
            "played_at": result.played_at,
            "edition": result.edition,
            "variant": result.variant,
            "place": result.place,
            "players": result.seats,
            "won": result.won,
            "points": result.total,
            "rating": rating(ratings[result.game_id]),
        }
        for result in reversed(career)
    ]

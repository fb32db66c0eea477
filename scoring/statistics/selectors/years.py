"""A year in review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Sum
from django.db.models.functions import TruncDate

from scoring.statistics.figures import mean
from scoring.statistics.filters import Filters
from scoring.statistics.models import Result
from scoring.statistics.periods import month_of
from scoring.statistics.rating_model import SCALE
from scoring.statistics.selectors.badges import earned_within
from scoring.statistics.selectors.phases import phases
from scoring.statistics.selectors.records import records
from scoring.statistics.selectors.standings import leaderboard, ratings_of

OFTEN = 20  # attempts, before a Phase is called the hardest of the year


def year_in_review(group: UUID, filters: Filters) -> dict[str, Any]:
    """What a group has played in the year of the filters' span; a fixed number of queries."""
    board = leaderboard(group, filters)
    return {
        "year": int(filters.span),
        **_played(group, filters),
        "leaderboard": board,
        "champions": _champions(board),
        "most_improved": _most_improved(board, filters),
        "hardest_phase": _hardest(phases(group, filters)),
        "records": records(group, filters),
        "badges": sorted(
            earned_within(group, filters), key=lambda one: (one["earned_at"], one["code"])
        ),
    }


def _played(group: UUID, filters: Filters) -> dict[str, Any]:
    """How much was played, and when; an evening is a day (UTC) on which a game began."""
    results = filters.results(Result.objects.filter(group=group))
    games = list(
        results.values("game", "played_at")
        .annotate(most=Max("rounds"), points=Sum("total"), day=TruncDate("played_at"))
        .order_by("played_at", "game")
    )
    months = _months(games)
    rounds = sum(game["most"] for game in games)
    return {
        "games": len(games),
        "rounds": rounds,
        "rounds_a_game": mean(rounds, sum(game["most"] > 0 for game in games)),
        "evenings": len({game["day"] for game in games}),
        "points": sum(game["points"] for game in games),
        "players": results.aggregate(n=Count("player", distinct=True))["n"],
        "first_game": _game(games[0]) if games else None,
        "last_game": _game(games[-1]) if games else None,
        "months": months,
        "busiest_month": max(months, key=lambda month: month["games"], default=None),
    }


def _game(game: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": str(game["game"]), "played_at": game["played_at"]}


def _months(games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    for game in games:
        month = month_of(game["played_at"])
        counts[month] = counts.get(month, 0) + 1
    return [{"month": month, "games": count} for month, count in counts.items()]


def _champions(board: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who has won most often; equals share it."""
    most = max((line["wins"] for line in board), default=0)
    winners = [line for line in board if most and line["wins"] == most]
    return [{"player": line["player"], "wins": line["wins"]} for line in winners]


def _most_improved(board: Sequence[dict[str, Any]], filters: Filters) -> dict[str, Any] | None:
    """Who plays better than at the end of the year before, by how much.

    The rating itself rises for whoever plays at all, for it grows more certain; so it is the
    middle of what it says that is compared.
    """
    before = replace(filters, span=f"{int(filters.span) - 1:04}")
    ids = [line["player"]["id"] for line in board]
    rated = {str(player.pk): value.mu for player, value in ratings_of(ids, before)}
    risen = [(line["rating"]["mu"] - rated[line["player"]["id"]], line) for line in board]
    best = max(risen, key=lambda one: one[0], default=None)
    if best is None or best[0] <= 0:
        return None
    rise, line = best
    return {"player": line["player"], "rise": round(SCALE * rise), "rating": line["rating"]}


def _hardest(found: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The Phase that succeeds least often, of those that were tried often enough."""
    tried = [phase for phase in found if phase["attempts"] >= OFTEN]
    return min(tried, key=lambda phase: phase["success_rate"]["value"], default=None)

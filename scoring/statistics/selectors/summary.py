"""What a dashboard shows of a group."""

from __future__ import annotations

from uuid import UUID

from games.models import Group
from games.selectors.home import game_played
from rest.pagination import DaysAsked
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.leaderboard import leaderboard
from scoring.statistics.selectors.nights import night_lines, nights_asked
from scoring.statistics.wire.summary import Leader, Summary


def summary(group: UUID, filters: Filters) -> Summary:
    """The leader, the last night and the game in progress, in a fixed number of queries."""
    nights = night_lines(nights_asked(group, filters.zone, DaysAsked(most=1)))
    return {
        "id": str(group),
        "name": Group.objects.values_list("name", flat=True).get(pk=group),
        "leader": _leader(group, filters),
        "last_night": nights[0] if nights else None,
        "game": game_played(group),
    }


def _leader(group: UUID, filters: Filters) -> Leader | None:
    lines = leaderboard(group, filters)["players"]
    if not lines:
        return None
    line = lines[0]
    return {
        "player": line["player"],
        "rating": line["rating"],
        "games": line["games"],
        "wins": line["wins"],
        "expected_wins": line["expected_wins"],
    }

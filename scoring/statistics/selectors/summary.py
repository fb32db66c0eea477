"""What a dashboard shows of a group."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from games.models import Group
from games.selectors.home import games_played
from games.selectors.sharing import watch_tokens
from rest.pagination import DaysAsked
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.leaderboard import leaderboard
from scoring.statistics.selectors.nights import night_lines, nights_asked
from scoring.statistics.wire.summary import Glance, SharedGroup, Summary

LEADERS = 5


def summary(group: UUID, filters: Filters) -> Summary:
    """Who leads, the last night and the games in progress, in a fixed number of queries."""
    return {**_glance(group, filters), "games": games_played(group)}


def shared_group(group: UUID, filters: Filters, page_of: Callable[[str], str]) -> SharedGroup:
    """As `summary`, with the page where each game can be watched (`page_of` its token), or None."""
    games = games_played(group)
    tokens = watch_tokens([UUID(game["id"]) for game in games])
    pages = {str(game): page_of(token) for game, token in tokens.items()}
    return {
        **_glance(group, filters),
        "games": [{**game, "watch": pages.get(game["id"])} for game in games],
    }


def _glance(group: UUID, filters: Filters) -> Glance:
    nights = night_lines(nights_asked(group, filters.zone, DaysAsked(most=1)))
    return {
        "id": str(group),
        "name": Group.objects.values_list("name", flat=True).get(pk=group),
        "leaders": leaderboard(group, filters)["players"][:LEADERS],
        "last_night": nights[0] if nights else None,
    }

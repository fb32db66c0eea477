"""Who of a group has earned which badges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.models import Player
from scoring.statistics.badges import BADGES, badges_of
from scoring.statistics.filters import Filters
from scoring.statistics.periods import month_of
from scoring.statistics.selectors.careers import careers_in
from scoring.statistics.selectors.standings import player_answer


def badges(group: UUID, filters: Filters) -> dict[str, Any]:
    """All badges there are, and for each player those that they have; two queries."""
    careers = careers_in(group, filters)
    earned = {player: badges_of(career) for player, career in careers.items()}
    players = Player.objects.filter(pk__in=earned).order_by("name", "pk")
    return {
        "badges": [
            {
                "code": badge.code,
                "letter": badge.letter,
                "name": str(badge.name),
                "about": str(badge.about),
            }
            for badge in BADGES
        ],
        "players": [
            {"player": player_answer(player), "badges": earned[player.pk]} for player in players
        ],
    }


def earned_within(group: UUID, filters: Filters) -> Iterator[dict[str, Any]]:
    """The badges that were earned within a span, by all that was played up to then."""
    always = badges(group, Filters(filters.edition, filters.variant))
    for line in always["players"]:
        for badge in line["badges"]:
            if month_of(badge["earned_at"]).startswith(filters.span):
                yield {"player": line["player"], **badge}

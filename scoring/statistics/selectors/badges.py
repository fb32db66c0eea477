"""The badges that the players of a group have earned."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from uuid import UUID

from games.models import Player
from games.wire.players import player_reference
from scoring.statistics.badges import BADGES
from scoring.statistics.periods import ALL_TIME, month_of, night_of
from scoring.statistics.selectors.digests import digests_of_players
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.wire.badges import (
    BadgeHolders,
    PlayerBadge,
    PlayerBadges,
    badge_answer,
    earned_badges,
)


def group_badges(group: UUID, filters: Filters) -> BadgeHolders:
    """All badges, and those that each player has earned; two queries."""
    return {
        "badges": [badge_answer(badge) for badge in BADGES],
        "players": list(_player_badges(group, filters)),
    }


def _player_badges(group: UUID, filters: Filters) -> Iterator[PlayerBadges]:
    digests = digests_of_players(group, filters)
    for player in Player.objects.filter(pk__in=digests).order_by("name", "pk"):
        yield {"player": player_reference(player), "badges": earned_badges(digests[player.pk])}


def badges_of_period(group: UUID, filters: Filters) -> list[PlayerBadge]:
    """The badges that were earned in a period, counting all games before it; the first first."""
    return [
        badge
        for badge in _all_badges(group, filters)
        if month_of(night_of(badge["earned_at"], filters.zone)).startswith(filters.period)
    ]


def badges_of_games(group: UUID, games: Collection[UUID]) -> list[PlayerBadge]:
    """The badges that these games have earned, counting all games before; the first first."""
    ids = set(map(str, games))
    return [badge for badge in _all_badges(group, Filters()) if badge["game"] in ids]


def _all_badges(group: UUID, filters: Filters) -> list[PlayerBadge]:
    """Every badge that was ever earned with such games; two queries."""
    badges: list[PlayerBadge] = [
        {"player": line["player"], **badge}
        for line in _player_badges(group, replace(filters, period=ALL_TIME))
        for badge in line["badges"]
    ]
    return sorted(badges, key=lambda badge: (badge["earned_at"], badge["code"]))

"""Ratings of players."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Player
from scoring.statistics.models import PlayerRating
from scoring.statistics.ratings import NEWCOMER, Strength
from scoring.statistics.selectors.filters import Filters


def rated_players(players: Collection[UUID], filters: Filters) -> list[tuple[Player, Strength]]:
    """Players with their ratings at the end of the period; one query."""
    latest = filters.ratings(PlayerRating.objects.filter(player=OuterRef("pk")))
    latest = latest.order_by("-played_at", "-game")
    rows: QuerySet[Any] = Player.objects.filter(pk__in=players).annotate(
        mu=Subquery(latest.values("mu")[:1]), sigma=Subquery(latest.values("sigma")[:1])
    )
    return [(row, NEWCOMER if row.mu is None else Strength(row.mu, row.sigma)) for row in rows]


def rating_history(player: Player, filters: Filters) -> QuerySet[PlayerRating]:
    """A player's ratings after each game, the latest first."""
    rows = filters.rating_history(PlayerRating.objects.filter(player=player))
    return rows.order_by("-played_at", "-game")


def ratings_of_group(group: UUID) -> QuerySet[PlayerRating]:
    """All ratings of a group."""
    # By the ids of the players: with a join, the ratings of all groups would be read.
    players = Player.objects.filter(group=group).values_list("pk", flat=True)
    return PlayerRating.objects.filter(player__in=list(players))

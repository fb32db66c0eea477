"""What a group's players have to show for their games: the leaderboard, and a line of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Player
from scoring.statistics.figures import mean, rating
from scoring.statistics.filters import Filters
from scoring.statistics.models import PlayerSum, Rating
from scoring.statistics.rating_model import NEW, Value
from scoring.statistics.selectors.adding import added

NUMBERS = (
    "games", "wins", "shared_wins", "places", "rounds", "points", "gone_out", "laid_down",
    "overruled", "overruled_plays",
)  # fmt: skip


def leaderboard(group: UUID, filters: Filters) -> list[dict[str, Any]]:
    """A line for everybody who has played such games, the highest rated first; two queries.

    Equals stand in the order of their wins, then of their names.
    """
    lines = standings(group, filters)
    rated = sorted(
        ratings_of(lines, filters),
        key=lambda one: (
            -one[1].ordinal,
            -lines[one[0].pk]["wins"],
            one[0].name,
            one[0].pk,
        ),
    )
    return [
        {"player": player_answer(player), **standing(lines[player.pk], value)}
        for player, value in rated
    ]


def standings(
    group: UUID, filters: Filters, player: UUID | None = None
) -> dict[UUID, dict[str, int]]:
    """The numbers of `PlayerSum` by player, added up over the kinds of games asked for."""
    rows = filters.sums(PlayerSum.objects.filter(group=group))
    if player is not None:
        rows = rows.filter(player=player)
    return {row.pop("player"): row for row in added(rows, ["player"], NUMBERS)}


def ratings_of(players: Collection[UUID], filters: Filters) -> list[tuple[Player, Value]]:
    """Players with what they are rated among the games asked for, new ones as such; one query."""
    latest = filters.ratings(Rating.objects.filter(player=OuterRef("pk")))
    latest = latest.order_by("-played_at", "-game")
    rows: QuerySet[Any] = Player.objects.filter(pk__in=players).annotate(
        mu=Subquery(latest.values("mu")[:1]), sigma=Subquery(latest.values("sigma")[:1])
    )
    return [(row, NEW if row.mu is None else Value(row.mu, row.sigma)) for row in rows]


def standing(numbers: Mapping[str, int], value: Value) -> dict[str, Any]:
    """A line of the leaderboard."""
    games, rounds = numbers["games"], numbers["rounds"]
    return {
        "games": games,
        "wins": numbers["wins"],
        "shared_wins": numbers["shared_wins"],
        "win_rate": mean(numbers["wins"], games),
        "place": mean(numbers["places"], games),
        "rounds": rounds,
        "points_a_round": mean(numbers["points"], rounds),
        "gone_out": numbers["gone_out"],
        "phases_a_round": mean(numbers["laid_down"], rounds),
        "rating": rating(value),
    }


def player_answer(player: Player) -> dict[str, Any]:
    """Who it is."""
    return {"id": str(player.pk), "name": player.name}

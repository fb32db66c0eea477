"""What everybody of a group has played, one game after another."""

from __future__ import annotations

from uuid import UUID

from scoring.statistics.filters import Filters
from scoring.statistics.models import Result


def careers_in(group: UUID, filters: Filters) -> dict[UUID, list[Result]]:
    """The results of each player in the order in which they were played; one query."""
    rows = filters.results(Result.objects.filter(group=group)).defer("points", "attempts")
    careers: dict[UUID, list[Result]] = {}
    # In the order of the index; sorted by player, the whole table would be gone through.
    for row in rows.order_by("played_at", "game"):
        careers.setdefault(row.player_id, []).append(row)
    return careers

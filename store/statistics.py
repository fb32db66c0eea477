"""Counting a game that has just ended: what is due, and the latest ratings.

It follows every game, in the process of the server if there are no workers. The ORM would spend
most of the time on building queries that are always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from store.database import is_postgres, rows, stored_id
from store.values import json_text, stored

PENDING = (
    "statistics_pendinggame",
    "statistics_pendingdigests",
    "statistics_pendingratings",
)


def is_pending(group: UUID) -> tuple[bool, bool, bool]:
    """Whether anything of a group is in each of the tables `PENDING`."""
    exists = (f"EXISTS (SELECT 1 FROM {table} WHERE group_id = %s)" for table in PENDING)  # noqa: S608
    [found] = rows(f"SELECT {', '.join(exists)}", stored([group] * len(PENDING)))
    games, digests, ratings = map(bool, found)
    return games, digests, ratings


def follows_all(group: UUID, at: datetime, games: Sequence[UUID]) -> bool:
    """Whether ratings can go on: none is out of date, and no other game began at `at` or later."""
    marks = ", ".join(["%s"] * len(games))
    [[found]] = rows(
        "SELECT EXISTS (SELECT 1 FROM statistics_pendingratings WHERE group_id = %s)"  # noqa: S608
        " OR EXISTS (SELECT 1 FROM statistics_playerresult WHERE group_id = %s"
        f" AND played_at >= %s AND game_id NOT IN ({marks}))",
        stored([group, group, at, *games]),
    )
    return not found


class RatingRow(NamedTuple):
    """The latest rating of a player in a pool of games."""

    edition: str
    variant: str
    player: UUID
    mu: float
    sigma: float


def latest_ratings(
    group: UUID, keys: Sequence[tuple[str, str, UUID]], before: str | None
) -> list[RatingRow]:
    """The latest ratings by edition, variant and player, before a month if one is given."""
    document = json_text([[edition, variant, player.hex] for edition, variant, player in keys])
    parts = _KEY_PARTS[is_postgres()]
    month = "" if before is None else "AND month < %s"
    # The latest of each key is looked up by the index.
    statement = f"""
        SELECT edition, variant, player_id, mu, sigma FROM statistics_ratingcheckpoint
        WHERE id IN (
            SELECT (
                SELECT id FROM statistics_ratingcheckpoint
                WHERE group_id = %s AND edition = {parts[0]} AND variant = {parts[1]}
                    AND player_id = {parts[2]} {month}
                ORDER BY month DESC LIMIT 1
            ) FROM {parts[3]})"""  # noqa: S608
    months = [] if before is None else [before]
    found = rows(statement, [stored_id(group), *months, document])
    return [
        RatingRow(edition, variant, player if isinstance(player, UUID) else UUID(player), mu, sigma)
        for edition, variant, player, mu, sigma in found
    ]


_KEY_PARTS = {
    True: (
        "(row->>0)",
        "(row->>1)",
        "(row->>2)::uuid",
        "jsonb_array_elements(%s::jsonb) AS given(row)",
    ),
    False: (
        "json_extract(value, '$[0]')",
        "json_extract(value, '$[1]')",
        "json_extract(value, '$[2]')",
        "json_each(%s)",
    ),
}

"""Counting what is due: the rows that are locked and read before, and noted afterwards.

This follows every game, in the process of the server if there are no workers. Each function is one
round trip to PostgreSQL. What is locked is read in another statement than the one that locks it:
in the same one, it would be what it was before the lock was granted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from store.database import Statement, is_postgres, read_all, run_all, stored_id
from store.values import stored


class PendingRow(NamedTuple):
    """What is to be counted again: a game, a merge of two players, or everything."""

    id: int
    game: UUID | None
    gone: UUID | None
    kept: UUID | None


def lock_and_find_pending(group: UUID, limit: int) -> tuple[str, list[PendingRow]] | None:
    """Lock a group; return its time zone and what is pending, None if the group is gone.

    First comes what is about everything, and merges come last.
    """
    id = stored_id(group)
    zones, found = read_all(
        [
            Statement(f"SELECT time_zone FROM games_group WHERE id = %s{_lock()}", [id]),  # noqa: S608
            Statement(
                "SELECT id, game_id, gone_id, kept_id FROM statistics_pendinggame"
                " WHERE group_id = %s ORDER BY CASE WHEN gone_id IS NOT NULL THEN 2"
                " WHEN game_id IS NULL THEN 0 ELSE 1 END, id LIMIT %s",
                [id, limit],
            ),
        ]
    )
    if not zones:
        return None
    return zones[0][0], [PendingRow(pk, *map(_id, ids)) for pk, *ids in found]


def lock_games(games: Collection[UUID]) -> tuple[dict[UUID, bool], bool]:
    """Lock those of these games that are over and not deleted; return whether each has plays.

    Returns as well whether there are results of any of these games.
    """
    ids = stored(games)
    marks = ", ".join(["%s"] * len(ids))
    found, [[has_results]] = read_all(
        [
            Statement(
                f"SELECT id, has_plays FROM games_game WHERE id IN ({marks})"  # noqa: S608
                f" AND outcome = 'over' AND deleted_at IS NULL ORDER BY id{_lock()}",
                ids,
            ),
            Statement(
                "SELECT EXISTS (SELECT 1 FROM statistics_playerresult"  # noqa: S608
                f" WHERE game_id IN ({marks}))",
                ids,
            ),
        ]
    )
    return {UUID(str(id)): bool(has_plays) for id, has_plays in found}, bool(has_results)


class DigestRow(NamedTuple):
    """What is kept of the games of a player, or of everybody's, in one period."""

    period: str
    edition: str
    variant: str
    player: UUID | None
    kept: Any


def find_digests(
    group: UUID,
    players: Collection[UUID],
    periods: Collection[str],
    editions: Collection[str],
    variants: Collection[str],
) -> list[DigestRow] | None:
    """The digests of a group and of these players, None if any must be made again."""
    which = [periods, editions, variants]
    names = ("period", "edition", "variant")
    among = " AND ".join(
        f"{name} IN ({', '.join(['%s'] * len(values))})"
        for name, values in zip(names, which, strict=True)
    )
    marks = ", ".join(["%s"] * len(players))
    id = stored_id(group)
    parameters = [id, *(value for values in which for value in values)]
    [[are_pending]], of_group, of_players = read_all(
        [
            Statement(
                "SELECT EXISTS (SELECT 1 FROM statistics_pendingdigests WHERE group_id = %s)", [id]
            ),
            Statement(
                "SELECT period, edition, variant, NULL, kept FROM statistics_groupdigest"  # noqa: S608
                f" WHERE group_id = %s AND {among}",
                parameters,
            ),
            Statement(
                "SELECT period, edition, variant, player_id, kept FROM statistics_playerdigest"  # noqa: S608
                f" WHERE group_id = %s AND {among} AND player_id IN ({marks})",
                [*parameters, *stored(players)],
            ),
        ]
    )
    if are_pending:
        return None
    return [
        DigestRow(period, edition, variant, _id(player), orjson.loads(kept))
        for period, edition, variant, player, kept in (*of_group, *of_players)
    ]


def note_done(group: UUID, pending: Sequence[int], zone: str, at: datetime) -> None:
    """Delete what was pending, and note that the group is counted as of now, in a time zone."""
    marks = ", ".join(["%s"] * len(pending))
    done = Statement(f"DELETE FROM statistics_pendinggame WHERE id IN ({marks})", pending)  # noqa: S608
    noted = Statement(
        "INSERT INTO statistics_statisticsstate (group_id, counted_at, time_zone)"
        " VALUES (%s, %s, %s) ON CONFLICT (group_id) DO UPDATE"
        " SET counted_at = excluded.counted_at, time_zone = excluded.time_zone",
        stored([group, at, zone]),
    )
    run_all([done, noted] if pending else [noted])


def _lock() -> str:
    return " FOR NO KEY UPDATE" if is_postgres() else ""


def _id(value: UUID | str | None) -> UUID | None:
    return UUID(value) if isinstance(value, str) else value

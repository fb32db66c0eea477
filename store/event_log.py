"""Reading the logs of events, for the hub that tells all phones that listen.

The hub asks several times a second about thousands of games at once. So each question is one
statement with one parameter, a JSON document, and the database answers only with what is new or
wrong, which most of the time is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from store.database import Row, is_postgres, rows


class GameEventRow(NamedTuple):
    """An event of a game; `data` is JSON text."""

    topic: UUID
    number: int
    version: int
    kind: str
    actor_name: str
    data: str
    at: datetime


class GroupEventRow(NamedTuple):
    """An event of a group; `data` is JSON text."""

    topic: UUID
    number: int
    kind: str
    actor_name: str
    data: str
    at: datetime


class NewEvent(NamedTuple):
    """An event that was not seen before: the id of its row, its game or group, and its kind."""

    id: int
    topic: UUID
    kind: str


class Ids(NamedTuple):
    """Ids of rows: all after `last`, and those of `missing`."""

    last: int
    missing: Sequence[int]


class NewEvents(NamedTuple):
    """Events of games and of groups, and the ids of the latest rows of both logs."""

    games: list[NewEvent]
    groups: list[NewEvent]
    last_of_games: int
    last_of_groups: int


class LastEvent(NamedTuple):
    """The number of the last event of a game or a group, 0 without any.

    `is_gone`: it was deleted, for good or not.
    """

    topic: UUID
    number: int
    is_gone: bool


def last_ids() -> tuple[int, int]:
    """Return the ids of the latest rows of both logs: of games and of groups."""
    [(games, groups)] = rows(
        "SELECT coalesce((SELECT max(id) FROM games_event), 0),"
        " coalesce((SELECT max(id) FROM games_groupevent), 0)"
    )
    return games, groups


def events_with(games: Ids, groups: Ids, limit: int) -> NewEvents:
    """Return the events with these ids; of those after `last`, at most `limit` of each log.

    One statement for both logs, without the data of events.
    """
    parts, parameters = [], []
    for log, table, topic, ids in (
        (0, "games_event", "game_id", games),
        (1, "games_groupevent", "group_id", groups),
    ):
        columns = f"SELECT {log} AS log, id, {topic} AS topic, kind FROM {table}"  # noqa: S608
        parts.append(
            f"SELECT * FROM ({columns} WHERE id > %s ORDER BY id LIMIT {limit}) AS new{log}"  # noqa: S608
        )
        parameters.append(ids.last)
        # On its own: with an OR, the database might read the index from its beginning.
        if ids.missing:
            parts.append(f"{columns} WHERE id IN ({', '.join(map(str, ids.missing))})")
        parts.append(f"SELECT {log - 2}, coalesce(max(id), 0), NULL, '' FROM {table}")  # noqa: S608
    found: tuple[list[NewEvent], list[NewEvent]] = [], []
    last = [0, 0]
    for log, id, topic, kind in rows(" UNION ALL ".join(parts), parameters):
        if log < 0:
            last[log] = id
        else:
            found[log].append(NewEvent(id, _uuid(topic), kind))
    return NewEvents(*found, *last)


def games_unlike(seen: Mapping[UUID, int]) -> list[LastEvent]:
    """Return the games whose last event has another number than `seen`, and deleted ones."""
    return _unlike(
        "SELECT k.id, coalesce(t.last_event, 0), t.id IS NULL OR t.deleted_at IS NOT NULL"
        " FROM {known} LEFT JOIN games_game t ON t.id = k.id"
        " WHERE t.id IS NULL OR t.deleted_at IS NOT NULL OR t.last_event <> k.seen",
        seen,
    )


def groups_unlike(seen: Mapping[UUID, int]) -> list[LastEvent]:
    """As `games_unlike`, for groups; whether a group is there shows in who may listen to it."""
    return _unlike(
        "SELECT k.id, coalesce(t.last_event, 0), 1 = 0"
        " FROM {known} LEFT JOIN games_grouplog t ON t.group_id = k.id"
        " WHERE coalesce(t.last_event, 0) <> k.seen",
        seen,
    )


def without_access(listeners: Sequence[Sequence[UUID | None]]) -> list[int]:
    """Return the positions of those who may no longer listen to their group or its games.

    Each is (group, user, token, link): a member by a token, or somebody with a share link.
    """
    if not listeners:
        return []
    # The conditions stand in a CASE so that each is looked up by an index.
    statement = """
        SELECT k.position FROM {known}
        WHERE CASE WHEN k.link IS NOT NULL
            THEN NOT EXISTS (
                SELECT 1 FROM games_sharelink l WHERE l.id = k.link AND l.revoked_at IS NULL)
            ELSE NOT EXISTS (
                SELECT 1 FROM games_membership m
                WHERE m.group_id = k.team AND m.user_id = k.person)
            OR NOT EXISTS (
                SELECT 1 FROM accounts_devicetoken d JOIN accounts_user u ON u.id = d.user_id
                WHERE d.id = k.token AND u.is_active)
        END"""
    if is_postgres():
        known = (
            "(SELECT position, (ids->>0)::uuid AS team, (ids->>1)::uuid AS person,"
            " (ids->>2)::uuid AS token, (ids->>3)::uuid AS link"
            " FROM jsonb_array_elements(%s::jsonb) WITH ORDINALITY AS one (ids, position)) AS k"
        )
    else:
        known = (  # noqa: S608
            "(SELECT key + 1 AS position, {} AS team, {} AS person, {} AS token, {} AS link"
            " FROM json_each(%s)) AS k"
        ).format(*(f"replace(json_extract(value, '$[{place}]'), '-', '')" for place in range(4)))
    found = rows(statement.format(known=known), [orjson.dumps(listeners).decode()])
    return [position - 1 for (position,) in found]


def game_events_after(seen: Mapping[UUID, int], limit: int) -> list[GameEventRow]:
    """Return the events of games after those with the numbers `seen`, at most `limit` of each.

    Those of each game are in their order.
    """
    columns = "e.game_id, e.number, e.version, e.kind, e.actor_name, e.data, e.at"
    found = _events_after(columns, "games_event", "game_id", seen, limit)
    return sorted(map(GameEventRow._make, map(_read, found)), key=_number)


def group_events_after(seen: Mapping[UUID, int], limit: int) -> list[GroupEventRow]:
    """As `game_events_after`, for groups."""
    columns = "e.group_id, e.number, e.kind, e.actor_name, e.data, e.at"
    found = _events_after(columns, "games_groupevent", "group_id", seen, limit)
    return sorted(map(GroupEventRow._make, map(_read, found)), key=_number)


def _events_after(
    columns: str, table: str, topic: str, seen: Mapping[UUID, int], limit: int
) -> Iterable[Row]:
    """Read the events of each topic by the index, and no others.

    PostgreSQL would join the tables by reading the whole index, if many events were added since it
    last counted them: hence LATERAL, which SQLite does not have. There, many statements cost
    no more than one.
    """
    events = f"SELECT {columns} FROM {table} e WHERE e.{topic} = {{id}} AND e.number > {{seen}}"  # noqa: S608
    events += f" ORDER BY e.number LIMIT {limit}"
    if is_postgres():
        each = events.format(id="k.id", seen="k.seen")
        return _about(f"SELECT e.* FROM {{known}} CROSS JOIN LATERAL ({each}) e", seen)  # noqa: S608
    statement = events.format(id="%s", seen="%s")
    return [row for id, number in seen.items() for row in rows(statement, [id.hex, number])]


def _number(event: GameEventRow | GroupEventRow) -> int:
    return event.number


def _unlike(statement: str, seen: Mapping[UUID, int]) -> list[LastEvent]:
    found = _about(statement, seen)
    return [LastEvent(_uuid(topic), number, bool(gone)) for topic, number, gone in found]


def _about(statement: str, seen: Mapping[UUID, int]) -> Iterable[Row]:
    """Run a statement about `{known}`: the rows (id, seen)."""
    if not seen:
        return []
    if is_postgres():
        known = "jsonb_to_recordset(%s::jsonb) AS k (id uuid, seen int)"
    else:
        known = (
            "(SELECT replace(json_extract(value, '$.id'), '-', '') AS id,"
            " json_extract(value, '$.seen') AS seen FROM json_each(%s)) AS k"
        )
    document = orjson.dumps([{"id": topic, "seen": number} for topic, number in seen.items()])
    return rows(statement.format(known=known), [document.decode()])


def _read(row: Row) -> Row:
    """Read the topic and the time of an event, its first and last columns, as SQLite has them."""
    topic, *more, at = row
    return _uuid(topic), *more, at if at.tzinfo else at.replace(tzinfo=UTC)


def _uuid(value: Any) -> UUID:
    """Read an id: SQLite stores them as text."""
    return value if isinstance(value, UUID) else UUID(value)

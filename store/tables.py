"""The tables that are written here: columns, and how to insert rows that are values.

A row is a dataclass with a field for each column. PostgreSQL takes rows out of a document, one
JSON object each; SQLite takes their values one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db import connection

from store.values import stored


@dataclass(frozen=True)
class Table:
    """A table: the columns that say where a row belongs, and the others with their types.

    The row has the others only. The types are those of PostgreSQL.
    """

    name: str
    place: tuple[str, ...]
    types: Mapping[str, str]

    @cached_property
    def columns(self) -> str:
        """All columns, to insert into."""
        return ", ".join(f'"{name}"' for name in (*self.place, *self.types))

    @cached_property
    def values(self) -> str:
        """The columns of a row that was taken out of a document."""
        return ", ".join(f'"row"."{name}"' for name in self.types)

    @cached_property
    def row(self) -> str:
        """What a row in a document is taken to be."""
        types = ", ".join(f'"{name}" {type}' for name, type in self.types.items())
        return f'AS "row"({types})'

    def insert(self, *rows: tuple[Sequence[Any], Any]) -> None:
        """Insert rows one by one, each with its place: for SQLite, where that costs nothing."""
        marks = ", ".join(["%s"] * (len(self.place) + len(self.types)))
        values = attrgetter(*self.types)
        with connection.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO {self.name} ({self.columns}) VALUES ({marks})",  # noqa: S608
                [stored([*place, *values(row)]) for place, row in rows],
            )


ROUNDS = Table(
    "games_round",
    ("game_id",),
    {
        "public_id": "uuid",
        "number": "integer",
        "overrule": "varchar",
        "recorded_by_id": "uuid",
        "recorder_name": "varchar",
        "recorded_at": "timestamptz",
        "phone_time": "timestamptz",
    },
)
LINES = Table(
    "games_line",
    ("round_id",),
    {
        "seat_id": "uuid",
        "points": "integer",
        "cards": "jsonb",
        "laid_down": "boolean",
        "went_out": "boolean",
    },
)
PLAYS = Table(
    "games_play",
    ("game_id",),
    {
        "id": "uuid",
        "round": "integer",
        "number": "integer",
        "kind": "varchar",
        "seat_id": "uuid",
        "data": "jsonb",
        "overrule": "varchar",
        "recorded_by_id": "uuid",
        "recorder_name": "varchar",
        "recorded_at": "timestamptz",
        "phone_time": "timestamptz",
        "taken_back_at": "timestamptz",
    },
)
EVENTS = Table(
    "games_event",
    ("game_id",),
    {
        "number": "integer",
        "version": "integer",
        "kind": "varchar",
        "actor_name": "varchar",
        "data": "jsonb",
        "at": "timestamptz",
    },
)
CHANGES = Table(
    "games_change",
    ("game_id",),
    {
        "version": "integer",
        "kind": "varchar",
        "actor_id": "uuid",
        "actor_name": "varchar",
        "round": "integer",
        "before": "jsonb",
        "after": "jsonb",
        "reason": "varchar",
        "at": "timestamptz",
        "phone_time": "timestamptz",
    },
)
GROUP_EVENTS = Table(
    "games_groupevent",
    ("group_id", "number"),
    {
        "kind": "varchar",
        "actor_id": "uuid",
        "actor_name": "varchar",
        "data": "jsonb",
        "at": "timestamptz",
    },
)

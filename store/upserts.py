"""Writing many rows that are known by a key, whether they are there or not.

PostgreSQL takes the rows out of one document, in which numbers and JSON cost little: as arrays,
which Django would send, they cost several times as much.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import connection

from store.database import Statement, is_postgres, run_all
from store.values import json_text, stored

Row = Sequence[Any]  # a value for each column of the key, then for each other column


@dataclass(frozen=True)
class KeyedTable:
    """A table with a unique key, by the types of its columns on PostgreSQL."""

    name: str
    key: Mapping[str, str]
    values: Mapping[str, str]

    def replace(self, rows: Collection[Row]) -> None:
        """Insert rows, or replace those with the same key."""
        self._insert(rows, ", ".join(f'"{name}" = excluded."{name}"' for name in self.values))

    def add(self, rows: Collection[Row]) -> None:
        """Add numbers to rows, which may not be there yet; some can be negative.

        Afterwards, rows are deleted whose first number is 0.
        """
        negative: list[Row] = []
        others: list[Row] = []
        for row in rows:
            is_negative = any(number < 0 for number in row[len(self.key) :])
            (negative if is_negative else others).append(row)
        sums = {name: f'{self.name}."{name}" + excluded."{name}"' for name in self.values}
        self._insert(others, ", ".join(f'"{name}" = {sum}' for name, sum in sums.items()))
        if negative:
            # Not as an insert, even if it would change a row: it is checked for negative numbers.
            self._subtract(negative)

    def _insert(self, rows: Collection[Row], update: str) -> None:
        if not rows:
            return
        conflict = f"ON CONFLICT ({_names(self.key)}) DO UPDATE SET {update}"
        into = f"INSERT INTO {self.name} ({_names(self._columns)})"
        if is_postgres():
            source = f"SELECT {_names(self._columns)} FROM {self._rows}"  # noqa: S608
            run_all([Statement(f"{into} {source} {conflict}", [self._document(rows)])])
            return
        marks = ", ".join(["%s"] * len(self._columns))
        self._many(f"{into} VALUES ({marks}) {conflict}", rows)

    def _subtract(self, rows: Collection[Row]) -> None:
        first = next(iter(self.values))
        if is_postgres():
            document = self._document(rows)
            same = " AND ".join(f'{self.name}."{name}" = "row"."{name}"' for name in self.key)
            sums = ", ".join(
                f'"{name}" = {self.name}."{name}" + "row"."{name}"' for name in self.values
            )
            run_all(
                [
                    Statement(
                        f"UPDATE {self.name} SET {sums} FROM {self._rows} WHERE {same}",  # noqa: S608
                        [document],
                    ),
                    Statement(
                        f"DELETE FROM {self.name} USING {self._rows}"  # noqa: S608
                        f' WHERE {same} AND {self.name}."{first}" = 0',
                        [document],
                    ),
                ]
            )
            return
        same = " AND ".join(f'"{name}" = %s' for name in self.key)
        sums = ", ".join(f'"{name}" = "{name}" + %s' for name in self.values)
        has_key = len(self.key)
        self._many(
            f"UPDATE {self.name} SET {sums} WHERE {same}",  # noqa: S608
            [[*row[has_key:], *row[:has_key]] for row in rows],
        )
        self._many(
            f'DELETE FROM {self.name} WHERE {same} AND "{first}" = 0',  # noqa: S608
            [row[:has_key] for row in rows],
        )

    @cached_property
    def _columns(self) -> dict[str, str]:
        return {**self.key, **self.values}

    @cached_property
    def _rows(self) -> str:
        """The rows of the document that is the parameter."""
        types = ", ".join(f'"{name}" {type}' for name, type in self._columns.items())
        return f'jsonb_to_recordset(%s::jsonb) AS "row"({types})'

    def _document(self, rows: Collection[Row]) -> str:
        return json_text([dict(zip(self._columns, row, strict=True)) for row in rows])

    @staticmethod
    def _many(statement: str, rows: Collection[Row]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, [stored(row) for row in rows])


def _names(columns: Collection[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)

"""Writing the rows of a round with psycopg alone: what PostgreSQL itself takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString
from uuid import uuid4

from psycopg import AsyncConnection, sql
from psycopg.rows import dict_row
from psycopg.types.string import TextLoader

Row = dict[str, Any]

# What differs from round to round, by column. All else is as in the round that is copied.
_NEW: dict[str, Callable[[], Any]] = {
    "public_id": uuid4,
    "digest": lambda: uuid4().hex * 2,
    "request_digest": lambda: uuid4().hex * 2,
    "at": lambda: datetime.now(UTC),
    "recorded_at": lambda: datetime.now(UTC),
    "changed_at": lambda: datetime.now(UTC),
    "created_at": lambda: datetime.now(UTC),
}
_COUNTED = ("number", "group_number", "version", "last_event", "round")
_ROUND = "games_round"  # inserted first, because lines refer to it
_TABLES = """
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname"""
_NEXT_TRANSACTION = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS number"
_OWN_NUMBERS = """
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = %s::regclass AND attidentity <> '' AND attnum > 0"""
_KEY = """
    SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid
    WHERE indrelid = %s::regclass AND indisprimary AND attnum = ANY(indkey)"""


@dataclass(slots=True)
class Written:
    """What one recorded round has written to a table."""

    table: str
    rows: list[Row]
    is_new: bool  # inserted, not changed
    statement: sql.Composed
    columns: list[str]  # whose values the statement takes, for each row


class RawRecorder:
    """Writes the rows that recording a round writes, without reading or checking anything.

    Which rows these are is seen when a round is recorded, so they are always today's.
    """

    def __init__(self, connection: AsyncConnection[Row]) -> None:
        self._connection = connection
        self._written: list[Written] = []

    @classmethod
    async def open(cls, url: str, record: Callable[[], Awaitable[object]]) -> RawRecorder:
        """Connect, and see what `record` writes, the round of a group that plays no further.

        Nothing else may write meanwhile.
        """
        connection = await AsyncConnection.connect(url, autocommit=True, row_factory=dict_row)
        for name in ("json", "jsonb"):  # inserted again as they are
            connection.adapters.register_loader(name, TextLoader)
        recorder = cls(connection)
        tables = [row["name"] for row in await recorder._rows(_TABLES)]
        ((next_transaction,),) = (row.values() for row in await recorder._rows(_NEXT_TRANSACTION))
        before = await recorder._counts(tables)
        await record()
        after = await recorder._counts(tables)
        for table in tables:
            await recorder._learn(table, next_transaction, after[table] > before[table])
        recorder._written.sort(key=lambda written: written.table != _ROUND)
        return recorder

    @property
    def tables(self) -> list[str]:
        """The tables that grow with each round."""
        return [written.table for written in self._written if written.is_new]

    async def close(self) -> None:
        await self._connection.close()

    async def record(self) -> None:
        """Write the rows of the next round, in one transaction."""
        round = None
        async with self._connection.transaction():
            for written in self._written:
                for row in written.rows:
                    _count_on(row, len(written.rows))
                    if "round_id" in row:
                        row["round_id"] = round
                values = [[row[column] for column in written.columns] for row in written.rows]
                if written.is_new:
                    values = [[value for each in values for value in each]]
                for each in values:
                    cursor = await self._connection.execute(written.statement, each)
                if written.table == _ROUND:
                    ((round,),) = [row.values() for row in await cursor.fetchall()]

    async def _learn(self, table: str, next_transaction: int, is_new: bool) -> None:
        """Find the rows that transactions since then have written to a table."""
        name = sql.Identifier(table)
        query = "SELECT * FROM {} WHERE xmin::text::bigint >= %s"
        rows = await self._rows(sql.SQL(query).format(name), next_transaction)
        if not rows:
            return
        keys = [row["name"] for row in await self._rows(_KEY, table)]
        if is_new:
            numbered = {row["name"] for row in await self._rows(_OWN_NUMBERS, table)}
            columns = [column for column in rows[0] if column not in numbered]
            returning = sql.SQL("RETURNING id" if table == _ROUND else "")
            row = sql.SQL("({})").format(sql.SQL(", ").join([sql.Placeholder()] * len(columns)))
            statement = sql.SQL("INSERT INTO {} ({}) VALUES {} {}").format(
                name,
                sql.SQL(", ").join(map(sql.Identifier, columns)),
                sql.SQL(", ").join([row] * len(rows)),
                returning,
            )
        else:
            columns = [name for name in rows[0] if name in _NEW or name in _COUNTED]
            statement = sql.SQL("UPDATE {} SET {} WHERE {}").format(
                name,
                sql.SQL(", ").join(sql.SQL("{} = %s").format(sql.Identifier(c)) for c in columns),
                sql.SQL(" AND ").join(sql.SQL("{} = %s").format(sql.Identifier(k)) for k in keys),
            )
            columns += keys
        self._written.append(Written(table, rows, is_new, statement, columns))

    async def _counts(self, tables: Sequence[str]) -> dict[str, int]:
        """How many rows each table has."""
        count = sql.SQL("SELECT {} AS name, count(*) AS rows FROM {}")
        counts = [count.format(sql.Literal(each), sql.Identifier(each)) for each in tables]
        rows = await self._rows(sql.SQL(" UNION ALL ").join(counts))
        return {row["name"]: row["rows"] for row in rows}

    async def _rows(self, query: sql.Composed | LiteralString, *values: Any) -> list[Row]:
        cursor = await self._connection.execute(query, values)
        return await cursor.fetchall()


def _count_on(row: Row, step: int) -> None:
    """Turn a row into that of the next round."""
    for column in row.keys() & _NEW.keys():
        row[column] = _NEW[column]()
    for column in _COUNTED:
        if row.get(column) is not None:
            row[column] += step

"""Running statements, and the values that databases give back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """A statement with its parameters."""

    text: str
    parameters: Sequence[Any] = ()


def is_postgres() -> bool:
    """Whether this is PostgreSQL; if not, it is SQLite, which has one writer at a time."""
    return connection.vendor == "postgresql"


def rows(statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
    """Run a statement that returns rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[Row] = cursor.fetchall()
        return found


def run(statement: str, parameters: Sequence[Any] = ()) -> int:
    """Run a statement that returns no rows; return how many rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def read_all(statements: Sequence[Statement]) -> list[list[Row]]:
    """Run statements that return rows, of each its own; PostgreSQL gets them all at once."""
    if not is_postgres():
        return [rows(one.text, one.parameters) for one in statements]
    with connection.cursor() as cursor:
        cursor.execute(
            "; ".join(one.text for one in statements),
            [value for one in statements for value in one.parameters],
        )
        found: list[list[Row]] = [cursor.fetchall()]
        while cursor.nextset():
            found.append(cursor.fetchall())
        return found


def run_all(statements: Iterable[Statement]) -> None:
    """Run statements whose rows nobody needs; on PostgreSQL they all go there at once."""
    if is_postgres():
        every = list(statements)
        parameters = [value for one in every for value in one.parameters]
        statements = [Statement("; ".join(one.text for one in every), parameters)]
    for one in statements:
        run(one.text, one.parameters)


def moment(text: str) -> datetime:
    """Read a time from JSON that the database has built.

    PostgreSQL writes an offset; SQLite stores times in UTC, without one.

    >>> moment("2026-11-22T20:15:00+00:00") == moment("2026-11-22 20:15:00")
    True
    """
    read = datetime.fromisoformat(text)
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def stored_moment(at: datetime) -> Any:
    """Return a time as a parameter of a statement: SQLite compares times as texts.

    >>> from datetime import timedelta, timezone
    >>> at = datetime(2026, 11, 22, 20, 15, tzinfo=timezone(timedelta(hours=1)))
    >>> str(stored_moment(at)) in ("2026-11-22 19:15:00", "2026-11-22 20:15:00+01:00")
    True
    """
    return connection.ops.adapt_datetimefield_value(at)


def stored_id(id: UUID) -> UUID | str:
    """Return an id as a parameter of a statement: to SQLite it is a text."""
    return id if is_postgres() else id.hex

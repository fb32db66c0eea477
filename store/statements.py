"""Sending statements: to PostgreSQL all at once, which saves a round trip for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection

Row = Sequence[Any]


class Statement(NamedTuple):
    """A statement with its parameters; `read` is None if it returns no rows."""

    text: str
    parameters: Sequence[Any] = ()
    read: Callable[[list[Row]], list[Row]] | None = None


def send(*statements: Statement) -> list[list[Row]]:
    """Run statements in order; return the rows of each.

    Each sees what was committed before it began, even if it had to wait for a lock.
    """
    found: list[list[Row]] = []
    with connection.cursor() as cursor:
        at_once = connection.vendor == "postgresql"
        if at_once:
            parameters = [value for one in statements for value in one.parameters]
            cursor.execute("; ".join(one.text for one in statements), parameters)
        for place, one in enumerate(statements):
            if not at_once:
                cursor.execute(one.text, one.parameters)
            elif place:
                cursor.nextset()
            found.append(one.read(cursor.fetchall()) if one.read else [])
    return found


def stored_as() -> Callable[[Any], Any]:
    """Return what turns values into parameters: SQLite's driver knows few types."""
    return _for_sqlite if connection.vendor == "sqlite" else _as_it_is


def stored(value: Any) -> Any:
    """Return a value as a parameter."""
    return stored_as()(value)


def _as_it_is(value: Any) -> Any:
    return value


def _for_sqlite(value: Any) -> Any:
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def json_text(value: Any) -> str | None:
    """Return a value as JSON, with times as the API shows them; None, for NULL, stays None."""
    return None if value is None else orjson.dumps(value, option=orjson.OPT_UTC_Z).decode()


def names(columns: Iterable[str]) -> str:
    """Return columns as a statement lists them: quoted, with commas between."""
    return ", ".join(f'"{name}"' for name in columns)

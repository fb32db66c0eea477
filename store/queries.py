"""Queries of the ORM that are compiled once.

Building the SQL takes the ORM several times as long as running it, and every request asks the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from django.db import connection
from django.db.models import Expression, JSONField, QuerySet

from store.statements import Row, Statement, send, stored_as


class Parameter(Expression):
    """The place of a value that is given with each call."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


def _read_json(text: str | None, _expression: Any, _connection: Any) -> Any:
    return None if text is None else orjson.loads(text)


class Query:
    """A query whose values are `Parameter`s: call it with these for a statement.

    `build` returns a `values_list`.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build
        self._compiled: dict[str, Statement] = {}  # by database

    def __call__(self, **values: Any) -> Statement:
        compiled = self._compiled.get(connection.vendor) or self._compile()
        adapt = stored_as()
        parameters = [
            adapt(values[one.name]) if isinstance(one, Parameter) else one
            for one in compiled.parameters
        ]
        return compiled._replace(parameters=parameters)

    def rows(self, **values: Any) -> list[Row]:
        """Return the rows of the query with these values."""
        [rows] = send(self(**values))
        return rows

    def _compile(self) -> Statement:
        compiler = self._build().query.get_compiler(connection=connection)
        text, parameters = compiler.as_sql()
        assert compiler.select is not None
        columns = [expression for expression, *_more in compiler.select[: compiler.col_count]]
        converters = {
            # Like Django's, which takes several times as long.
            place: ([_read_json] if isinstance(column.field, JSONField) else reads, column)
            for place, (reads, column) in compiler.get_converters(columns).items()
        }

        def read_row(row: Row) -> Row:
            values = list(row)
            for place, (reads, column) in converters.items():
                for read in reads:
                    values[place] = read(values[place], column, connection)
            return tuple(values)

        def read_rows(rows: list[Row]) -> list[Row]:
            return list(map(read_row, rows))

        statement = Statement(text, parameters, read_rows if converters else list)
        self._compiled[connection.vendor] = statement
        return statement

"""Inserting and changing rows of models, in SQL with the models' columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import AutoField, BinaryField, JSONField, Model

from store.statements import Row, Statement, json_text, names, stored, stored_as


def insert(*rows: Model) -> Statement:
    """Insert rows of one model. A value can be a `Statement` that returns it."""
    columns = _columns(type(rows[0]))
    return insert_values(type(rows[0]), columns, map(attrgetter(*columns), rows))


def insert_values(
    model: type[Model],
    columns: Sequence[str],
    rows: Iterable[Row],
    then: str = "",
    *,
    returns: bool = False,
) -> Statement:
    """Insert rows with these columns.

    `then` ends the statement. If it has a RETURNING clause, `returns` has its rows read.
    """
    adapts, plain = _adapters(model, columns), stored_as()
    marks: list[str] = []
    parameters: list[Any] = []
    for row in rows:
        mark = []
        for value, adapt in zip(row, adapts, strict=True):
            # Hundreds of rows would have thousands of parameters, which the driver is slow with.
            if value is None:
                mark.append("NULL")
            elif type(value) is int and adapt is plain:
                mark.append(str(value))
            elif type(value) is UUID:
                mark.append(f"'{adapt(value)}'")
            elif isinstance(value, Statement):
                mark.append(f"({value.text})")
                parameters.extend(value.parameters)
            else:
                mark.append("%s")
                parameters.append(adapt(value))
        marks.append(f"({', '.join(mark)})")
    into = f"INSERT INTO {model._meta.db_table} ({names(columns)})"
    text = f"{into} VALUES {', '.join(marks)} {then}"
    return Statement(text, parameters, list if returns else None)


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> Statement:
    """Change columns of the rows that have these values in other columns."""
    changed = ", ".join(f'"{name}" = %s' for name in values)
    same = " AND ".join(f'"{name}" = %s' for name in where)
    given = {**values, **where}
    parameters = [
        adapt(value) for adapt, value in zip(_adapters(model, given), given.values(), strict=True)
    ]
    return Statement(f"UPDATE {model._meta.db_table} SET {changed} WHERE {same}", parameters)  # noqa: S608


def replace(
    model: type[Model], key: Sequence[str], values: Sequence[str], rows: Iterable[Row]
) -> Statement:
    """Insert rows, or change those with the same key; each row has its key first."""
    then = ", ".join(f'"{name}" = excluded."{name}"' for name in values)
    return insert_values(model, [*key, *values], rows, _on_conflict(key, then))


def add(
    model: type[Model],
    key: Sequence[str],
    values: Sequence[str],
    rows: Iterable[Row],
    returning: Sequence[str] = (),
) -> Statement:
    """Insert rows, or add their values to those of the rows with the same key."""
    table = model._meta.db_table
    then = ", ".join(f'"{name}" = {table}."{name}" + excluded."{name}"' for name in values)
    then = _on_conflict(key, then)
    if returning:
        then += f" RETURNING {names(returning)}"
    return insert_values(model, [*key, *values], rows, then, returns=bool(returning))


def subtract(
    model: type[Model], key: Sequence[str], values: Sequence[str], rows: Collection[Row]
) -> None:
    """Add values to existing rows, to take something back: some are negative.

    Rows whose first value becomes 0 are deleted. Not an insert with an update on conflict:
    constraints would refuse its negative numbers.
    """
    table, size = model._meta.db_table, len(key)
    same = " AND ".join(f'"{name}" = %s' for name in key)
    sums = ", ".join(f'"{name}" = "{name}" + %s' for name in values)
    keys = [list(map(stored, row[:size])) for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {sums} WHERE {same}",  # noqa: S608
            [[*row[size:], *where] for row, where in zip(rows, keys, strict=True)],
        )
        cursor.executemany(f'DELETE FROM {table} WHERE {same} AND "{values[0]}" = 0', keys)  # noqa: S608


def _on_conflict(key: Collection[str], then: str) -> str:
    return f"ON CONFLICT ({names(key)}) DO UPDATE SET {then}"


@cache
def _columns(model: type[Model]) -> tuple[str, ...]:
    """The columns of a model, except an id that the database chooses."""
    fields = model._meta.concrete_fields
    return tuple(field.attname for field in fields if not isinstance(field, AutoField))


def _adapters(model: type[Model], columns: Iterable[str]) -> list[Callable[[Any], Any]]:
    adapt, others = stored_as(), _other_adapters(model)
    return [others.get(name, adapt) for name in columns]


@cache
def _other_adapters(model: type[Model]) -> dict[str, Callable[[Any], Any]]:
    found: dict[str, Callable[[Any], Any]] = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, JSONField):
            found[field.attname] = json_text
        elif isinstance(field, BinaryField):
            found[field.attname] = field.get_prep_value
    return found

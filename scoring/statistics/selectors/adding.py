"""Adding sums up over the kinds of games that were asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet, Sum


def added(rows: QuerySet[Any], by: Iterable[str], numbers: Iterable[str]) -> list[dict[str, Any]]:
    """A row for each value of the columns `by`, with these numbers added up; one query."""
    columns, names = tuple(by), tuple(numbers)
    # Of another name than the columns, which could else not be asked for any more.
    sums = {f"{name}_": Sum(name) for name in names}
    found: QuerySet[Any, dict[str, Any]] = rows.values(*columns).annotate(**sums).order_by(*columns)
    return [
        {column: row[column] for column in columns} | {name: row[f"{name}_"] for name in names}
        for row in found
    ]

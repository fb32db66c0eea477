"""Totals as they are stored, or added up over editions and variants."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from scoring.statistics.ledger import TotalsByKey
from scoring.statistics.models import Totals


def totals_of(model: type[Totals], group: UUID) -> QuerySet[Any]:
    """The totals of a group, of one kind."""
    return model._default_manager.filter(group_id=group)


def stored_totals(rows: QuerySet[Any]) -> TotalsByKey:
    """Totals by their keys, as in a ledger."""
    columns = rows.model.columns
    size = len(columns.key)
    values = rows.values_list(*columns.key, *columns.names)
    return {row[:size]: list(row[size:]) for row in values}


def add_up(rows: QuerySet[Any], *by: str) -> list[dict[str, Any]]:
    """A row for each value of the columns `by`, with the totals of its rows added; one query."""
    names = rows.model.columns.names
    # An annotation must not have the name of a field.
    sums = {f"sum_{name}": Sum(name) for name in names}
    return [
        {column: row[column] for column in by} | {name: row[f"sum_{name}"] for name in names}
        for row in rows.values(*by).annotate(**sums).order_by(*by)
    ]

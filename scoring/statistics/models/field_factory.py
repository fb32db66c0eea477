"""Model fields made from the columns that are declared in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

from django.db import models

from scoring.statistics.facts import PhaseAttempts, PlayerFacts
from scoring.statistics.totals_columns import TotalsColumns

Fields = dict[str, "models.Field[Any, Any]"]

# Each has a default, so that a column can be added to a database with rows.
FIELDS: dict[Any, Callable[[], models.Field[Any, Any]]] = {
    bool: lambda: models.BooleanField(default=False),
    bool | None: lambda: models.BooleanField(null=True),
    int: lambda: models.PositiveIntegerField(default=0),
    int | None: lambda: models.PositiveIntegerField(null=True),
    str: lambda: models.TextField(blank=True, default=""),
    tuple[int, ...]: lambda: models.JSONField(default=list),
    tuple[PhaseAttempts, ...]: lambda: models.JSONField(default=list),
}


def fact_fields(*, without: set[str]) -> Fields:
    """A field for each of `PlayerFacts`, without those that the model declares itself."""
    hints = get_type_hints(PlayerFacts)
    return {name: FIELDS[hint]() for name, hint in hints.items() if name not in without}


def total_fields(columns: TotalsColumns[Any]) -> Fields:
    return {name: models.PositiveBigIntegerField(default=0) for name in columns.names}

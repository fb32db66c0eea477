"""Tables of statistics as the package of statements in SQL knows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from store.upserts import KeyedTable


@cache
def keyed_table(model: type[Model], key: Sequence[str], values: Sequence[str]) -> KeyedTable:
    """The table of a model, by the names of its columns."""
    types: dict[str, Any] = {
        str(field.column): field.db_type(connection) for field in model._meta.concrete_fields
    }
    return KeyedTable(
        model._meta.db_table,
        {name: types[name] for name in key},
        {name: types[name] for name in values},
    )

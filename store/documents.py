"""JSON that the database builds out of columns, written for either database."""

from __future__ import annotations

from store.database import is_postgres


def array(*values: str) -> str:
    """One JSON array of these values."""
    return f"{'json_build_array' if is_postgres() else 'json_array'}({', '.join(values)})"


def every(value: str) -> str:
    """One JSON array of the value in every row."""
    if is_postgres():
        return f"coalesce(json_agg({value}), '[]'::json)"
    return f"json_group_array({value})"


def as_text(json: str) -> str:
    """JSON as a text, so that the driver does not read it."""
    return f"({json})::text" if is_postgres() else json


def document(column: str) -> str:
    """A column with JSON: to SQLite it is a text like any other."""
    return column if is_postgres() else f"json({column})"


def flag(column: str) -> str:
    """A column with a boolean: to SQLite it is a number like any other."""
    return column if is_postgres() else f"json(CASE WHEN {column} THEN 'true' ELSE 'false' END)"

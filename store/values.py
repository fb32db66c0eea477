"""Values as the databases store them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Any
from uuid import UUID

import orjson

from store.database import is_postgres, stored_id, stored_moment


def json_text(value: Any) -> str:
    """Write JSON; times as the API shows them, dataclasses as objects."""
    return orjson.dumps(value, option=orjson.OPT_UTC_Z).decode()


def stored(values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a statement: lists and dictionaries become JSON.

    PostgreSQL's driver knows all other types. SQLite has only text and numbers; the texts are those
    of Django's backend.
    """
    adapt = _for_postgres if is_postgres() else _for_sqlite
    return [adapt(value) for value in values]


def _for_postgres(value: Any) -> Any:
    return json_text(value) if isinstance(value, list | dict) else value


def _for_sqlite(value: Any) -> Any:
    if isinstance(value, UUID):
        return stored_id(value)
    if isinstance(value, datetime):
        return stored_moment(value)
    if isinstance(value, Enum):
        return value.value
    return _for_postgres(value)

"""Looking a device token up: what every request with an account begins with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from store.database import Row, is_postgres, rows

# All columns, in the order in which the models have them.
DEVICE = ("digest", "token_key", "user_id", "created", "expiry", "id", "device", "seen_at")
USER = (
    *("password", "id", "name", "email", "time_zone"),
    *("language", "is_active", "created_at"),
)

_BY_PREFIX = f"""
SELECT {", ".join(f"device.{name}" for name in DEVICE)},
       {", ".join(f"account.{name}" for name in USER)}
FROM accounts_devicetoken device JOIN accounts_user account ON account.id = device.user_id
WHERE device.token_key = %s
"""  # noqa: S608  (made of the names above)


def _in_utc(at: datetime | None) -> datetime | None:
    return at and at.replace(tzinfo=UTC)


# SQLite has no ids of 16 bytes, and no times with a zone.
_READERS: dict[str, Callable[[Any], Any]] = {
    "user_id": UUID,
    "id": UUID,
    **dict.fromkeys(("created", "expiry", "seen_at", "created_at"), _in_utc),
}


def devices_with(prefix: str) -> list[tuple[Row, Row]]:
    """The devices whose tokens begin like this, with their accounts: `DEVICE` and `USER` of each.

    Tokens are stored as digests, with a prefix to find them by: there is hardly ever more than one.
    """
    found = rows(_BY_PREFIX, [prefix])
    split = len(DEVICE)
    if is_postgres():
        return [(row[:split], row[split:]) for row in found]
    return [(_read(DEVICE, row[:split]), _read(USER, row[split:])) for row in found]


def _read(columns: tuple[str, ...], values: Row) -> Row:
    read: list[Any] = [
        _READERS[column](value) if column in _READERS else value
        for column, value in zip(columns, values, strict=True)
    ]
    return tuple(read)

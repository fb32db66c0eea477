"""Moments as text in exported files."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_text(moment: datetime) -> str:
    """Return a moment in UTC, with microseconds if it has any.

    >>> utc_text(datetime(2026, 11, 21, 19, 30, tzinfo=UTC))
    '2026-11-21T19:30:00Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

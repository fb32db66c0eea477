"""Periods that totals are kept for: all time, a year, a month (UTC). Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime

ALL_TIME = ""
PERIOD = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2]))?", re.ASCII)


def periods_of(moment: datetime) -> tuple[str, str, str]:
    """The periods that a moment belongs to.

    >>> periods_of(datetime(2026, 3, 1, tzinfo=UTC))
    ('', '2026', '2026-03')
    """
    day = moment.astimezone(UTC)
    return ALL_TIME, f"{day.year:04}", month_of(day)


def month_of(moment: datetime) -> str:
    """The month of a moment (UTC).

    >>> month_of(datetime(987, 3, 1, tzinfo=UTC))
    '0987-03'
    """
    day = moment.astimezone(UTC)  # strftime does not pad the year on every platform
    return f"{day.year:04}-{day.month:02}"


def parse_period(text: str) -> str:
    """Return the text of a year or a month; raise ValueError for anything else.

    >>> parse_period("2026-03")
    '2026-03'
    """
    if not PERIOD.fullmatch(text) or text.startswith("0000"):
        raise ValueError(text)
    return text


def bounds(period: str) -> tuple[datetime | None, datetime | None]:
    """When a period begins, and when the next one does; None if it is unbounded.

    >>> [f"{moment:%d.%m.%Y}" for moment in bounds("2026-12")]
    ['01.12.2026', '01.01.2027']
    """
    if period == ALL_TIME:
        return None, None
    year, _dash, month = period.partition("-")
    if month:
        start = datetime(int(year), int(month), 1, tzinfo=UTC)
        next_year, next_month = start.year + start.month // 12, start.month % 12 + 1
    else:
        start = datetime(int(year), 1, 1, tzinfo=UTC)
        next_year, next_month = start.year + 1, 1
    if next_year > 9999:
        return start, None
    return start, datetime(next_year, next_month, 1, tzinfo=UTC)

"""Spans of time that figures are added up over: all time, a year, a month (UTC)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

ALL_TIME = ""
SPAN = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2]))?", re.ASCII)


def spans_of(moment: datetime) -> tuple[str, str, str]:
    """The spans that a moment falls into.

    >>> spans_of(datetime(2026, 3, 1, tzinfo=UTC))
    ('', '2026', '2026-03')
    """
    day = moment.astimezone(UTC)
    return ALL_TIME, f"{day.year:04}", month_of(day)


def month_of(moment: datetime) -> str:
    """The month of a moment (UTC).

    >>> month_of(datetime(987, 3, 1, tzinfo=UTC))
    '0987-03'
    """
    day = moment.astimezone(UTC)  # strftime would not fill the year up
    return f"{day.year:04}-{day.month:02}"


def read_span(text: str) -> str:
    """Read a year or a month; raise ValueError for anything else.

    >>> read_span("2026-03")
    '2026-03'
    """
    if not SPAN.fullmatch(text) or text.startswith("0000"):
        raise ValueError(text)
    return text


def bounds(span: str) -> tuple[datetime | None, datetime | None]:
    """When a span begins, and when the next one does; None for all time.

    >>> [f"{moment:%d.%m.%Y}" for moment in bounds("2026-12")]
    ['01.12.2026', '01.01.2027']
    """
    if span == ALL_TIME:
        return None, None
    year, _dash, month = span.partition("-")
    if month:
        first = datetime(int(year), int(month), 1, tzinfo=UTC)
        after = (first.year + first.month // 12, first.month % 12 + 1)
    else:
        first = datetime(int(year), 1, 1, tzinfo=UTC)
        after = (first.year + 1, 1)
    if after[0] > 9999:
        return first, None
    return first, datetime(after[0], after[1], 1, tzinfo=UTC)

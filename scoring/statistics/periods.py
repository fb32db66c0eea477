"""Nights, and the periods that totals are kept for: all time, a year, a month. Pure.

A night lasts until 6 a.m. where the group plays. A game belongs to the night in which it began, by
the clock of the phone if the server only heard of it later (`GameValues.played_at`), and with it to
the month and the year: what begins an hour after midnight on New Year's Day is part of New Year's
Eve.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

ALL_TIME = ""
YEAR = re.compile(r"[0-9]{4}", re.ASCII)
PERIOD = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2]))?", re.ASCII)

MORNING = time(6)  # by the clock on the wall, even when the clocks change during the night
DAY = timedelta(days=1)


def night_of(moment: datetime, zone: ZoneInfo) -> date:
    """The night that a moment belongs to, by the day on which it began.

    >>> night_of(datetime(2026, 1, 1, 2, tzinfo=UTC), ZoneInfo("UTC"))
    datetime.date(2025, 12, 31)
    >>> night_of(datetime(2026, 1, 1, 2, tzinfo=UTC), ZoneInfo("Asia/Tokyo"))
    datetime.date(2026, 1, 1)
    """
    night = moment.astimezone(zone).date()
    while moment < _start(night, zone):
        night -= DAY
    return night


def periods_of(night: date) -> tuple[str, str, str]:
    """The periods that a night belongs to.

    >>> periods_of(date(2026, 3, 1))
    ('', '2026', '2026-03')
    """
    return ALL_TIME, year_of(night), month_of(night)


def year_of(night: date) -> str:
    """The year of a night.

    >>> year_of(date(987, 3, 1))
    '0987'
    """
    return f"{night.year:04}"  # strftime does not pad the year everywhere


def month_of(night: date) -> str:
    """The month of a night.

    >>> month_of(date(987, 3, 1))
    '0987-03'
    """
    return f"{year_of(night)}-{night.month:02}"


def last_month_of(period: str) -> str | None:
    """The last month of a period; None if there is none.

    >>> last_month_of("2026"), last_month_of("2026-03"), last_month_of("")
    ('2026-12', '2026-03', None)
    """
    if period == ALL_TIME:
        return None
    return period if "-" in period else f"{period}-12"


def parse_period(text: str) -> str:
    """Return the text of a year or a month; raise ValueError for anything else.

    >>> parse_period("2026-03")
    '2026-03'
    """
    if not PERIOD.fullmatch(text) or text.startswith("0000"):
        raise ValueError(text)
    return text


def bounds(period: str, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    """When the first night of a period begins, and that of the next one; None if unbounded.

    >>> [f"{moment:%d.%m.%Y %H:%M}" for moment in bounds("2026-12", ZoneInfo("Europe/Berlin"))]
    ['01.12.2026 05:00', '01.01.2027 05:00']
    """
    if period == ALL_TIME:
        return None, None
    year, _dash, month = period.partition("-")
    first = date(int(year), int(month or 1), 1)
    is_december = first.month == 12 or not month
    next_year, next_month = (first.year + 1, 1) if is_december else (first.year, first.month + 1)
    # The first night of all can begin before the first moment in UTC, and nothing is before it.
    start = None if first == date.min else _start(first, zone)
    return start, None if next_year > 9999 else _start(date(next_year, next_month, 1), zone)


class Span(NamedTuple):
    """Nights, from the first to the last, in whole months (if there are any) and other nights."""

    months: tuple[str, str] | None
    others: list[tuple[date, date]]


def span(first: date, last: date | None) -> Span:
    """The nights from one to another, or without an end.

    >>> span(date(2026, 3, 5), date(2026, 6, 2)).months
    ('2026-04', '2026-05')
    >>> span(date(2026, 3, 1), None), span(date(2026, 3, 5), date(2026, 4, 9)).months
    (Span(months=('2026-03', '9999-12'), others=[]), None)
    """
    start = first if first.day == 1 else (first.replace(day=1) + 31 * DAY).replace(day=1)
    before = [(first, start - DAY)] if first < start else []
    if last is None:
        return Span((month_of(start), f"{date.max:%Y-%m}"), before)
    end = (last + DAY).replace(day=1)  # of the whole months
    if start >= end:
        return Span(None, [(first, last)])
    after = [(end, last)] if end <= last else []
    return Span((month_of(start), month_of(end - DAY)), before + after)


def night_bounds(night: date, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    """When a night begins, and when the next one does; None if unbounded.

    >>> [f"{moment:%d.%m. %H:%M}" for moment in night_bounds(date(2026, 3, 28), ZoneInfo("CET"))]
    ['28.03. 05:00', '29.03. 04:00']
    """
    # As in `bounds`, for the first night of all and the last.
    start = None if night == date.min else _start(night, zone)
    return start, None if night == date.max else _start(night + DAY, zone)


def _start(night: date, zone: ZoneInfo) -> datetime:
    """When a night begins, which is when the one before it ends; in UTC."""
    return datetime.combine(night, MORNING, zone).astimezone(UTC)

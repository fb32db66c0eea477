"""Dates as people write them, in three orders of which two look alike.

A year before its month and day is read as such, and so is a day before its month where dots
divide them. `01/03/2024` is the first of March or the third of January: read where the whole
file allows but one order, or where it is said which one it is (`dmy`, `mdy`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

ORDERS = ("dmy", "mdy")
OLDEST = date(1982, 1, 1)  # the game came out that year
# A day without a time: the same day in (nearly) every time zone.
NOON = time(12, tzinfo=UTC)
WRITTEN = re.compile(
    r"(?:(?P<year>[0-9]{4})[-/.](?P<m>[0-9]{1,2})[-/.](?P<d>[0-9]{1,2})"
    r"|(?P<one>[0-9]{1,2})(?P<mark>[-/.])(?P<two>[0-9]{1,2})[-/.](?P<last>[0-9]{4}))"
    r"(?:[ T]+(?P<time>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]+)?"
    r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
SHORT_YEAR = re.compile(r"[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2}(?:[ T].*)?")


class BadDate(ValueError):
    """A date that cannot be read; `code` says why, and the text what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Written:
    """A date as it stands in a file: its year, two numbers that are month and day, the time.

    `order` is known where the year comes first, or dots divide them.
    """

    year: int
    one: int
    two: int
    clock: time | None
    order: str = ""

    def on(self, order: str) -> date:
        """The day, in this order; ValueError where there is none."""
        if (self.order or order) == "dmy":
            return date(self.year, self.two, self.one)
        return date(self.year, self.one, self.two)

    def can_be(self, order: str) -> bool:
        try:
            self.on(order)
        except ValueError:
            return False
        return True


def read_date(text: str) -> Written:
    """Read what stands in a cell; raise BadDate.

    >>> read_date("2024-03-01").on(""), read_date("01.03.2024").on("dmy")
    (datetime.date(2024, 3, 1), datetime.date(2024, 3, 1))
    """
    found = WRITTEN.fullmatch(text)
    if SHORT_YEAR.fullmatch(text):
        raise BadDate("bad_date", _("Write the year with its four digits, such as 2024-03-31."))
    if found is None:
        raise BadDate(
            "bad_date", _("Write the date as 2024-03-31, with a time as 2024-03-31 19:30.")
        )
    clock = None
    if found["time"]:
        zone = (found["zone"] or "+00:00").replace("Z", "+00:00")
        try:
            clock = time.fromisoformat(
                f"{found['time'].zfill(5 if len(found['time']) < 6 else 8)}{zone}"
            )
        except ValueError:
            raise BadDate("bad_date", _("There is no such time of day.")) from None
    if found["year"]:
        written = Written(int(found["year"]), int(found["m"]), int(found["d"]), clock, "mdy")
        order = ""
    else:
        order = "dmy" if found["mark"] == "." else ""
        written = Written(int(found["last"]), int(found["one"]), int(found["two"]), clock, order)
    if order and not written.can_be(order):
        raise BadDate("bad_date", _("There is no such day: with dots, the day comes first."))
    if not any(map(written.can_be, ORDERS)):
        raise BadDate("bad_date", _("There is no such day."))
    return written


def order_of(dates: Iterable[Written]) -> str:
    """The one order in which all of these are dates; empty where that does not tell."""
    unclear = [written for written in dates if not written.order]
    fitting = [order for order in ORDERS if all(one.can_be(order) for one in unclear)]
    return fitting[0] if len(fitting) == 1 else ""


def resolve(written: Written, order: str) -> datetime:
    """The moment of a date; raise BadDate where it is none, or could be two."""
    if not order and not written.order:
        days = {written.on(each) for each in ORDERS if written.can_be(each)}
        if len(days) > 1:
            text = _(
                "This can be two days: write it as 2024-03-31, or say with dates=dmy or "
                "dates=mdy which number is the day."
            )
            raise BadDate("ambiguous_date", text)
        order = next(each for each in ORDERS if written.can_be(each))
    try:
        day = written.on(order)
    except ValueError:
        text = _("Read as %(order)s, as all dates of this file, there is no such day.")
        raise BadDate("bad_date", text % {"order": order}) from None
    moment = datetime.combine(day, written.clock or NOON)
    if day < OLDEST or moment > timezone.now() + timedelta(days=1):
        text = _("Nobody has played this game then: look at the year.")
        raise BadDate("date_out_of_range", text)
    return moment.astimezone(UTC)

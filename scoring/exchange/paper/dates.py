"""Read dates in the three common orders, two of which look alike.

A year in front is followed by month and day; with dots, the day comes before the month. But
`01/03/2024` is the first of March or the third of January: it is read if the dates of the whole
file allow only one order, or if the request says which one it is (`dmy`, `mdy`).

A date is that of the place where the group plays, the current time zone, unless it has an
offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import BadCell
from scoring.exchange.paper.words import WORDS, simplify_word, split_words

ORDERS = ("dmy", "mdy")
FIRST_DATE = date(1982, 1, 1)  # the game was published that year
NOON = time(12)  # the time of a date without one
DATE = re.compile(
    r"(?:(?P<year>[0-9]{4})[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2})"
    r"|(?P<first>[0-9]{1,2})(?P<mark>[-/.])(?P<second>[0-9]{1,2})[-/.](?P<last>[0-9]{4}))"
    r"(?:[ T]+(?P<time>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]+)?"
    r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
# “1. März 2024”, “1 de marzo de 2024”, “March 1st, 2024”
IN_WORDS = (
    re.compile(
        r"(?<![0-9])(?P<day>[0-9]{1,2})(?:\.|er|º)?\s+(?:de\s+)?(?P<month>[^\W\d_]+)\.?,?\s+"
        r"(?:de\s+)?(?P<year>[0-9]{4})(?![0-9])"
    ),
    re.compile(
        r"\b(?P<month>[^\W\d_]+)\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>[0-9]{4})"
        r"(?![0-9])"
    ),
)
DAY_OF_THE_WEEK = re.compile(r"\b[^\W\d_]+[.,]*\s+")
_MONTHS = {
    simplify_word(month): number
    for words in WORDS.values()
    for number, month in enumerate(split_words(words.months), 1)
}
SHORT_YEAR = re.compile(r"[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2}(?:[ T].*)?")


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it is written: its year, two numbers that are month and day, and the time.

    The time has an offset if it is written. `order` is set if the notation tells it: a year in
    front, or dots.
    """

    year: int
    first: int
    second: int
    clock: time | None
    order: str = ""

    def in_order(self, order: str) -> date:
        """Return the day if read in this order; raise ValueError if there is no such day."""
        if (self.order or order) == "dmy":
            return date(self.year, self.second, self.first)
        return date(self.year, self.first, self.second)

    def can_be(self, order: str) -> bool:
        try:
            self.in_order(order)
        except ValueError:
            return False
        return True


def read_date(text: str) -> WrittenDate:
    """Read a date in a cell; raise BadCell.

    >>> read_date("2024-03-01").in_order(""), read_date("01.03.2024").in_order("dmy")
    (datetime.date(2024, 3, 1), datetime.date(2024, 3, 1))
    >>> read_date("Friday, March 1st, 2024 19:30").clock
    datetime.time(19, 30)
    """
    in_figures = without_months(text)
    if in_figures != text:
        text = DAY_OF_THE_WEEK.sub("", in_figures, count=1)
    match = DATE.fullmatch(text)
    if SHORT_YEAR.fullmatch(text):
        raise BadCell("bad_date", _("Write the year with four digits, such as 2024-03-31."))
    if match is None:
        raise BadCell(
            "bad_date", _("Write the date as 2024-03-31, or with a time as 2024-03-31 19:30.")
        )
    clock = _read_clock(match["time"], match["zone"]) if match["time"] else None
    if match["year"]:
        return _expect_day(
            WrittenDate(int(match["year"]), int(match["month"]), int(match["day"]), clock, "mdy")
        )
    order = "dmy" if match["mark"] == "." else ""
    first, second = int(match["first"]), int(match["second"])
    written = WrittenDate(int(match["last"]), first, second, clock, order)
    if order and not written.can_be(order):
        raise BadCell("bad_date", _("There is no such day. With dots, the day comes first."))
    return _expect_day(written)


def without_months(text: str) -> str:
    """Return a text with the first date in words, if any, in figures.

    >>> without_months("Spieleabend am 1. März 2024, bei Oma")
    'Spieleabend am 2024-3-1, bei Oma'
    """
    for pattern in IN_WORDS:
        for found in pattern.finditer(text):
            if month := _MONTHS.get(simplify_word(found["month"])):
                date = f"{found['year']}-{month}-{found['day']}"
                return f"{text[: found.start()]}{date}{text[found.end() :]}"
    return text


def infer_order(dates: Iterable[WrittenDate]) -> str:
    """Return the only order in which all of these are dates; empty if there are two, or none."""
    unclear = [written for written in dates if not written.order]
    possible = [order for order in ORDERS if all(written.can_be(order) for written in unclear)]
    return possible[0] if len(possible) == 1 else ""


def resolve_date(written: WrittenDate, order: str) -> datetime:
    """Return the moment of a date; raise BadCell if there is none, or if it can be two days."""
    if not order and not written.order:
        days = {written.in_order(each) for each in ORDERS if written.can_be(each)}
        if len(days) > 1:
            text = _(
                "This could be either of two days. Write it as 2024-03-31, or send dates=dmy or "
                "dates=mdy to say which number is the day."
            )
            raise BadCell("ambiguous_date", text)
        order = next(each for each in ORDERS if written.can_be(each))
    try:
        day = written.in_order(order)
    except ValueError:
        text = _("Read as %(order)s, like the other dates in this file, there is no such day.")
        raise BadCell("bad_date", text % {"order": order}) from None
    moment = _moment(day, written, timezone.get_current_timezone())
    if day < FIRST_DATE or moment > timezone.now() + timedelta(days=1):
        text = _("Nobody can have played Phase 10 on this day. Check the year.")
        raise BadCell("date_out_of_range", text)
    return moment.astimezone(UTC)


def date_key(written: WrittenDate, order: str) -> str:
    """Return a text for a date that can be resolved: the same wherever the group plays now.

    >>> date_key(read_date("01.03.2024"), "")
    '2024-03-01T12:00:00+00:00'
    """
    day = next(written.in_order(each) for each in (order, *ORDERS) if written.can_be(each))
    return _moment(day, written, UTC).astimezone(UTC).isoformat()


def _moment(day: date, written: WrittenDate, zone: tzinfo) -> datetime:
    clock = written.clock or NOON
    return datetime.combine(day, clock, clock.tzinfo or zone)


def _read_clock(clock: str, zone: str | None) -> time:
    padded = clock.zfill(5 if len(clock) < 6 else 8)
    offset = (zone or "").replace("Z", "+00:00")
    try:
        return time.fromisoformat(f"{padded}{offset}")
    except ValueError:
        raise BadCell("bad_date", _("There is no such time of day.")) from None


def _expect_day(written: WrittenDate) -> WrittenDate:
    if not any(map(written.can_be, ORDERS)):
        raise BadCell("bad_date", _("There is no such day."))
    return written

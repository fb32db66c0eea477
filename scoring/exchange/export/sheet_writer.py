"""Rows as files: CSV for every program, XLSX for those who open a sheet.

Text that a program could take for a formula must not be one. In CSV, where text and formula
look alike, it gets an apostrophe in front; in XLSX a cell says itself that it is text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import xlsxwriter
from django.utils.translation import gettext as _
from xlsxwriter.worksheet import Worksheet

from rest.problems import ProblemError
from scoring.exchange.formulas import defuse

MAX_SHEET_ROWS = 1_048_576  # the header among them
FIRST_YEAR = 1900  # before which a sheet knows no dates
WIDEST = 60


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A table as CSV: UTF-8 with a byte order mark, lines ended by CR LF (RFC 4180)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_as_text(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _as_text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return moment(value)
        case str():
            return defuse(value)
    return str(value)


def moment(value: datetime) -> str:
    """A moment in UTC, to the microsecond where there are any.

    >>> moment(datetime(2026, 11, 21, 19, 30, tzinfo=UTC))
    '2026-11-21T19:30:00Z'
    """
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def write_xlsx(sheets: Iterable[tuple[str, Sequence[str], Iterable[Sequence[Any]]]]) -> bytes:
    """Sheets, each of a name, columns and rows, as a workbook; the first row stays in view.

    Raises ProblemError (422) for more rows than a sheet can have.
    """
    file = io.BytesIO()
    options = {
        "constant_memory": True,  # row by row, as they come
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(file, options) as book:
        head = book.add_format({"bold": True, "bottom": 1})
        date = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        for name, columns, rows in sheets:
            _write_sheet(book.add_worksheet(name), columns, rows, head, date)
    return file.getvalue()


def _write_sheet(
    sheet: Worksheet, columns: Sequence[str], rows: Iterable[Sequence[Any]], head: Any, date: Any
) -> None:
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(columns):
        sheet.set_column(column, column, WIDTHS.get(name, max(10, len(name) + 2)))
        sheet.write_string(0, column, name, head)
    for number, row in enumerate(rows, 1):
        if number >= MAX_SHEET_ROWS:
            text = _("A sheet has room for %(most)s rows: take the CSV, which has no end.")
            raise ProblemError(422, "too_many_rows", text % {"most": MAX_SHEET_ROWS})
        for column, value in enumerate(row):
            _write_cell(sheet, number, column, value, date)


WIDTHS = {
    "game": 38,
    "player_id": 38,
    "date": 18,
    "since": 18,
    "recorded_at": 18,
    "player": 24,
    "merged_into": 24,
    "recorded_by": 24,
    "variant": 14,
    "cards": 30,
    "overrule": 40,
    "winners": 30,
    "standings": WIDEST,
}


def _write_cell(sheet: Worksheet, row: int, column: int, value: Any, date: Any) -> None:
    match value:
        case None | "":
            pass
        case bool():
            sheet.write_boolean(row, column, value)
        case int():
            sheet.write_number(row, column, value)
        case datetime() if value.astimezone(UTC).year > FIRST_YEAR:
            # A sheet knows no zones; all its dates are in UTC.
            sheet.write_datetime(row, column, value.astimezone(UTC).replace(tzinfo=None), date)
        case datetime():
            sheet.write_string(row, column, moment(value))
        case _:
            sheet.write_string(row, column, str(value))

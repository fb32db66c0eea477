"""Write rows as files: CSV for any program, XLSX for people.

Text must not be taken for a formula. In CSV, where both look alike, it gets an apostrophe;
in XLSX its cell has the type text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import ngettext

from rest.refusals import Refusal
from scoring.exchange.formula_escaping import escape_formula
from scoring.exchange.timestamps import utc_text

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_SHEET_ROWS = 1_048_576  # with the header
LAST_YEAR_AS_TEXT = 1900  # XLSX has no earlier dates
MAX_WIDTH = 60


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Return rows as CSV: UTF-8 with a byte order mark, lines ended by CR LF (RFC 4180)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([escape_formula(column) for column in columns])
    writer.writerows([_as_text(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _as_text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return utc_text(value)
        case str():
            return escape_formula(value)
    return str(value)


def write_xlsx(sheets: Iterable[tuple[str, Sequence[str], Iterable[Sequence[Any]]]]) -> bytes:
    """Return sheets, each with a name, columns and rows, as a workbook; the header is frozen.

    Dates are in the current time zone.

    Raise Refusal for more rows than a sheet can have.
    """
    import xlsxwriter  # here, because a server should not load it before somebody exports

    file = io.BytesIO()
    options = {
        "constant_memory": True,
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
            text = ngettext(
                "A sheet has room for only %(limit)s row. Export CSV, which has no limit.",
                "A sheet has room for only %(limit)s rows. Export CSV, which has no limit.",
                MAX_SHEET_ROWS,
            )
            raise Refusal("too_many_rows", text % {"limit": MAX_SHEET_ROWS})
        for column, value in enumerate(row):
            _write_cell(sheet, number, column, value, date)


WIDTHS = {
    "game": 38,
    "player_id": 38,
    "date": 18,
    "since": 18,
    "recorded_at": 18,
    "phone_time": 18,
    "player": 24,
    "merged_into": 24,
    "recorded_by": 24,
    "variant": 14,
    "cards": 30,
    "overrule": 40,
    "winners": 30,
    "standings": MAX_WIDTH,
}


def _write_cell(sheet: Worksheet, row: int, column: int, value: Any, date: Any) -> None:
    match value:
        case None | "":
            pass
        case bool():
            sheet.write_boolean(row, column, value)
        case int():
            sheet.write_number(row, column, value)
        case datetime() if timezone.localtime(value).year > LAST_YEAR_AS_TEXT:
            # XLSX has no time zones: all dates are in the group's, as an import reads them.
            sheet.write_datetime(row, column, timezone.make_naive(value), date)
        case datetime():
            sheet.write_string(row, column, utc_text(value))
        case _:
            sheet.write_string(row, column, str(value))

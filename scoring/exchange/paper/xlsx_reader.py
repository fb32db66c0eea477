"""Read workbooks (XLSX)."""

from __future__ import annotations

import io
import warnings
from collections.abc import Collection, Iterator
from datetime import date, datetime
from typing import Any

from django.utils.translation import ngettext

from scoring.exchange.paper.file_problems import UnreadableFile, quoted
from scoring.exchange.paper.grid import (
    MAX_COLUMNS,
    Grid,
    Row,
    expect_columns,
    expect_lines,
    expect_size,
    without_blanks,
)
from scoring.exchange.paper.xlsx_inspection import inspect_workbook, not_a_workbook, too_many_cells

MAX_SHEETS = 50
MAX_PLACES = 4_000_000  # cells in all rows, counting the empty ones between others
MAX_NAMED = 5  # sheets that a warning names


def read_xlsx(data: bytes, skip: Collection[int] = ()) -> Grid:
    """Read the first sheet that is not empty, without the lines to `skip`; raise UnreadableFile."""
    expect_size(data)
    inspect_workbook(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and dates: the cells are checked later
            return _read(data, skip)
    except (UnreadableFile, MemoryError):
        raise
    # openpyxl believes what a file says about itself, so any exception is the fault of the file.
    except Exception:
        raise not_a_workbook() from None


def _read(data: bytes, skip: Collection[int]) -> Grid:
    import openpyxl  # here, because it takes 0.1 s and 10 MiB, and few servers need it

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        sheets = book.worksheets
        if len(sheets) > MAX_SHEETS:
            text = ngettext(
                "The workbook has more than %(limit)s sheet.",
                "The workbook has more than %(limit)s sheets.",
                MAX_SHEETS,
            )
            raise UnreadableFile("too_many_sheets", text % {"limit": MAX_SHEETS})
        for index, sheet in enumerate(sheets):
            rows = tuple(without_blanks(_rows(sheet, skip)))
            if rows:
                return Grid(rows, "xlsx", _skipped(sheet.title, sheets[index + 1 :]))
    finally:
        book.close()
    return Grid((), "xlsx")


def _skipped(title: str, skipped: list[Any]) -> tuple[str, ...]:
    if not skipped:
        return ()
    text = ngettext(
        "Only the sheet %(sheet)s was read, not %(skipped)s.",
        "Only the sheet %(sheet)s was read, not the sheets %(skipped)s.",
        len(skipped),
    )
    names = ", ".join(quoted(sheet.title) for sheet in skipped[:MAX_NAMED])
    names += ", …" if len(skipped) > MAX_NAMED else ""
    return (text % {"sheet": quoted(title), "skipped": names},)


def _rows(sheet: Any, skip: Collection[int]) -> Iterator[Row]:
    sheet.reset_dimensions()  # the size that a file states may be wrong
    count = 0
    for line, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        expect_lines(line)
        if line in skip:
            continue
        count += len(cells)
        if count > MAX_PLACES:
            raise too_many_cells()
        if any(cell is not None for cell in cells[MAX_COLUMNS:]):
            expect_columns(len(cells), line)
        yield Row(line, tuple(_text(cell) for cell in cells[:MAX_COLUMNS]))


def _text(cell: Any) -> str:
    """Return the value of a cell as a person would write it.

    >>> _text(12.0), _text(datetime(2024, 3, 1)), _text(None)
    ('12', '2024-03-01', '')
    """
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float() if cell.is_integer() and abs(cell) < 1e15:
            return str(int(cell))
        case datetime():
            is_midnight = (cell.hour, cell.minute, cell.second) == (0, 0, 0)
            return cell.date().isoformat() if is_midnight else cell.isoformat(" ", "seconds")
        case date():
            return cell.isoformat()
    return str(cell).strip()

"""Workbooks (XLSX) as tables, whatever is in them.

A workbook is a ZIP of XML. What is unpacked is counted while it is unpacked, and each part is
looked through for what a workbook never has (a document type, and with it entities) and for
how much there is in it, before openpyxl may read it.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from xml.parsers import expat

import openpyxl
from django.utils.translation import gettext as _

from scoring.exchange.paper.flaws import Unreadable, quoted
from scoring.exchange.paper.table import (
    MAX_COLUMNS,
    Row,
    Table,
    expect_lines,
    expect_size,
    limited,
)

MAX_PARTS = 500
MAX_UNPACKED = 40 * 1024 * 1024
MAX_RATIO = 200
SMALL_PART = 1024 * 1024  # so much is unpacked whatever the ratio
MAX_NODES = 2_500_000  # elements and attributes of all parts
MAX_HELD = 100_000  # of one row or text, which is held in memory as a whole
MAX_WIDTH = 4_000_000  # cells of all rows, those that are not there included
MAX_SHEETS = 50
CHUNK = 64 * 1024
LET_GO = ("row", "si")  # at whose end the library forgets what is in them
MACROS = re.compile(r"vbaProject\.bin$", re.IGNORECASE)


def read_xlsx(data: bytes) -> Table:
    """Read the first sheet that has anything in it; raise Unreadable."""
    expect_size(data)
    _look_through(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and dates, which are judged as cells
            return _read(data)
    except Unreadable:
        raise
    # The library takes a file for what it says to be: whatever it stumbles over is the file's.
    except Exception:
        raise _no_workbook() from None


def _no_workbook() -> Unreadable:
    return Unreadable("not_a_workbook", _("This is no workbook that can be read: save it as XLSX."))


def _read(data: bytes) -> Table:
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        sheets = book.worksheets
        if len(sheets) > MAX_SHEETS:
            text = _("The workbook has more than %(most)s sheets.") % {"most": MAX_SHEETS}
            raise Unreadable("too_many_sheets", text)
        for place, sheet in enumerate(sheets):
            rows = tuple(limited(_rows(sheet)))
            if rows:
                return Table(rows, "xlsx", _unread(sheet.title, sheets[place + 1 :]))
    finally:
        book.close()
    return Table((), "xlsx")


def _unread(title: str, others: list[Any]) -> tuple[str, ...]:
    if not others:
        return ()
    text = _("Only the sheet %(sheet)s was read, not %(others)s.")
    names = ", ".join(quoted(sheet.title) for sheet in others[:5])
    return (text % {"sheet": quoted(title), "others": names},)


def _rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a file says of its size need not be so
    width = 0
    for line, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        expect_lines(line)
        width += len(cells)
        if width > MAX_WIDTH:
            raise _too_many_cells()
        if len(cells) > MAX_COLUMNS and any(cell is not None for cell in cells[MAX_COLUMNS:]):
            text = _("This line has more than %(most)s columns.") % {"most": MAX_COLUMNS}
            raise Unreadable("too_many_columns", text, line)
        yield Row(line, tuple(_text(cell) for cell in cells[:MAX_COLUMNS]))


def _text(cell: Any) -> str:
    """A cell as somebody would write it down.

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
            midnight = (cell.hour, cell.minute, cell.second) == (0, 0, 0)
            return cell.date().isoformat() if midnight else cell.isoformat(" ", "seconds")
        case date():
            return cell.isoformat()
    return str(cell).strip()


# --- Before it is read --------------------------------------------------------------------


def _look_through(data: bytes) -> None:
    """Raise Unreadable for what is no workbook, or one that would not let itself be read."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        text = _("This is an old workbook (.xls) or one with a password: save it as plain XLSX.")
        raise Unreadable("not_a_workbook", text)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            _expect_no_bomb(parts)
            if any(MACROS.search(part.filename) for part in parts):
                text = _("The workbook has macros: save it as XLSX, without them.")
                raise Unreadable("has_macros", text)
            _Inspection().look_at(archive, parts)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError):
        raise _no_workbook() from None


def _expect_no_bomb(parts: list[zipfile.ZipInfo]) -> None:
    """By what the directory says; what is unpacked is counted as well."""
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise _too_much()
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > MAX_RATIO * part.compress_size:
            raise _too_much()


def _too_much() -> Unreadable:
    return Unreadable("too_large", _("The workbook unpacks to far more than a sheet of games."))


def _too_many_cells() -> Unreadable:
    return Unreadable("too_many_cells", _("The workbook has far too many cells."))


class _Inspection:
    """Counts what is in the parts, and looks for what must not be there."""

    def __init__(self) -> None:
        self.unpacked = 0
        self.nodes = 0
        self.held = 0
        self.cell = self.inside = ""
        self.is_text = self.has_formula = self.has_value = False

    def look_at(self, archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
        for part in parts:
            parser: expat.XMLParserType | None = self._parser()
            with archive.open(part) as packed:
                while chunk := packed.read(CHUNK):
                    self.unpacked += len(chunk)
                    if self.unpacked > MAX_UNPACKED:
                        raise _too_much()
                    try:
                        if parser:
                            parser.Parse(chunk)
                    except expat.ExpatError:
                        parser = None  # no XML: where that matters, it is found out later

    def _parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        parser.ordered_attributes = True
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        self.held = 0
        self.cell = self.inside = ""
        return parser

    def _doctype(self, *_said: Any) -> None:
        text = _("The workbook has a document type, which no workbook has: it is not read.")
        raise Unreadable("not_a_workbook", text)

    def _start(self, name: str, attributes: list[str]) -> None:
        nodes = 1 + len(attributes) // 2
        self.nodes += nodes
        self.held += nodes
        if self.nodes > MAX_NODES or self.held > MAX_HELD:
            raise _too_many_cells()
        self.inside = name.rpartition(":")[2]
        if self.inside == "c":
            said = dict(zip(attributes[::2], attributes[1::2], strict=True))
            self.cell = said.get("r", "?")
            self.is_text = said.get("t") == "str"  # which may well be empty
            self.has_formula = self.has_value = False
        elif self.inside == "f":
            self.has_formula = True

    def _characters(self, _text: str) -> None:
        if self.inside == "v":
            self.has_value = True

    def _end(self, name: str) -> None:
        self.inside = ""
        name = name.rpartition(":")[2]
        if name in LET_GO:
            self.held = 0
        if name != "c":
            return
        if self.has_formula and not self.has_value and not self.is_text:
            text = _(
                "The formula in cell %(cell)s was never worked out: open the workbook in a "
                "spreadsheet program and save it, or write the value."
            )
            raise Unreadable("formula_without_value", text % {"cell": quoted(self.cell)})
        self.has_formula = False

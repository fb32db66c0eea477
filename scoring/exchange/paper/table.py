"""Files of rows and columns: text of any common kind, to rows of texts.

Whatever it is that comes in, no more of it is read than a file of so many lines can have.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.exchange.formulas import undefuse
from scoring.exchange.paper.flaws import Unreadable

MAX_BYTES = 10 * 1024 * 1024
MAX_LINES = 20_000  # below the headings
MAX_COLUMNS = 50
MAX_CELL = 250
MAX_LINE = MAX_COLUMNS * (MAX_CELL + 3)  # with quotes, and what divides the cells
DELIMITERS = ",;\t"
BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
SEPARATOR_HINT = re.compile(r'"?sep=([,;\t])"?\s*', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, blanks round them cut off; `line` is where it begins, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file that have anything in them, the headings first."""

    rows: tuple[Row, ...]
    encoding: str
    warnings: tuple[str, ...] = field(default=())


def read_csv(data: bytes) -> Table:
    """Read text with `,`, `;` or tabs between its cells; raise Unreadable.

    >>> read_csv("name;points\\nZo\u00eb;5\\n".encode("latin-1")).rows[1].cells
    ('Zo\u00eb', '5')
    """
    expect_size(data)
    text, encoding, warnings = decode(data)
    return Table(tuple(limited(_rows(text))), encoding, warnings)


def expect_size(data: bytes) -> None:
    """Raise Unreadable for what is larger than any upload."""
    if len(data) > MAX_BYTES:
        limit = MAX_BYTES // 1024 // 1024
        raise Unreadable("too_large", _("The file is larger than %(limit)s MB.") % {"limit": limit})


def decode(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    """The text, how it was encoded, and what to look out for; raise Unreadable."""
    for bom, encoding in BOMS.items():
        if data.startswith(bom):
            try:
                return data[len(bom) :].decode(encoding), encoding, ()
            except UnicodeDecodeError:
                text = _("The file says that it is %(encoding)s, and is not.")
                raise Unreadable("not_text", text % {"encoding": encoding.upper()}) from None
    if b"\0" in data[:1000]:
        text = _("This is no text, or UTF-16 that does not say so: save it as CSV in UTF-8.")
        raise Unreadable("not_text", text)
    try:
        return data.decode(), "utf-8", ()
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise Unreadable("not_text", _("This is no text: save it as CSV in UTF-8.")) from None
    warning = _(
        "The file is not UTF-8, so it was read as Windows-1252 (Latin-1): "
        "look whether all names are right."
    )
    return text, "windows-1252", (warning,)


def limited(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows that are not blank; raise Unreadable at what no sheet of games has."""
    for row in rows:
        cells = row.cells
        while cells and not cells[-1]:
            cells = cells[:-1]
        if len(cells) > MAX_COLUMNS:
            text = _("This line has more than %(most)s columns.") % {"most": MAX_COLUMNS}
            raise Unreadable("too_many_columns", text, row.line)
        if any(len(cell) > MAX_CELL for cell in cells):
            text = _("A cell of this line has more than %(most)s characters.") % {"most": MAX_CELL}
            raise Unreadable("cell_too_long", text, row.line)
        if cells:
            yield Row(row.line, cells)


def expect_lines(line: int) -> None:
    """Raise Unreadable behind the last line that is read."""
    if line > MAX_LINES + 1:
        text = _("The file has more than %(most)s lines: divide it.") % {"most": MAX_LINES}
        raise Unreadable("too_many_lines", text, line)


def _rows(text: str) -> Iterator[Row]:
    lines = _lines(text)
    # Looked at, not taken from the rows: they shall keep their line numbers.
    first = text[: MAX_LINE + 1].splitlines()[:1] or [""]
    hint = SEPARATOR_HINT.fullmatch(first[0])
    if hint:
        next(lines)
    delimiter = hint[1] if hint else _delimiter(text)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    before = 1 if hint else 0
    line = 1
    while True:
        line = before + reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error:
            message = _("This line cannot be read: look at its quotation marks.")
            raise Unreadable("bad_quotes", message, line) from None
        if cells is None:
            return
        yield Row(line, tuple(undefuse(cell.strip()) for cell in cells))


def _lines(text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        expect_lines(number)
        if len(line) > MAX_LINE:
            message = _("This line has more than %(most)s characters.") % {"most": MAX_LINE}
            raise Unreadable("line_too_long", message, number)
        yield line


def _delimiter(text: str) -> str:
    """What divides the cells of the first line that has any."""
    heading: Sequence[str] = text[: 10 * MAX_LINE].lstrip().splitlines()[:1] or [""]
    return max(DELIMITERS, key=heading[0].count)

"""Read CSV files of the common kinds, never more of them than a file of games can have."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection, Iterator
from functools import partial
from typing import TextIO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.exchange.formula_escaping import unescape_formula
from scoring.exchange.paper.file_problems import UnreadableFile
from scoring.exchange.paper.grid import (
    MAX_CELL,
    MAX_COLUMNS,
    Grid,
    Row,
    expect_lines,
    expect_size,
    without_blanks,
)

MAX_LINE = MAX_COLUMNS * (MAX_CELL + 3)  # with quotation marks and a delimiter for each cell
DELIMITERS = ",;\t"
LINES_COMPARED = 30
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
# A first line that some spreadsheet programs write to name the delimiter.
DELIMITER_LINE = re.compile(r'"?sep=([,;\t])"?\s*', re.IGNORECASE)


def read_csv(data: bytes, skip: Collection[int] = ()) -> Grid:
    """Read text with `,`, `;` or tabs between its cells, without the lines to `skip`.

    Raise UnreadableFile.

    >>> read_csv("name;points\\nZo\u00eb;5\\n".encode("latin-1")).rows[1].cells
    ('Zo\u00eb', '5')
    """
    expect_size(data)
    start, encoding, warnings = _encoding(data)
    file = io.BytesIO(data)
    file.seek(start)
    # Decoded as it is read: with a single emoji, the whole text takes four times as much.
    text = io.TextIOWrapper(file, encoding, newline="")
    return Grid(tuple(without_blanks(_rows(text), skip)), encoding, warnings)


def _encoding(data: bytes) -> tuple[int, str, tuple[str, ...]]:
    """Return where the text begins, its encoding and warnings; raise UnreadableFile."""
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            try:
                data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                text = _("The file is marked as %(encoding)s, but is not valid %(encoding)s.")
                text %= {"encoding": encoding.upper()}
                raise UnreadableFile("not_text", text) from None
            return len(mark), encoding, ()
    if b"\0" in data[:1000]:
        text = _(
            "The file is not text, or is UTF-16 without a byte order mark. Save it as CSV in UTF-8."
        )
        raise UnreadableFile("not_text", text)
    try:
        data.decode()
        return 0, "utf-8", ()
    except UnicodeDecodeError:
        pass
    try:
        data.decode("windows-1252")
    except UnicodeDecodeError:
        text = _("The file is not text. Save it as CSV in UTF-8.")
        raise UnreadableFile("not_text", text) from None
    warning = _(
        "The file is not UTF-8, so it was read as Windows-1252 (Latin-1). "
        "Check that all names are right."
    )
    return 0, "windows-1252", (warning,)


def _rows(text: TextIO) -> Iterator[Row]:
    start = text.tell()
    beginning = text.read(10 * MAX_LINE)
    text.seek(start)
    lines = _lines(text)
    # The hint is not taken from the rows, so that they keep their line numbers.
    first_line = beginning[: MAX_LINE + 1].splitlines()[:1] or [""]
    hint = DELIMITER_LINE.fullmatch(first_line[0])
    if hint:
        next(lines)
    delimiter = hint[1] if hint else _delimiter(beginning)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    skipped = 1 if hint else 0
    while True:
        line = skipped + reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error:
            message = _("This line cannot be read. Check its quotation marks.")
            raise UnreadableFile("bad_quotes", message, line) from None
        if cells is None:
            return
        yield Row(line, tuple(unescape_formula(cell.strip()) for cell in cells))


def _lines(text: TextIO) -> Iterator[str]:
    for number, line in enumerate(iter(partial(text.readline, MAX_LINE + 1), ""), 1):
        expect_lines(number)
        if len(line) > MAX_LINE:
            message = ngettext(
                "This line has more than %(limit)s character.",
                "This line has more than %(limit)s characters.",
                MAX_LINE,
            )
            raise UnreadableFile("line_too_long", message % {"limit": MAX_LINE}, number)
        yield line


def _delimiter(text: str) -> str:
    """Return the delimiter that is on most of the first lines: a title may have a comma, too.

    >>> _delimiter("Game night, at home\\nRound;Anna;Ben\\n1;0;45\\n")
    ';'
    """
    lines = text.lstrip().splitlines()[:LINES_COMPARED]
    counts = {mark: [line.count(mark) for line in lines] for mark in DELIMITERS}
    return max(
        DELIMITERS, key=lambda mark: (sum(1 for count in counts[mark] if count), sum(counts[mark]))
    )

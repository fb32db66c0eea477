"""Workbooks: read like sheets of text, and looked through before anything opens them."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
import xlsxwriter
from openpyxl import Workbook

from games.models import Game
from scoring.exchange.paper import xlsx_inspection
from scoring.exchange.paper.file_problems import UnreadableFile
from scoring.exchange.paper.grid import MAX_LINES, Grid
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.exchange.paper.xlsx_reader import read_xlsx
from tests.cast import Cast
from tests.scoring.import_files import XLSX, bring, standings, workbook

HEAD = ["date", "player", "total", "completed", "won"]
GAME: tuple[list[Any], ...] = (
    HEAD,
    [date(2024, 3, 2), "North", 120, 9, None],
    [None, "East", 300.0, 10, True],
)


def refused(data: bytes) -> str:
    """Why a workbook is not read, and that this is found out soon."""
    begun = time.process_time()  # not by the clock: the machine may be busy
    with pytest.raises(UnreadableFile) as caught:
        read_xlsx(data)
    assert time.process_time() - begun < 60  # read on, it would take much longer
    return caught.value.problem.code


def with_part(
    name: str,
    change: Callable[[bytes], bytes],
    data: bytes = b"",
    method: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A good workbook with one part of it changed."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data or workbook(*GAME))) as old,
        zipfile.ZipFile(file, "w", method) as new,
    ):
        for part in old.infolist():
            content = old.read(part)
            changed = change(content) if part.filename == name else content
            assert changed != content or part.filename != name, "nothing was changed"
            new.writestr(part.filename, changed)
        if name not in old.namelist():
            new.writestr(name, change(b""))
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def test_a_workbook_is_imported(cast: Cast) -> None:
    result = bring(cast, workbook(*GAME), XLSX)
    assert result["imported"] == 1
    game = Game.objects.get()
    assert game.started_at.isoformat() == "2024-03-02T12:00:00+00:00"
    assert standings(cast, game.pk) == ["North 9 120 2", "East 10 300 1*"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (12, "12"),
        (12.0, "12"),
        (12.5, "12.5"),
        (True, "true"),
        (datetime(2024, 3, 1, 19, 30), "2024-03-01 19:30:00"),  # noqa: DTZ001  (as in a cell)
        (date(2024, 3, 1), "2024-03-01"),
        ("  Zoë ", "Zoë"),
        ("=not a formula", "=not a formula"),
        (1e300, "1e+300"),
    ],
)
def test_cells_as_somebody_would_write_them(cell: Any, text: str) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["x"])
    book.active["A1"].value = cell
    if isinstance(cell, str):
        book.active["A1"].data_type = "s"
    file = io.BytesIO()
    book.save(file)
    assert read_xlsx(file.getvalue()).rows[0].cells == (text,)


def test_blank_rows_keep_their_numbers() -> None:
    table = read_xlsx(workbook([], HEAD, [], [None, "North", "5O"]))
    assert [row.line for row in table.rows] == [2, 4]
    found = read_sheet(table)
    assert [(flaw.line, flaw.column) for flaw in found.problems.listed()] == [(4, "total")]


def test_the_first_sheet_with_anything_in_it() -> None:
    book = workbook(Years=list(GAME), Notes=[["more"]])
    table = read_xlsx(book)
    assert len(table.rows) == 3
    assert table.warnings == ("Only the sheet “Years” was read, not “Notes”.",)


def test_a_few_of_many_other_sheets_are_named() -> None:
    others = {f"Notes {number}": [["more"]] for number in range(1, 8)}
    (warning,) = read_xlsx(workbook(Years=list(GAME), **others)).warnings
    assert "not the sheets “Notes 1”, “Notes 2”," in warning
    assert warning.endswith("“Notes 5”, ….")
    assert read_xlsx(workbook()) == Grid((), "xlsx")


def test_fifty_one_sheets() -> None:
    assert refused(workbook(**{f"Sheet {number}": [] for number in range(50)})) == "too_many_sheets"


# --- Formulas -------------------------------------------------------------------------------


def calculated(value: Any) -> bytes:
    """A workbook with a formula for East's total, whose value is this."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate(GAME):
            for column, cell in enumerate(cells):
                written = cell.isoformat() if isinstance(cell, date) else cell
                sheet.write(row, column, written)
        sheet.write_formula(2, 2, "=100+200", None, value)
    return file.getvalue()


def test_a_formula_counts_as_what_was_worked_out() -> None:
    assert read_xlsx(calculated(300)).rows[2].cells[2] == "300"
    # An error is not a number, and is reported as an error.
    found = read_sheet(read_xlsx(calculated("#REF!")))
    assert [flaw.code for flaw in found.problems.listed()] == ["bad_number"]


def test_a_formula_that_was_never_worked_out() -> None:
    rows = (HEAD, ["2024-03-02", "North", 120, 9, None], [None, "East", "=100+200", 10, "yes"])
    with pytest.raises(UnreadableFile) as caught:
        read_xlsx(workbook(*rows))
    assert caught.value.problem.code == "formula_without_value"
    assert "“C3”" in caught.value.problem.message


# --- Bombs and traps ------------------------------------------------------------------------


def zipped(*parts: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return file.getvalue()


def test_a_bomb() -> None:
    bomb = with_part(SHEET, lambda _old: b"<worksheet>" + b" " * 200_000_000)
    assert len(bomb) < 1_000_000
    assert refused(bomb) == "too_large"


def test_many_small_bombs() -> None:
    assert refused(zipped(*((f"{n}.xml", b" " * 900_000) for n in range(200)))) == "too_large"


def test_more_parts_than_a_workbook_has() -> None:
    assert refused(zipped(*((f"{n}.xml", b"") for n in range(501)))) == "too_large"


def test_a_directory_that_lies() -> None:
    """It says that a part is small; then no more of it is unpacked than that."""
    bomb = bytearray(with_part(SHEET, lambda _old: b"<worksheet>" + b" " * 50_000_000))
    size = (50_000_000 + len(b"<worksheet>")).to_bytes(4, "little")
    assert bomb.count(size) >= 1
    lying = bytes(bomb).replace(size, (1000).to_bytes(4, "little"))
    assert refused(lying) == "not_a_workbook"


def test_parts_that_overlap() -> None:
    """Many entries of the directory that all mean one and the same part."""
    part = zipped(("a.xml", b" " * 1_000_000))
    local, directory, end = (
        part.index(b"PK\x03\x04"),
        part.index(b"PK\x01\x02"),
        part.index(b"PK\x05\x06"),
    )
    entry, count = part[directory:end], 400
    tail = bytearray(part[end:])
    tail[8:12] = count.to_bytes(2, "little") * 2
    tail[12:16] = (len(entry) * count).to_bytes(4, "little")
    assert refused(part[local:directory] + entry * count + bytes(tail)) == "too_large"


def sheet_of(rows: bytes) -> bytes:
    """A workbook with these rows, not packed: its cells alone are in the way."""
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheet = b"<worksheet " + space + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return with_part(SHEET, lambda _old: sheet, method=zipfile.ZIP_STORED)


@pytest.mark.full
def test_more_cells_than_any_sheet_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(sheet_of(b"<row>" + b"<c/>" * 100_001 + b"</row>")) == "too_many_cells"
    assert refused(sheet_of(b"<row><c/></row>" * (MAX_LINES + 2))) == "too_many_lines"
    far = b"".join(b'<row r="%d"><c r="ZZZ%d"/></row>' % (n, n) for n in range(1, 20_001))
    assert refused(sheet_of(far)) == "too_many_cells"
    # In many parts, each of which has few enough.
    monkeypatch.setattr(xlsx_inspection, "MAX_NODES", 500_000)
    many = b"<row>" + b"<c/>" * 99_998 + b"</row>"
    assert refused(zipped(*((f"{n}.xml", many) for n in range(7)))) == "too_many_cells"


def test_more_columns_than_are_read() -> None:
    assert refused(workbook(["x"] * 51)) == "too_many_columns"
    assert refused(workbook([*HEAD, *[None] * 200, "x"])) == "too_many_columns"


def test_what_a_file_says_of_its_size_is_not_believed() -> None:
    small = with_part(SHEET, lambda old: old.replace(b'ref="A1:E3"', b'ref="A1:A1"'))
    assert b'ref="A1:A1"' in zipfile.ZipFile(io.BytesIO(small)).read(SHEET)
    assert len(read_xlsx(small).rows[2].cells) == 5
    large = with_part(SHEET, lambda old: old.replace(b'ref="A1:E3"', b'ref="A1:XFD1048576"'))
    assert len(read_xlsx(large).rows) == 3


DOCTYPES = {
    "external": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    "laughs": b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]>",
    "plain": b"<!DOCTYPE x>",
    "parameter": b'<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd">%p;]>',
}


@pytest.mark.parametrize("doctype", DOCTYPES.values(), ids=DOCTYPES)
@pytest.mark.parametrize(
    "part", [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "[Content_Types].xml"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities(doctype: bytes, part: str, encoding: str) -> None:
    def change(old: bytes) -> bytes:
        start = old.index(b"?>") + 2 if old.startswith(b"<?xml") else 0
        return (doctype + old[start:].replace(b"North", b"&e;")).decode().encode(encoding)

    assert refused(with_part(part, change)) == "not_a_workbook"


def test_macros() -> None:
    assert refused(with_part("xl/vbaProject.bin", lambda _old: b"x")) == "has_macros"


@pytest.mark.parametrize(
    "data",
    [
        b"PK",
        b"PK\x03\x04" + b"x" * 1000,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000),
        zipped(("hello.txt", b"hello")),
        zipped(("[Content_Types].xml", b"<")),
        zipped(
            ("content.xml", b"<office/>"),
            ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ),
        workbook(*GAME)[:-100],
        workbook(*GAME)[:2000],
        with_part(SHEET, lambda old: old[:-200]),
        with_part(SHEET, lambda old: old.replace(b"<v>0</v>", b"<v>99999999</v>"), calculated(1)),
        with_part(SHEET, lambda old: old.replace(b"<v>0</v>", b"<v>-9999</v>"), calculated(1)),
        with_part(SHEET, lambda old: old.replace(b"<v>0</v>", b"<v>x</v>"), calculated(1)),
        with_part(SHEET, lambda old: old.replace(b'r="A1"', b'r="1A"')),
        with_part(SHEET, lambda old: old.replace(b'r="A1"', b'r="ZZZZZ1"')),
        with_part(SHEET, lambda old: old.replace(b"<v>120</v>", b"<v>" + b"9" * 5000 + b"</v>")),
        with_part("xl/workbook.xml", lambda old: old.replace(b"sheetId", b"sheetid")),
        with_part("xl/_rels/workbook.xml.rels", lambda _old: b"<Relationships/>"),
        with_part("[Content_Types].xml", lambda _old: b"<Types/>"),
        with_part("x", lambda _old: b"y", method=zipfile.ZIP_LZMA)[:3000],
    ],
)
def test_what_is_no_workbook(data: bytes) -> None:
    assert refused(data) == "not_a_workbook"


@pytest.mark.parametrize("place", range(0, 4800, 37))
def test_bits_that_fell_over(place: int) -> None:
    """No byte of a workbook can be such that reading it breaks anything."""
    data = bytearray(workbook(*GAME))
    data[place % len(data)] ^= 0xFF
    try:
        rows = read_xlsx(bytes(data)).rows
    except UnreadableFile as unreadable:
        assert unreadable.problem.message  # noqa: PT017  (either will do)
    else:
        assert len(rows) <= 3

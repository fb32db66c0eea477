"""Check a workbook before a library opens it.

A workbook is a ZIP archive of XML files. What is unpacked is counted while it is unpacked, and
each part is searched for what no workbook has (a document type, and with it entities), and for
more elements than a sheet of games can have.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any
from xml.parsers import expat

from django.utils.translation import gettext as _

from scoring.exchange.paper.file_problems import UnreadableFile, quoted

MAX_PARTS = 500
MAX_UNPACKED = 128 * 1024 * 1024
MAX_RATIO = 200
SMALL_PART = 1024 * 1024  # a part up to this size may have any ratio
MAX_NODES = 12_000_000  # elements and attributes of all parts
MAX_HELD = 100_000  # of one row or text, which openpyxl holds in memory
RELEASED_AFTER = ("row", "si")  # elements whose contents openpyxl drops at their end
CHUNK = 64 * 1024
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
MACROS = re.compile(r"vbaProject\.bin$", re.IGNORECASE)


def inspect_workbook(data: bytes) -> None:
    """Raise UnreadableFile for a file that is not a workbook, or not safe to open."""
    if data.startswith(OLD_WORKBOOK):
        text = _(
            "This is an old workbook (.xls) or one with a password. Save it as XLSX without a "
            "password."
        )
        raise UnreadableFile("not_a_workbook", text)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            _expect_no_bomb(parts)
            if any(MACROS.search(part.filename) for part in parts):
                text = _("The workbook contains macros. Save it as XLSX without macros.")
                raise UnreadableFile("has_macros", text)
            _Inspection().inspect(archive, parts)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError):
        raise not_a_workbook() from None


def not_a_workbook() -> UnreadableFile:
    text = _("The file is not a workbook that can be read. Save it as XLSX.")
    return UnreadableFile("not_a_workbook", text)


def too_many_cells() -> UnreadableFile:
    return UnreadableFile("too_many_cells", _("The workbook has far too many cells."))


def _too_large() -> UnreadableFile:
    text = _("Unpacked, the workbook is far larger than any sheet of games.")
    return UnreadableFile("too_large", text)


def _expect_no_bomb(parts: list[zipfile.ZipInfo]) -> None:
    """Check the sizes that the directory states; the unpacked bytes are counted as well."""
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise _too_large()
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > MAX_RATIO * part.compress_size:
            raise _too_large()


class _Inspection:
    """Counts the contents of all parts, and finds formulas without a value."""

    def __init__(self) -> None:
        self.unpacked = 0
        self.nodes = 0
        self.held = 0
        self.cell = self.inside = ""
        self.is_text = self.has_formula = self.has_value = False

    def inspect(self, archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
        for part in parts:
            parser: expat.XMLParserType | None = self._parser()
            with archive.open(part) as packed:
                while chunk := packed.read(CHUNK):
                    self.unpacked += len(chunk)
                    if self.unpacked > MAX_UNPACKED:
                        raise _too_large()
                    try:
                        if parser:
                            parser.Parse(chunk)
                    except expat.ExpatError:
                        parser = None  # not XML; if it has to be, openpyxl will fail

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

    def _doctype(self, *_declaration: Any) -> None:
        text = _("The workbook contains a document type declaration, so it was not read.")
        raise UnreadableFile("not_a_workbook", text)

    def _start(self, name: str, attributes: list[str]) -> None:
        nodes = 1 + len(attributes) // 2
        self.nodes += nodes
        self.held += nodes
        if self.nodes > MAX_NODES or self.held > MAX_HELD:
            raise too_many_cells()
        self.inside = name.rpartition(":")[2]
        if self.inside == "c":
            values = dict(zip(attributes[::2], attributes[1::2], strict=True))
            self.cell = values.get("r", "?")
            self.is_text = values.get("t") == "str"  # may be empty
            self.has_formula = self.has_value = False
        elif self.inside == "f":
            self.has_formula = True

    def _characters(self, _text: str) -> None:
        if self.inside == "v":
            self.has_value = True

    def _end(self, name: str) -> None:
        self.inside = ""
        name = name.rpartition(":")[2]
        if name in RELEASED_AFTER:
            self.held = 0
        if name != "c":
            return
        if self.has_formula and not self.has_value and not self.is_text:
            text = _(
                "The formula in cell %(cell)s has no value. Open the workbook in a spreadsheet "
                "program and save it, or enter the value."
            )
            raise UnreadableFile("formula_without_value", text % {"cell": quoted(self.cell)})
        self.has_formula = False

"""The rows and cells of a file of any format, as texts; and how large it can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.exchange.paper.file_problems import UnreadableFile

# A group's own export must fit: 100,000 lines are 1,900 games of four players and thirteen rounds,
# and 20 Phases of their own, in words, are the longest cell.
MAX_BYTES = 32 * 1024 * 1024
MAX_LINES = 100_000  # below the headings
MAX_COLUMNS = 50
MAX_CELL = 2_000
MAX_CELLS = 3_000_000  # that are not empty: 30 on each line


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row without blanks around them; `line` is where it begins, from 1."""

    line: int
    cells: tuple[str, ...]

    def cell(self, index: int | None) -> str:
        """Return a cell, empty if the row ends before it, or for no index."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a file that are not blank, the headings first."""

    rows: tuple[Row, ...]
    encoding: str
    warnings: tuple[str, ...] = field(default=())


def expect_size(data: bytes) -> None:
    """Raise UnreadableFile for a file that is larger than any upload."""
    if len(data) > MAX_BYTES:
        text = _("The file is larger than %(limit)s MB.") % {"limit": MAX_BYTES // 1024 // 1024}
        raise UnreadableFile("too_large", text)


def expect_lines(line: int) -> None:
    """Raise UnreadableFile after the last line that is read."""
    if line > MAX_LINES + 1:
        text = ngettext(
            "The file has more than %(limit)s line. Split it into several files.",
            "The file has more than %(limit)s lines. Split it into several files.",
            MAX_LINES,
        )
        raise UnreadableFile("too_many_lines", text % {"limit": MAX_LINES}, line)


def expect_columns(columns: int, line: int) -> None:
    """Raise UnreadableFile for a line with too many columns."""
    if columns > MAX_COLUMNS:
        text = ngettext(
            "This line has more than %(limit)s column.",
            "This line has more than %(limit)s columns.",
            MAX_COLUMNS,
        )
        raise UnreadableFile("too_many_columns", text % {"limit": MAX_COLUMNS}, line, skip=(line,))


def without_blanks(rows: Iterable[Row], skip: Collection[int] = ()) -> Iterator[Row]:
    """Yield the rows that are not blank, without empty cells at their end, and without `skip`.

    Raise UnreadableFile for rows and cells that are longer than any in a sheet of games.
    """
    filled = 0
    for row in rows:
        if row.line in skip:
            continue
        cells = row.cells
        while cells and not cells[-1]:
            cells = cells[:-1]
        expect_columns(len(cells), row.line)
        if any(len(cell) > MAX_CELL for cell in cells):
            text = ngettext(
                "A cell of this line has more than %(limit)s character.",
                "A cell of this line has more than %(limit)s characters.",
                MAX_CELL,
            )
            text %= {"limit": MAX_CELL}
            raise UnreadableFile("cell_too_long", text, row.line, skip=(row.line,))
        filled += sum(map(bool, cells))
        if filled > MAX_CELLS:
            text = ngettext(
                "The file has more than %(limit)s cell with contents. Split it into several files.",
                "The file has more than %(limit)s cells with contents. Split it into several "
                "files.",
                MAX_CELLS,
            )
            raise UnreadableFile("too_many_cells", text % {"limit": MAX_CELLS}, row.line)
        if cells:
            yield Row(row.line, cells)

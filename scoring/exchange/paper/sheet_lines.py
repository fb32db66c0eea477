"""Read the lines of a sheet: each is a player's line of a round, or a player's total."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.game import Variant
from scoring.exchange.export.sheet_rows import RoundRow
from scoring.exchange.paper.cells import (
    MAX_POINTS,
    MAX_ROUNDS,
    BadCell,
    read_edition,
    read_flag,
    read_name,
    read_phases,
    read_reason,
    read_text,
    read_variant,
    whole_number,
)
from scoring.exchange.paper.dates import BadDate, WrittenDate, read_date
from scoring.exchange.paper.file_problems import FileProblems, quoted
from scoring.exchange.paper.grid import Grid, Row
from scoring.exchange.paper.headings import column_name
from scoring.exchange.paper.player_names import PlayerNames

# How the cells of each column are read. Every text in a sheet goes through one of these.
COLUMNS: dict[str, Callable[[str], Any]] = {
    "game": read_text,
    "date": read_date,
    "edition": read_edition,
    "variant": read_variant,
    "phases": read_phases,
    "ended_early": read_flag,
    "round": whole_number(1, MAX_ROUNDS),
    "player": read_name,
    "points": whole_number(0, MAX_POINTS),
    "laid_down": read_flag,
    "went_out": read_flag,
    "dealer": read_flag,
    "total": whole_number(0, MAX_POINTS),
    "completed": whole_number(0, 100),
    "won": read_flag,
    "overrule": read_reason,
}
ROUND_COLUMNS = ("points", "laid_down", "went_out", "dealer")
TOTAL_COLUMNS = ("total", "completed", "won")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line as far as it can be read; `has_problems` if some of it cannot."""

    line: int
    has_problems: bool = False
    game: str = ""
    date: WrittenDate | None = None
    edition: str | None = None
    variant: Variant | None = None
    phases: tuple[int, ...] | None = None
    ended_early: bool | None = None
    round: int | None = None
    player: UUID | None = None
    points: int | None = None
    laid_down: bool | None = None
    went_out: bool | None = None
    dealer: bool | None = None
    total: int | None = None
    completed: int | None = None
    won: bool | None = None
    overrule: str = ""


def read_lines(
    grid: Grid, names: PlayerNames, problems: FileProblems, warnings: list[str]
) -> list[SheetLine]:
    """Return all lines below the headings; report what cannot be read."""
    if not grid.rows:
        problems.report(None, None, "empty_file", _("The file is empty."))
        return []
    heading, *rows = grid.rows
    columns = _find_columns(heading, problems, warnings)
    if columns is None:
        return []
    if not rows:
        text = _("The file has no lines below its headings.")
        problems.report(heading.line, None, "empty_file", text)
    width = len(heading.cells)
    return [_read_line(row, columns, width, names, problems) for row in rows]


def _find_columns(
    heading: Row, problems: FileProblems, warnings: list[str]
) -> Mapping[str, int] | None:
    """Return where each known column is; None if these are not the headings of a sheet."""
    columns: dict[str, int] = {}
    unknown = []
    count_before = problems.count
    for index, cell in enumerate(heading.cells):
        name = column_name(cell)
        if name in columns:
            text = _("The column %(name)s occurs twice.") % {"name": quoted(name)}
            problems.report(heading.line, name, "duplicate_column", text)
        elif name in COLUMNS:
            columns[name] = index
        elif name and name not in RoundRow._fields:  # the other columns of our own exports
            unknown.append(quoted(cell))
    if unknown:
        text = ngettext(
            "The column %(names)s is unknown and was not read. Valid columns: %(values)s.",
            "The columns %(names)s are unknown and were not read. Valid columns: %(values)s.",
            len(unknown),
        )
        warnings.append(text % {"names": ", ".join(unknown), "values": ", ".join(COLUMNS)})
    required = ["date", "player"]
    required += [] if "total" in columns else ["round", "points"]
    for name in required:
        if name not in columns:
            text = _("The column “%(name)s” is missing. The first line must contain the headings.")
            problems.report(heading.line, name, "missing_column", text % {"name": name})
    return columns if problems.count == count_before else None


def _read_line(
    row: Row, columns: Mapping[str, int], width: int, names: PlayerNames, problems: FileProblems
) -> SheetLine:
    count_before = problems.count
    values: dict[str, Any] = {}
    for name, index in columns.items():
        text = row.cells[index] if index < len(row.cells) else ""
        if not text:
            continue
        try:
            values[name] = COLUMNS[name](text)
        except (BadCell, BadDate) as error:
            problems.report(row.line, name, error.code, str(error))
    if any(row.cells[width:]):
        text = _("This line has more cells than the first line has headings.")
        problems.report(row.line, None, "too_many_cells", text)
    if _is_blank(row, columns, "player"):
        text = _("The name of the player is missing.")
        problems.report(row.line, "player", "required", text)
    for name, code, text in _misplaced(values, row, columns):
        problems.report(row.line, name, code, text)
    if "player" in values:
        values["player"] = names.count_line(values["player"])
    return SheetLine(row.line, problems.count > count_before, **values)


def _is_blank(row: Row, columns: Mapping[str, int], name: str) -> bool:
    """Return whether a line has nothing in this column, or there is no such column."""
    index = columns.get(name)
    return index is None or index >= len(row.cells) or not row.cells[index]


def _misplaced(
    values: Mapping[str, Any], row: Row, columns: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    """Yield what a line lacks, and what does not belong in a line of a round or a total."""
    if "round" not in values and not _is_blank(row, columns, "round"):
        return  # it is a line of a round, but its number cannot be read
    if "round" in values:
        for name in TOTAL_COLUMNS:
            if name in values:
                text = _("This line is for a round. Totals belong on lines without a round.")
                yield name, "not_in_a_round", text
        if _is_blank(row, columns, "points") and not values.get("went_out"):
            text = _("The points of the cards left in hand are missing.")
            yield "points", "required", text
    else:
        for name in ROUND_COLUMNS:
            if name in values:
                text = _("This line has no round, so it can only have a total.")
                yield name, "not_in_a_total", text
        if _is_blank(row, columns, "total"):
            name = "round" if "total" not in columns else "total"
            text = _("A line needs a round and points, or the total of a game.")
            yield name, "required", text

"""The lines of a sheet of games: one for a player and round, or for a player and total."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.utils.translation import gettext as _

from referee.game import Variant
from scoring.exchange.export.rows import RoundRow
from scoring.exchange.paper.cells import (
    MOST_POINTS,
    MOST_ROUNDS,
    BadCell,
    fold,
    read_edition,
    read_flag,
    read_name,
    read_phases,
    read_reason,
    read_text,
    read_variant,
    whole_number,
)
from scoring.exchange.paper.dates import BadDate, Written, read_date
from scoring.exchange.paper.flaws import Flaws, quoted
from scoring.exchange.paper.headings import column_called
from scoring.exchange.paper.table import Row, Table

# How the cells of each column are read. All text of a sheet goes through one of these.
COLUMNS: dict[str, Callable[[str], Any]] = {
    "game": read_text,
    "date": read_date,
    "edition": read_edition,
    "variant": read_variant,
    "phases": read_phases,
    "ended_early": read_flag,
    "round": whole_number(1, MOST_ROUNDS),
    "player": read_name,
    "points": whole_number(0, MOST_POINTS),
    "laid_down": read_flag,
    "went_out": read_flag,
    "dealer": read_flag,
    "total": whole_number(0, MOST_POINTS),
    "completed": whole_number(0, 100),
    "won": read_flag,
    "overrule": read_reason,
}
OF_A_ROUND = ("points", "laid_down", "went_out", "dealer")
OF_THE_END = ("total", "completed", "won")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line as far as it could be read; `flawed` where some of it could not."""

    line: int
    flawed: bool = False
    game: str = ""
    date: Written | None = None
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


@dataclass
class Names:
    """Who is in a file: a made-up id for each name, how it is written first, and how often.

    Two names that differ in their capitals or blanks alone are one.
    """

    labels: dict[UUID, str] = field(default_factory=dict)
    lines: dict[UUID, int] = field(default_factory=dict)

    def id_of(self, name: str) -> UUID:
        pk = uuid5(NAMESPACE_OID, fold(name))
        self.labels.setdefault(pk, name)
        self.lines[pk] = self.lines.get(pk, 0) + 1
        return pk

    def quoted(self, pk: UUID | None) -> str:
        return quoted(self.labels[pk]) if pk else "?"


def read_sheet(table: Table, names: Names, flaws: Flaws, warnings: list[str]) -> list[SheetLine]:
    """All lines below the headings; what cannot be read goes to `flaws`."""
    if not table.rows:
        flaws.add(None, None, "empty_file", _("The file is empty."))
        return []
    heading, *rows = table.rows
    columns = _columns(heading, flaws, warnings)
    if columns is None:
        return []
    if not rows:
        text = _("The file has headings, and nothing below them.")
        flaws.add(heading.line, None, "empty_file", text)
    return [_read_line(row, columns, len(heading.cells), names, flaws) for row in rows]


def _columns(heading: Row, flaws: Flaws, warnings: list[str]) -> Mapping[str, int] | None:
    """Where each known column is; None where the headings are not those of a sheet of games."""
    found: dict[str, int] = {}
    unknown = []
    before = flaws.count
    for place, cell in enumerate(heading.cells):
        name = column_called(cell)
        if name in found:
            text = _("There are two columns %(name)s.") % {"name": quoted(name)}
            flaws.add(heading.line, name, "duplicate_column", text)
        elif name in COLUMNS:
            found[name] = place
        elif name and name not in RoundRow._fields:  # what our own export says besides
            unknown.append(quoted(cell))
    if unknown:
        text = _("These columns are not known, and were not read: %(names)s. Known are: %(known)s.")
        warnings.append(text % {"names": ", ".join(unknown), "known": ", ".join(COLUMNS)})
    needed = ["date", "player"]
    needed += [] if "total" in found else ["round", "points"]
    for name in needed:
        if name not in found:
            text = _("There is no column “%(name)s”. The first line must have the headings.")
            flaws.add(heading.line, name, "missing_column", text % {"name": name})
    return found if flaws.count == before else None


def _read_line(
    row: Row, columns: Mapping[str, int], width: int, names: Names, flaws: Flaws
) -> SheetLine:
    before = flaws.count
    values: dict[str, Any] = {}
    for name, place in columns.items():
        text = row.cells[place] if place < len(row.cells) else ""
        if not text:
            continue
        try:
            values[name] = COLUMNS[name](text)
        except (BadCell, BadDate) as bad:
            flaws.add(row.line, name, bad.code, str(bad))
    if any(row.cells[width:]):
        text = _("This line has more cells than there are headings.")
        flaws.add(row.line, None, "too_many_cells", text)
    if "player" not in values and (name := _unread(row, columns, "player")):
        flaws.add(row.line, name, "required", _("Whose line is this?"))
    for name, code, text in _misplaced(values, row, columns):
        flaws.add(row.line, name, code, text)
    if "player" in values:
        values["player"] = names.id_of(values["player"])
    return SheetLine(row.line, flaws.count > before, **values)


def _unread(row: Row, columns: Mapping[str, int], name: str) -> str:
    """The name of a column in which this line has nothing."""
    place = columns[name]
    return "" if place < len(row.cells) and row.cells[place] else name


def _misplaced(
    values: Mapping[str, Any], row: Row, columns: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    """What a line of a round must not have, or one of a total; and what it lacks."""
    if "round" in columns and "round" not in values and not _unread(row, columns, "round"):
        return  # there is a number of a round, which cannot be read
    if "round" in values:
        for name in OF_THE_END:
            if name in values:
                text = _("This is a line of a round; totals stand on lines without one.")
                yield name, "not_in_a_round", text
        silent = "points" not in columns or _unread(row, columns, "points")
        if silent and not values.get("went_out"):
            yield "points", "required", _("How many points were left?")
    else:
        for name in OF_A_ROUND:
            if name in values:
                text = _("Which round is this? Without one, a line has a total.")
                yield name, "not_in_a_total", text
        if "total" not in columns or _unread(row, columns, "total"):
            name = "round" if "total" not in columns else "total"
            text = _("A line has a round and points, or the total of a game.")
            yield name, "required", text

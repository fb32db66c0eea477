"""Turn tables in which each player has a line and each round a column. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_totals, round_number
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.titles import date_in
from scoring.exchange.paper.words import COLUMN_OF_HEADING, column_name, simplify_word

CORNERS = ("", "player", "round")  # what can be written where names and rounds meet


@dataclass
class TurnedTable:
    """Headings with rounds, and the lines of the players below them."""

    heading: Row
    lines: list[Row] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """Yield the headings and the rounds as rows, those of the columns without scores, too.

        A round is on no line of the file: it gets the line of a player, so that leaving out all
        rounds leaves out all players.
        """
        if not self.lines:
            return
        yield Row(self.heading.line, ("round", *(row.cells[0] for row in self.lines)))
        for index, label in enumerate(self.heading.cells[1:], 1):
            cells = [row.cell(index) for row in self.lines]
            if label or any(cells):
                yield Row(self.lines[(index - 1) % len(self.lines)].line, (label, *cells))

    def line_of(self) -> dict[str, int]:
        """Return on which line of the file each player is."""
        return {row.cells[0]: row.line for row in self.lines}


def turn(rows: Sequence[Row]) -> tuple[list[Row], list[TurnedTable]]:
    """Return the rows of a sheet with each table turned, and the tables; none if it has none.

    >>> rows = [Row(1, ("", "R1", "R2")), Row(2, ("Anna", "0", "15")), Row(3, ("Ben", "45", "0"))]
    >>> [row.cells for row in turn(rows)[0]]
    [('round', 'Anna', 'Ben'), ('R1', '0', '45'), ('R2', '15', '0')]
    """
    parts: list[Row | TurnedTable] = []
    table: TurnedTable | None = None
    for row in rows:
        if _is_heading(row):
            table = TurnedTable(row)
            parts.append(table)
        elif table and _is_of_player(row, table):
            table.lines.append(row)
        elif not (table and is_totals(row.cells[0])):
            table = None
            parts.append(row)
    tables = [part for part in parts if isinstance(part, TurnedTable) and part.lines]
    turned: list[Row] = []
    for part in parts:
        turned.extend(part.rows() if isinstance(part, TurnedTable) else [part])
    return turned, tables


def _is_heading(row: Row) -> bool:
    """Return whether the columns are rounds: 1, 2 and so on, whatever comes behind them."""
    numbers = [round_number(cell) for cell in row.cells[1:3]]
    return column_name(row.cells[0]) in CORNERS and numbers == [1, 2]


def _is_of_player(row: Row, table: TurnedTable) -> bool:
    """Return whether a line has the points of a player, or without a name the Phases below them."""
    name, *cells = row.cells
    if is_totals(name) or simplify_word(name) in COLUMN_OF_HEADING or not (name or table.lines):
        return False
    filled = [cell for cell in cells if cell]
    return any(map(looks_like_score, filled)) and not any(map(date_in, filled))

"""Read the tables of a sheet: what all layouts have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.exchange.paper.cells import BadCell
from scoring.exchange.paper.dates import WrittenDate
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import FileProblems
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_totals
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.sheet_lines import COLUMNS, GAME_COLUMNS
from scoring.exchange.paper.tables import Table
from scoring.exchange.paper.titles import title_facts
from scoring.exchange.paper.words import column_name


@dataclass
class TableReader:
    """Reads one table of a layout after another; problems are reported in `contents`.

    The date and the settings that are written above a table hold until others follow. `fields`
    says where the columns of a table are, but for those of players.
    """

    contents: FileContents
    options: ReadingOptions
    date: WrittenDate | None = None
    date_line: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    fields: Mapping[str, int] = field(default_factory=dict)

    def read(self, table: Table) -> list[GameLines]:
        """Return the games of a table; report what cannot be read."""
        for row in table.title:
            self.read_title(row)
        self.fields = {
            column.name: column.index
            for column in table.columns
            if column.name and not column.player
        }
        return self.read_rows(table)

    def read_rows(self, table: Table) -> list[GameLines]:
        """Return the games below the headings; each layout has its own."""
        raise NotImplementedError

    @property
    def names(self) -> PlayerNames:
        return self.contents.names

    @property
    def problems(self) -> FileProblems:
        return self.contents.problems

    def cell(self, row: Row, name: str) -> str:
        """Return the cell of a column, empty if the table has none."""
        return row.cell(self.fields.get(name))

    def is_totals_line(self, row: Row, names: Iterable[str]) -> bool:
        """Return whether one of these cells, or else the first one, begins a line of totals."""
        labels = [self.cell(row, name) for name in names]
        return any(map(is_totals, labels)) or (not any(labels) and is_totals(row.cells[0]))

    def read_cell(self, row: Row, name: str) -> Any:
        """Return what a cell says, None if it is empty or cannot be read, which is reported."""
        text = self.cell(row, name)
        try:
            return self._value(name, text) if text else None
        except BadCell as error:
            self.problems.report(row.line, name, error.code, str(error))
            return None

    def read_title(self, row: Row) -> None:
        """Read a line above a table; report a setting that cannot be read."""
        filled = [cell for cell in row.cells if cell]
        try:
            if len(filled) == 2 and (name := column_name(filled[0])) in COLUMNS:
                facts = {name: self._value(name, filled[1])}
            else:
                facts = title_facts(filled, self.options)
        except BadCell as error:
            self.problems.report(row.line, None, error.code, str(error))
            return
        if date := facts.pop("date", None):
            self.date, self.date_line = date, row.line
        self.settings |= facts

    def settings_of(self, row: Row) -> dict[str, Any]:
        """Return the settings of the game on a line, or else those above the table."""
        settings = dict(self.settings)
        for name in GAME_COLUMNS:
            value = self.read_cell(row, name)
            if value is not None:
                settings[name] = value
        return {name: settings[name] for name in GAME_COLUMNS if name in settings}

    def _value(self, name: str, text: str) -> Any:
        """Return what a cell says; raise BadCell, and count the names of unknown games."""
        edition = self.options.edition_of(text) if name == "edition" else None
        if edition is not None:
            return edition
        try:
            return COLUMNS[name](text)
        except BadCell:
            if name == "edition":
                self.contents.unknown_games[text] += 1
            raise

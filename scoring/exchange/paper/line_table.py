"""Read tables in which each line is a player's line of a round, or a player's total."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import DIGITS, is_flag
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.game_lines import GameLines, group_lines
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_totals
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.sheet_lines import COLUMNS, EMPTY_STATUS, GAME_COLUMNS, SheetLine
from scoring.exchange.paper.table_reader import TableReader
from scoring.exchange.paper.tables import Table, two_heading_lines
from scoring.exchange.similar_names import fold

LABELS = ("date", "game", "round", "player")  # of which one can say that a line has totals
ROUND_COLUMNS = ("points", "laid_down", "went_out", "dealer")
TOTAL_COLUMNS = ("total", "completed", "won")
SEAT_COLUMNS = ("dealer", "stints")  # of a line without a round and a total


@dataclass
class LineTableReader(TableReader):
    """Reads a table; `sum` is of all points so far, `sums` of the last game of each name."""

    sum: int = 0
    sums: dict[str, int] = field(default_factory=dict)

    def read_rows(self, table: Table) -> list[GameLines]:
        if not self._find_columns(table):
            return []
        width = len(table.heading.cells)
        players = {self._fold(self.cell(row, "player")) for row in table.rows}
        lines: list[SheetLine] = []
        for row in table.rows:
            if self.is_totals_line(row, LABELS):
                self._check_totals(row)
            else:
                lines.append(self._read_line(row, width, players))
                self._add_up(lines[-1])
        games = group_lines(lines, self.date, self.date_line)
        for game in games:
            self._add_settings(game)
        return games

    def _find_columns(self, table: Table) -> bool:
        """Find where each known column is; return whether these are the headings of a sheet."""
        columns: dict[str, int] = {}
        count_before = self.problems.count
        for column in table.columns:
            name = column.name
            if name == "score":  # of a round, or of a whole game
                name = "points" if "round" in self.fields else "total"
            if name in columns:
                text = _("The column %(name)s occurs twice.") % {"name": quoted(name)}
                self.problems.report(table.heading.line, name, "duplicate_column", text)
            elif name in COLUMNS:
                columns[name] = column.index
        self.fields = columns
        if table.has_rounds_as_columns:
            text = _(
                "The rounds are columns here. Make a line of each round, and a column of each "
                "player."
            )
            self.problems.report(table.heading.line, None, "rounds_as_columns", text)
            return False
        if "player" not in columns and _has_headings_again(table):
            line = table.rows[0].line
            self.problems.report(line, None, "two_heading_lines", two_heading_lines())
            return False
        required = ["player"] if self.date else ["date", "player"]
        required += [] if "total" in columns else ["round", "points"]
        for name in required:
            if name not in columns:
                text = _("The column “%(name)s” is missing. Write its heading above the games.")
                if name == "date":
                    text = _(
                        "The date of the games is missing: give it a column with the heading "
                        "“%(name)s”, or write it on a line above the headings, such as “Game "
                        "night, 2024-03-01”."
                    )
                text %= {"name": name}
                self.problems.report(table.heading.line, name, "missing_column", text)
        return self.problems.count == count_before

    def _fold(self, name: str) -> str:
        return fold(self.names.canonical(name))

    def _add_up(self, line: SheetLine) -> None:
        points = (line.points or 0) + (line.total or 0)
        name = fold(self.names.labels[line.player]) if line.player else ""
        before = 0 if line.round in (None, 1) else self.sums.get(name, 0)
        self.sum += points
        self.sums[name] = before + points

    def _check_totals(self, row: Row) -> None:
        """Report sums that are not those of the lines above, of one player or of all."""
        player = self.cell(row, "player")
        of_all = not player or is_totals(player)
        total = self.sum if of_all else self.sums.get(self._fold(player), 0)
        for name in ("points", "total"):
            text = self.cell(row, name)
            if DIGITS.fullmatch(text) and int(text[:12]) != total:
                message = _("The points above add up to %(sum)s, not %(total)s.")
                message %= {"sum": total, "total": text[:12]}
                self.problems.report(row.line, name, "total_differs", message)

    def _read_line(self, row: Row, width: int, players: Collection[str]) -> SheetLine:
        count_before = self.problems.count
        values: dict[str, Any] = {}
        player = self.cell(row, "player")
        for name in self.fields:
            text = self.cell(row, name)
            if name == "won" and text:  # the winner's name, on that player's line or on all lines
                winner = self._fold(text)
                is_own = winner == self._fold(player)
                if is_own or (winner in players and not is_flag(text)):
                    values[name] = is_own
                    continue
            value = self.read_cell(row, name)
            if value is not None:
                values[name] = value
        if any(row.cells[width:]):
            text = _("This line has more cells than there are headings.")
            self.problems.report(row.line, None, "too_many_cells", text)
        if not player:
            text = _("The name of the player is missing.")
            self.problems.report(row.line, "player", "required", text)
        self._expect_place(row, values)
        if "player" in values:
            values["player"] = self.names.count_line(values["player"], values.get("player_id", ""))
        values.pop("player_id", None)
        return SheetLine(row.line, self.problems.count > count_before, **values)

    def _expect_place(self, row: Row, values: Mapping[str, Any]) -> None:
        """Report what a line lacks, and what does not belong in a line of a round or a total."""
        if "round" in values:
            for name in (*TOTAL_COLUMNS, "stints"):
                if name in values:
                    text = _(
                        "This line is for a round. Totals and “stints” belong on lines without a "
                        "round."
                    )
                    self.problems.report(row.line, name, "not_in_a_round", text)
            if not self.cell(row, "points") and not values.get("went_out"):
                text = _("The points of the cards left in hand are missing.")
                self.problems.report(row.line, "points", "required", text)
        elif not self.cell(row, "round"):  # or its number cannot be read
            is_seat = values.get("status") in EMPTY_STATUS or self.cell(row, "stints")
            is_empty = is_seat and not self.cell(row, "total")
            for name in (*ROUND_COLUMNS, "stints"):
                if name in values and not (is_empty and name in SEAT_COLUMNS):
                    text = _("This line has no round, so it can only have a total.")
                    self.problems.report(row.line, name, "not_in_a_total", text)
            if not self.cell(row, "total") and not is_empty:
                name = "total" if "total" in self.fields else "round"
                text = _("A line needs a round and points, or the total of a game.")
                self.problems.report(row.line, name, "required", text)

    def _add_settings(self, game: GameLines) -> None:
        """Let a game have the settings above the table that none of its lines has."""
        missing = {
            name: value
            for name, value in self.settings.items()
            if name in GAME_COLUMNS and all(getattr(each, name) is None for each in game.lines)
        }
        game.lines[0] = replace(game.lines[0], **missing)


def _has_headings_again(table: Table) -> bool:
    """Return whether the line below the headings has no scores either, but the next one has."""
    if len(table.rows) < 2:
        return False
    counts = [
        (sum(map(looks_like_score, filled)), len(filled))
        for row in (table.heading, *table.rows[:2])
        for filled in [[cell for cell in row.cells[1:] if cell]]
    ]
    (first, some), (second, more), (scores, _filled) = counts
    return first == second == 0 and some > 0 and more > 1 and scores > 1

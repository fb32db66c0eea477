"""Read tables in which each player has a column and each line is a round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import (
    MAX_ROUNDS,
    BadCell,
    read_flag,
    read_name,
    whole_number,
)
from scoring.exchange.paper.columns import SUBCOLUMNS
from scoring.exchange.paper.dates import WrittenDate
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_totals, round_number
from scoring.exchange.paper.round_games import RoundGame, RoundGames, RoundSeat
from scoring.exchange.paper.running_totals import sums
from scoring.exchange.paper.score_cells import Score, looks_like_score, points_of, read_score
from scoring.exchange.paper.table_reader import TableReader
from scoring.exchange.paper.tables import Table, cell_of, two_heading_lines
from scoring.exchange.paper.titles import is_title
from scoring.exchange.paper.words import column_name
from scoring.exchange.similar_names import fold

BELOW_ROUNDS = ("place", "won", "notes", "dealer")  # lines that are not read
MAX_ADDED_UP = 100  # rounds: at each line of a game that never ends, it would take long
_PHASE_NUMBER = whole_number(0, 20)


@dataclass
class RoundTableReader(TableReader):
    """Reads one table after another."""

    seats: list[RoundSeat] = field(default_factory=list)
    games: list[RoundGame] = field(default_factory=list)
    is_counted: bool = False

    def read_rows(self, table: Table) -> list[GameLines]:
        self.seats = self._find_seats(table)
        # A table without any number of a round is counted from its top.
        self.is_counted = not any(round_number(self.cell(row, "round")) for row in table.rows)
        self.games = []
        game: RoundGame | None = None
        for row in table.rows:
            label = self._label(row)
            if not (self._is_blank(row) and (round_number(label) or not is_title(row))):
                game = self._read_row(row, label, game)
        return RoundGames(self.games, self.seats, self.contents, self.options.brackets).read()

    def _read_row(self, row: Row, label: str, game: RoundGame | None) -> RoundGame | None:
        """Read a line, and return the game that goes on in the next one."""
        number = self._round_number(row, label, game)
        if number is not None:
            date = self.read_cell(row, "date")
            is_other_date = game is not None and date not in (None, game.date)
            if game is None or (number == 1 and game.lines) or is_other_date:
                game = self._begin(row, date)
                self.games.append(game)
            self._read_round(row, number, game)
        elif game and (is_totals(label) or (not label and self._adds_up(row, game))):
            game.totals.append((row.line, self._scores(row, set())))
        elif game and column_name(label) in ("completed", "phase", "phases"):
            scores = self._scores(row, set())
            game.completed |= {player: score.points for player, score in scores.items()}
        elif column_name(label) in BELOW_ROUNDS or is_totals(label):
            pass
        elif is_title(row) and (self._is_blank(row) or not self._has_only_scores(row)):
            self.read_title(row)
            game = None
        elif not label and {column_name(cell) for cell in row.cells if cell} <= {*SUBCOLUMNS}:
            self.problems.report(row.line, None, "two_heading_lines", two_heading_lines())
        else:
            text = _(
                "%(text)s is not the number of a round. Write 1, 2, 3 and so on, or “Total” for "
                "totals."
            )
            text %= {"text": quoted(label)}
            self.problems.report(row.line, "round", "bad_round", text)
        return game

    def _round_number(self, row: Row, label: str, game: RoundGame | None) -> int | None:
        """Return the number of a round: as it is written, or counted if no round has one."""
        if not self.is_counted or label:
            return round_number(label)
        if game and self._adds_up(row, game):
            return None
        return len(game.lines) + 1 if game else 1

    def _has_only_scores(self, row: Row) -> bool:
        """Return whether all cells in the columns of players are scores."""
        texts = [self._text(row, seat, "points") for seat in self.seats]
        return all(map(looks_like_score, filter(None, texts)))

    # --- Columns ---------------------------------------------------------------------------

    def _find_seats(self, table: Table) -> list[RoundSeat]:
        by_name: dict[str, dict[str, int]] = {}
        headings: dict[str, str] = {}
        for column in table.columns:
            if column.player:
                by_name.setdefault(column.player, {}).setdefault(column.name, column.index)
                headings.setdefault(column.player, column.heading or column.player)
        seats: dict[UUID, RoundSeat] = {}
        for name, columns in by_name.items():
            if not any(cell_of(row, columns.get("points")) for row in table.rows):
                continue
            try:
                player = self.names.count_line(read_name(name))
            except BadCell as error:
                self.problems.report(table.heading.line, name, error.code, str(error))
                continue
            if player in seats:
                text = _("The column %(name)s occurs twice.") % {"name": quoted(name)}
                self.problems.report(table.heading.line, name, "duplicate_column", text)
                continue
            seats[player] = RoundSeat(player, headings[name], columns)
        return list(seats.values())

    # --- Lines -----------------------------------------------------------------------------

    def _label(self, row: Row) -> str:
        """Return what a line is: its round, or a word for totals in its first column."""
        return self.cell(row, "round") or (row.cells[0] if is_totals(row.cells[0]) else "")

    def _text(self, row: Row, seat: RoundSeat, name: str) -> str:
        return cell_of(row, seat.columns.get(name))

    def _is_blank(self, row: Row) -> bool:
        return not any(self._text(row, seat, "points") for seat in self.seats)

    def _begin(self, row: Row, date: WrittenDate | None) -> RoundGame:
        if date:
            self.date, self.date_line = date, row.line
        return RoundGame(self.date, self.date_line, self.settings_of(row))

    def _read_round(self, row: Row, number: int, game: RoundGame) -> None:
        if number in game.lines:
            text = _("Round %(number)s is already on line %(line)s.")
            text %= {"number": number, "line": game.lines[number]}
            self.problems.report(row.line, "round", "duplicate_line", text)
            game.unreadable.add(number)
            return
        if number > MAX_ROUNDS:  # as of a line of each player; an archive could not bring it back
            text = _("The number must be from %(min)s to %(max)s.")
            text %= {"min": 1, "max": MAX_ROUNDS}
            self.problems.report(row.line, "round", "number_out_of_range", text)
            game.unreadable.add(number)
            return
        game.lines[number] = row.line
        outs: set[UUID] = set()
        bad: set[UUID] = set()
        game.cells[number] = self._scores(row, bad)
        if bad:
            game.unreadable.add(number)
        for name in ("went_out", "won", "dealer"):
            text = self.cell(row, name)
            if not text:
                continue
            player = next(
                (seat.player for seat in self.seats if fold(seat.heading) == fold(text)), None
            )
            if player is None and name != "dealer":
                message = _("%(text)s has no column in this table.") % {"text": quoted(text)}
                self.problems.report(row.line, name, "unknown_player", message)
                game.unreadable.add(number)
            elif name == "dealer":
                game.dealer = player if number == 1 else game.dealer
            elif player:
                outs.add(player)
        if len(outs) == 1:
            game.out[number] = outs.pop()

    def _scores(self, row: Row, bad: set[UUID]) -> dict[UUID, Score]:
        """Return the cells of a line that are not empty; report those that cannot be read."""
        scores = {}
        for seat in self.seats:
            text = self._text(row, seat, "points")
            if not text:
                continue
            try:
                score = read_score(text)
                for name in ("phase", "completed"):
                    if beside := self._text(row, seat, name):
                        score = replace(score, phase=_PHASE_NUMBER(beside))
                if beside := self._text(row, seat, "laid_down"):
                    score = replace(score, is_down=read_flag(beside))
                if beside := self._text(row, seat, "went_out"):
                    score = replace(score, is_out=read_flag(beside))
            except BadCell as error:
                self.problems.report(row.line, seat.heading, error.code, str(error))
                bad.add(seat.player)
                continue
            scores[seat.player] = score
        return scores

    def _adds_up(self, row: Row, game: RoundGame) -> bool:
        """Return whether a line has the sums of the rounds above it."""
        if not 2 <= len(game.lines) < MAX_ADDED_UP:
            return False
        texts = {seat.player: self._text(row, seat, "points") for seat in self.seats}
        totals = {player: points_of(text) for player, text in texts.items() if text}
        added = sums(game.cells)
        return bool(totals) and all(
            total in added.get(player, (0,)) for player, total in totals.items()
        )

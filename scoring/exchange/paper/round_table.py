"""Read tables in which each player has a column and each line is a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import BadCell, read_flag, read_name, whole_number
from scoring.exchange.paper.dates import BadDate, WrittenDate
from scoring.exchange.paper.file_problems import FileProblems, quoted
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.headings import column_name
from scoring.exchange.paper.phase_readings import Cells, by_position, with_laid_down
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.score_cells import Score, looks_like_score, points_of, read_score
from scoring.exchange.paper.sheet_lines import GAME_COLUMNS, SheetLine, SheetReaders
from scoring.exchange.paper.tables import (
    Table,
    cell_of,
    is_title,
    is_totals,
    read_title,
    round_number,
)
from scoring.exchange.similar_names import fold

BELOW_ROUNDS = ("place", "won", "notes", "dealer")  # lines that are not read
_PHASE_NUMBER = whole_number(0, 20)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player of a table: the id of the name, the heading, and the columns by what they have."""

    player: UUID
    heading: str
    columns: Mapping[str, int]


@dataclass
class _Game:
    """A game as far as it was read; `totals` are the lines of totals, `settings` of the game."""

    date: WrittenDate | None
    date_line: int
    settings: dict[str, Any]
    cells: Cells = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    unreadable: set[int] = field(default_factory=set)
    out: dict[int, UUID] = field(default_factory=dict)
    dealer: UUID | None = None
    totals: list[tuple[int, dict[UUID, Score]]] = field(default_factory=list)
    completed: dict[UUID, int] = field(default_factory=dict)


@dataclass
class RoundTableReader:
    """Reads one table after another; a date holds until the next one."""

    names: PlayerNames
    problems: FileProblems
    warnings: list[str]
    readers: SheetReaders
    options: ReadingOptions
    date: WrittenDate | None = None
    date_line: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    seats: list[_Seat] = field(default_factory=list)
    fields: dict[str, int] = field(default_factory=dict)
    games: list[_Game] = field(default_factory=list)
    is_counted: bool = False

    def read(self, table: Table) -> list[GameLines]:
        """Return the games of a table; report what cannot be read."""
        for row in table.title:
            self._read_title(row)
        self.seats = self._find_seats(table)
        self.fields = {
            column.name: column.index
            for column in table.columns
            if column.name and not column.player
        }
        # A table without any number of a round is counted from its top.
        self.is_counted = not any(round_number(self._cell(row, "round")) for row in table.rows)
        self.games = []
        game: _Game | None = None
        for row in table.rows:
            label = self._label(row)
            if not (self._is_blank(row) and (round_number(label) or not is_title(row))):
                game = self._read_row(row, label, game)
        return [each for game in self.games for each in self._game_lines(game)]

    def _read_row(self, row: Row, label: str, game: _Game | None) -> _Game | None:
        """Read a line, and return the game that goes on in the next one."""
        number = self._round_number(row, label, game)
        if number is not None:
            date = self.readers.read(row.line, "date", self._cell(row, "date"), self.problems)
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
            self._read_title(row)
            game = None
        else:
            text = _(
                "%(text)s is not the number of a round. Write 1, 2, 3 and so on, or “Total” for "
                "totals."
            )
            text %= {"text": quoted(label)}
            self.problems.report(row.line, "round", "bad_round", text)
        return game

    def _round_number(self, row: Row, label: str, game: _Game | None) -> int | None:
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

    def _find_seats(self, table: Table) -> list[_Seat]:
        by_name: dict[str, dict[str, int]] = {}
        headings: dict[str, str] = {}
        for column in table.columns:
            if column.player:
                by_name.setdefault(column.player, {}).setdefault(column.name, column.index)
                headings.setdefault(column.player, column.heading or column.player)
        seats: list[_Seat] = []
        for name, columns in by_name.items():
            if not any(cell_of(row, columns.get("points")) for row in table.rows):
                continue
            try:
                player = self.names.count_line(read_name(name))
            except BadCell as error:
                self.problems.report(table.heading.line, name, error.code, str(error))
                continue
            if any(seat.player == player for seat in seats):
                text = _("The column %(name)s occurs twice.") % {"name": quoted(name)}
                self.problems.report(table.heading.line, name, "duplicate_column", text)
                continue
            seats.append(_Seat(player, headings[name], columns))
        return seats

    # --- Lines -----------------------------------------------------------------------------

    def _cell(self, row: Row, name: str) -> str:
        index = self.fields.get(name)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def _label(self, row: Row) -> str:
        """Return what a line is: its round, or a word for totals in its first column."""
        return self._cell(row, "round") or (row.cells[0] if is_totals(row.cells[0]) else "")

    def _text(self, row: Row, seat: _Seat, name: str) -> str:
        return cell_of(row, seat.columns.get(name))

    def _is_blank(self, row: Row) -> bool:
        return not any(self._text(row, seat, "points") for seat in self.seats)

    def _read_title(self, row: Row) -> None:
        try:
            facts = read_title(row, self.readers.columns, self.options)
        except (BadCell, BadDate) as error:
            self.problems.report(row.line, None, error.code, str(error))
            return
        if facts.date:
            self.date, self.date_line = facts.date, row.line
        self.settings |= dict(facts.settings)

    def _begin(self, row: Row, date: WrittenDate | None) -> _Game:
        if date:
            self.date, self.date_line = date, row.line
        settings = dict(self.settings)
        for name in GAME_COLUMNS:
            value = self.readers.read(row.line, name, self._cell(row, name), self.problems)
            if value is not None:
                settings[name] = value
        return _Game(self.date, self.date_line, settings)

    def _read_round(self, row: Row, number: int, game: _Game) -> None:
        if number in game.lines:
            text = _("Round %(number)s is already on line %(line)s.")
            text %= {"number": number, "line": game.lines[number]}
            self.problems.report(row.line, "round", "duplicate_line", text)
            game.unreadable.add(number)
            return
        game.lines[number] = row.line
        outs: set[UUID] = set()
        bad: set[UUID] = set()
        game.cells[number] = self._scores(row, bad)
        if bad:
            game.unreadable.add(number)
        for name in ("went_out", "won", "dealer"):
            text = self._cell(row, name)
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

    def _adds_up(self, row: Row, game: _Game) -> bool:
        """Return whether a line has the sums of the rounds above it."""
        if len(game.lines) < 2:
            return False
        totals = {}
        for seat in self.seats:
            text = self._text(row, seat, "points")
            if text:
                totals[seat.player] = points_of(text)
        return bool(totals) and all(
            total in sums(game.cells, player) for player, total in totals.items()
        )

    # --- Games -----------------------------------------------------------------------------

    def _game_lines(self, game: _Game) -> Iterator[GameLines]:
        if not any(game.cells.values()):  # all of them could not be read
            return
        points = _differences(game.cells)
        last_totals = game.totals[-1][1] if game.totals else {}
        if points and running_totals(game.cells, last_totals):
            game.cells = points
            text = _("The scores from line %(line)s were read as running totals.")
            self.warnings.append(text % {"line": min(game.lines.values())})
        for line, totals in game.totals:
            for player, total in totals.items():
                if total.phase is not None:
                    game.completed[player] = total.phase
                possible = [*sums(game.cells, player), self._sum_of_table(player)]
                if game.unreadable or player not in self._seated(game):
                    continue
                if total.points not in possible:
                    self._report_total(line, player, total.points, possible[0])
        seated = self._seated(game)
        cells = by_position(game.cells, game.settings.get("phases", ()))
        readings = with_laid_down(cells, seated, game.completed, self.options.brackets)
        if not readings:
            readings = {"": game.cells}
            text = _(
                "The numbers beside the points from line %(line)s are not the Phases that players "
                "tried or completed, so they were not read."
            )
            self.warnings.append(text % {"line": min(game.lines.values())})
        lines = {name: list(self._lines(game, cells, seated)) for name, cells in readings.items()}
        first, *others = lines.values()
        yield GameLines(
            game.date,
            game.date_line,
            first,
            {seat.player: seat.heading for seat in self.seats},
            lines if others else {},
        )

    def _sum_of_table(self, player: UUID) -> int:
        """Return the points of a player in all games of a table, such as those of an evening."""
        return sum(sums(game.cells, player)[0] for game in self.games if game.cells)

    def _report_total(self, line: int, player: UUID, total: int, right: int) -> None:
        heading = next(seat.heading for seat in self.seats if seat.player == player)
        text = _("The points of %(player)s add up to %(sum)s, not %(total)s.")
        text %= {"player": self.names.quoted(player), "sum": right, "total": total}
        self.problems.report(line, heading, "total_differs", text)

    def _seated(self, game: _Game) -> list[UUID]:
        """Return who has a cell in any round, in the order of the columns."""
        present = {player for scores in game.cells.values() for player in scores}
        return [seat.player for seat in self.seats if seat.player in present]

    def _lines(self, game: _Game, cells: Cells, seated: Sequence[UUID]) -> Iterator[SheetLine]:
        settings = {name: game.settings[name] for name in GAME_COLUMNS if name in game.settings}
        for number, scores in cells.items():
            for player in seated:
                score = scores.get(player)
                if score is None:
                    continue
                yield SheetLine(
                    line=game.lines[number],
                    has_problems=number in game.unreadable,
                    round=number,
                    player=player,
                    points=score.points,
                    laid_down=score.is_down,
                    went_out=score.is_out or game.out.get(number) == player or None,
                    dealer=game.dealer == player if number == 1 else None,
                    **settings,
                )


def sums(cells: Cells, player: UUID) -> list[int]:
    """Return what the points of a player can add up to: a tie-break may not count."""
    seated = max(len(scores) for scores in cells.values())
    all_rounds = sum(scores[player].points for scores in cells.values() if player in scores)
    full_rounds = sum(
        scores[player].points
        for scores in cells.values()
        if player in scores and len(scores) == seated
    )
    return [all_rounds, full_rounds]


def running_totals(cells: Cells, totals: Mapping[UUID, Score]) -> bool:
    """Return whether the lines of a game have running totals instead of the points of each round.

    They do if the last one is the same as the line of totals. Without such a line they do if
    nobody goes out after the second round as the lines stand, but somebody does in each round if
    the lines are running totals.
    """
    last = cells[max(cells)]
    if totals:
        is_last = all(
            player in last and total.points == last[player].points
            for player, total in totals.items()
        )
        return is_last and any(
            total.points not in sums(cells, player) for player, total in totals.items()
        )
    points = _differences(cells)
    later = [scores.values() for number, scores in sorted(cells.items())][2:]
    return (
        len(later) > 1
        and all(score.points for scores in later for score in scores)
        and points is not None
        and all(any(score.points == 0 for score in scores.values()) for scores in points.values())
    )


def _differences(cells: Cells) -> Cells | None:
    """Return the points of each round from running totals, None if a total becomes smaller."""
    points: Cells = {}
    before: dict[UUID, int] = {}
    for number, scores in sorted(cells.items()):
        points[number] = {
            player: replace(score, points=score.points - before.get(player, 0))
            for player, score in scores.items()
        }
        if any(score.points < 0 for score in points[number].values()):
            return None
        before |= {player: score.points for player, score in scores.items()}
    return points

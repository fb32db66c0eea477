"""Read the lines of a sheet: each is a player's line of a round, or a player's total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.game_record import Outcome
from referee.game import Variant
from referee.kinds import Phase
from referee.stints import Stint
from scoring.exchange.paper.cells import (
    DIGITS,
    MAX_POINTS,
    MAX_ROUNDS,
    BadCell,
    is_flag,
    read_edition,
    read_flag,
    read_name,
    read_phases,
    read_reason,
    read_status,
    read_stints,
    read_text,
    read_variant,
    whole_number,
)
from scoring.exchange.paper.dates import WrittenDate, read_date
from scoring.exchange.paper.file_problems import FileProblems, quoted
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_comment, is_totals
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.tables import Table, two_heading_lines
from scoring.exchange.paper.titles import read_title
from scoring.exchange.similar_names import fold

# How the cells of each column are read. Every text in a sheet goes through one of these.
COLUMNS: dict[str, Callable[[str], Any]] = {
    "game": read_text,
    "date": read_date,
    "edition": read_edition,
    "variant": read_variant,
    "status": read_status,
    "phases": read_phases,
    "ended_early": read_flag,
    "round": whole_number(1, MAX_ROUNDS),
    "player": read_name,
    "player_id": read_text,
    "points": whole_number(0, MAX_POINTS),
    "laid_down": read_flag,
    "went_out": read_flag,
    "dealer": read_flag,
    "total": whole_number(0, MAX_POINTS),
    "completed": whole_number(0, 100),
    "won": read_flag,
    "overrule": read_reason,
    "stints": read_stints,
}
# The columns that hold for a whole game; it is enough to fill them in on one of its lines.
GAME_COLUMNS = ("edition", "variant", "phases", "ended_early", "status")
ROUND_COLUMNS = ("points", "laid_down", "went_out", "dealer")
EMPTY_STATUS = (Outcome.PLAYING, Outcome.ABANDONED)  # of games that may have no rounds
TOTAL_COLUMNS = ("total", "completed", "won")
SEAT_COLUMNS = ("dealer", "stints")  # of a line without a round and a total


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line as far as it can be read; `has_problems` if some of it cannot."""

    line: int
    has_problems: bool = False
    game: str = ""
    date: WrittenDate | None = None
    edition: str | None = None
    variant: Variant | None = None
    status: Outcome | None = None
    phases: tuple[int | Phase, ...] | None = None
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
    stints: tuple[Stint, ...] | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether this only says that a player has a seat, as our exports do."""
        return self.round is None and self.total is None


class SheetReaders:
    """The readers of all columns, and the editions of games that somebody had to say.

    `unknown_games` counts the names of games that nobody knows.
    """

    def __init__(self, options: ReadingOptions) -> None:
        self.options = options
        self.columns: dict[str, Callable[[str], Any]] = {**COLUMNS, "edition": self._read_edition}
        self.unknown_games: Counter[str] = Counter()

    def _read_edition(self, text: str) -> str:
        edition = self.options.edition_of(text)
        if edition is None:
            try:
                edition = read_edition(text)
            except BadCell:
                self.unknown_games[text] += 1
                raise
        return edition

    def read(self, line: int, name: str, text: str, problems: FileProblems) -> Any:
        """Return what a cell says, None if it is empty or cannot be read, which is reported."""
        if not text:
            return None
        try:
            return self.columns[name](text)
        except BadCell as error:
            problems.report(line, name, error.code, str(error))
            return None


@dataclass(kw_only=True)
class Titles:
    """What is above lines of games: a date and settings hold until others follow."""

    problems: FileProblems
    readers: SheetReaders
    options: ReadingOptions
    date: WrittenDate | None = None
    date_line: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def read_title(self, row: Row) -> None:
        """Read a line above a table; report a setting that cannot be read."""
        try:
            facts = read_title(row, self.readers.columns, self.options)
        except BadCell as error:
            self.problems.report(row.line, None, error.code, str(error))
            return
        if date := facts.pop("date", None):
            self.date, self.date_line = date, row.line
        self.settings |= facts

    def settings_of(self, row: Row, cell: Callable[[str], str]) -> dict[str, Any]:
        """Return the settings of the game on a line, of which `cell` gives the columns."""
        settings = dict(self.settings)
        for name in GAME_COLUMNS:
            value = self.readers.read(row.line, name, cell(name), self.problems)
            if value is not None:
                settings[name] = value
        return settings


def read_lines(
    table: Table,
    names: PlayerNames,
    problems: FileProblems,
    readers: SheetReaders,
    *,
    has_date: bool = False,
) -> list[SheetLine]:
    """Return all lines below the headings; report what cannot be read.

    `has_date` is whether the date is above the table.
    """
    columns = _find_columns(table, problems, has_date=has_date)
    if columns is None:
        return []
    if not table.rows:
        text = _("Nothing is filled in below the headings: write the points of at least one game.")
        problems.report(table.heading.line, None, "empty_file", text)
    width = len(table.heading.cells)
    players = {fold(names.canonical(_text(row, columns, "player"))) for row in table.rows}
    lines: list[SheetLine] = []
    sums = _Sums()
    for row in table.rows:
        if is_comment(row):
            continue
        if _is_totals_line(row, columns):
            _check_totals(row, columns, sums, names, problems)
        else:
            line = _read_line(row, columns, width, names, players, problems, readers)
            sums.add(line, fold(names.labels[line.player]) if line.player else "")
            lines.append(line)
    return lines


class _Sums:
    """The points of the lines so far: of all, and of the last game of each name."""

    def __init__(self) -> None:
        self.of_all = 0
        self.of_names: dict[str, int] = {}

    def add(self, line: SheetLine, name: str) -> None:
        points = (line.points or 0) + (line.total or 0)
        before = 0 if line.round in (None, 1) else self.of_names.get(name, 0)
        self.of_all += points
        self.of_names[name] = before + points


def _find_columns(
    table: Table, problems: FileProblems, *, has_date: bool
) -> Mapping[str, int] | None:
    """Return where each known column is; None if these are not the headings of a sheet."""
    columns: dict[str, int] = {}
    count_before = problems.count
    has_rounds = any(column.name == "round" for column in table.columns)
    for column in table.columns:
        name = column.name
        if name == "score":  # of a round, or of a whole game
            name = "points" if has_rounds else "total"
        if name in columns:
            text = _("The column %(name)s occurs twice.") % {"name": quoted(name)}
            problems.report(table.heading.line, name, "duplicate_column", text)
        elif name in COLUMNS:
            columns[name] = column.index
    if table.has_rounds_as_columns:
        text = _(
            "The rounds are columns here. Make a line of each round, and a column of each player."
        )
        problems.report(table.heading.line, None, "rounds_as_columns", text)
        return None
    if "player" not in columns and _has_headings_again(table):
        problems.report(table.rows[0].line, None, "two_heading_lines", two_heading_lines())
        return None
    required = ["player"] if has_date else ["date", "player"]
    required += [] if "total" in columns else ["round", "points"]
    for name in required:
        if name not in columns:
            text = _("The column “%(name)s” is missing. Write its heading above the games.")
            if name == "date":
                text = _(
                    "The date of the games is missing: give it a column with the heading "
                    "“%(name)s”, or write it on a line above the headings, such as “Game night, "
                    "2024-03-01”."
                )
            problems.report(table.heading.line, name, "missing_column", text % {"name": name})
    return columns if problems.count == count_before else None


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


def _is_totals_line(row: Row, columns: Mapping[str, int]) -> bool:
    """Return whether a line has sums of those above it, and is no line of a player."""
    labels = [_text(row, columns, name) for name in ("date", "game", "round", "player")]
    return any(map(is_totals, labels)) or (not any(labels) and is_totals(row.cells[0]))


def _check_totals(
    row: Row,
    columns: Mapping[str, int],
    sums: _Sums,
    names: PlayerNames,
    problems: FileProblems,
) -> None:
    """Report sums that are not those of the lines above, of one player or of all."""
    player = _text(row, columns, "player")
    if not player or is_totals(player):
        total = sums.of_all
    else:
        total = sums.of_names.get(fold(names.canonical(player)), 0)
    for name in ("points", "total"):
        text = _text(row, columns, name)
        if DIGITS.fullmatch(text) and int(text[:12]) != total:
            message = _("The points above add up to %(sum)s, not %(total)s.")
            message %= {"sum": total, "total": text[:12]}
            problems.report(row.line, name, "total_differs", message)


def _read_line(
    row: Row,
    columns: Mapping[str, int],
    width: int,
    names: PlayerNames,
    players: Collection[str],
    problems: FileProblems,
    readers: SheetReaders,
) -> SheetLine:
    count_before = problems.count
    values: dict[str, Any] = {}
    player = _text(row, columns, "player")
    for name in columns:
        text = _text(row, columns, name)
        if name == "won" and text:  # the winner's name, on that player's line or on all lines
            winner = fold(names.canonical(text))
            is_own = winner == fold(names.canonical(player))
            if is_own or (winner in players and not is_flag(text)):
                values[name] = is_own
                continue
        value = readers.read(row.line, name, text, problems)
        if value is not None:
            values[name] = value
    if any(row.cells[width:]):
        text = _("This line has more cells than there are headings.")
        problems.report(row.line, None, "too_many_cells", text)
    if not player:
        text = _("The name of the player is missing.")
        problems.report(row.line, "player", "required", text)
    for name, code, text in _misplaced(values, row, columns):
        problems.report(row.line, name, code, text)
    if "player" in values:
        values["player"] = names.count_line(values["player"], values.get("player_id", ""))
    values.pop("player_id", None)
    return SheetLine(row.line, problems.count > count_before, **values)


def _text(row: Row, columns: Mapping[str, int], name: str) -> str:
    return row.cell(columns.get(name))


def _misplaced(
    values: Mapping[str, Any], row: Row, columns: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    """Yield what a line lacks, and what does not belong in a line of a round or a total."""
    if "round" not in values and _text(row, columns, "round"):
        return  # it is a line of a round, but its number cannot be read
    if "round" in values:
        for name in (*TOTAL_COLUMNS, "stints"):
            if name in values:
                text = _(
                    "This line is for a round. Totals and “stints” belong on lines without a round."
                )
                yield name, "not_in_a_round", text
        if not _text(row, columns, "points") and not values.get("went_out"):
            text = _("The points of the cards left in hand are missing.")
            yield "points", "required", text
    else:
        is_seat = values.get("status") in EMPTY_STATUS or _text(row, columns, "stints")
        is_empty = is_seat and not _text(row, columns, "total")
        for name in (*ROUND_COLUMNS, "stints"):
            if name in values and not (is_empty and name in SEAT_COLUMNS):
                text = _("This line has no round, so it can only have a total.")
                yield name, "not_in_a_total", text
        if not _text(row, columns, "total") and not is_empty:
            name = "round" if "total" not in columns else "total"
            text = _("A line needs a round and points, or the total of a game.")
            yield name, "required", text

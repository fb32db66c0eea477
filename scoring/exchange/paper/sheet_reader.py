"""Read a sheet of games, as `docs/import.md` describes it: from rows to games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.paper import PaperGame
from rest.query import read_id
from scoring.exchange.paper.dates import date_key, infer_order
from scoring.exchange.paper.file_contents import FileContents, FileGame
from scoring.exchange.paper.file_problems import MAX_SKIP, quoted
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.game_table import GameTableReader
from scoring.exchange.paper.grid import Grid
from scoring.exchange.paper.line_table import LineTableReader
from scoring.exchange.paper.paper_game import read_paper_game
from scoring.exchange.paper.phase_readings import choose_reading, possible_readings
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.round_table import RoundTableReader
from scoring.exchange.paper.table_reader import TableReader
from scoring.exchange.paper.tables import (
    Table,
    find_tables,
    missing_columns,
    repeated_columns,
    unread_columns,
)

SHOWN_LINES, SHOWN_CELLS = 3, 8
READERS: Mapping[str, type[TableReader]] = {
    "lines": LineTableReader,
    "rounds": RoundTableReader,
    "games": GameTableReader,
}


def read_sheet(grid: Grid, options: ReadingOptions | None = None) -> FileContents:
    """Return the games of a sheet, read as somebody said."""
    options = options or ReadingOptions()
    contents = FileContents(
        grid.encoding,
        names=PlayerNames(same_as=options.same_as),
        warnings=list(grid.warnings),
        as_read=_as_read(grid) if grid.rows else "",
    )
    games = list(_games(grid, options, contents))
    order = options.dates or infer_order(game.date for game in games if game.date)
    papers = [read_paper_game(game, order, contents) for game in games]
    games_at: Counter[datetime] = Counter()
    for game_lines, paper in zip(games, _chosen(games, papers, contents), strict=True):
        if paper is None or game_lines.date is None:
            continue
        if game_lines.date.clock is None:
            # A minute apart, so that the games of a day stay in the order of the sheet.
            minutes = timedelta(minutes=games_at[paper.started_at])
            games_at[paper.started_at] += 1
            paper = replace(paper, started_at=paper.started_at + minutes)
        first = game_lines.lines[0]
        places = {
            (line.round or 0, line.player): line.line for line in game_lines.lines if line.player
        }
        contents.games.append(
            FileGame(
                paper,
                date_key(game_lines.date, order),
                first.line,
                places,
                own_id=_own_id(first.game),
                headings=game_lines.headings,
            )
        )
    _complete_skips(games, contents)
    return contents


def _as_read(grid: Grid) -> str:
    """Return a text that shows the first lines, so that people see how they were taken."""
    lines = [
        f"{row.line}: {' | '.join(quoted(cell) for cell in row.cells[:SHOWN_CELLS])}"
        + (" | …" if len(row.cells) > SHOWN_CELLS else "")
        for row in grid.rows[:SHOWN_LINES]
    ]
    text = _("The first lines were read like this, with their cells. %(lines)s")
    return text % {"lines": " / ".join(lines)}


def _complete_skips(games: Sequence[GameLines], contents: FileContents) -> None:
    """Let problems of a game name all of its lines: without one of them, the rest is not a game."""
    lines_of: dict[int, tuple[int, ...]] = {}
    for game in games:
        lines = tuple(sorted({line.line for line in game.lines}))
        if len(lines) <= MAX_SKIP:
            lines_of |= dict.fromkeys(lines, lines)
    contents.problems.kept = [
        replace(problem, skip=lines_of.get(problem.line or 0, problem.skip))
        for problem in contents.problems.kept
    ]


def _games(grid: Grid, options: ReadingOptions, contents: FileContents) -> Iterator[GameLines]:
    """Yield the lines of each game, in tables of any layout."""
    tables = find_tables(grid.rows, options)
    problems = contents.problems
    if not tables:
        problems.report(None, None, "empty_file", _("The file is empty."))
        return
    contents.layout = tables[0].layout
    contents.columns = tables[0].columns
    contents.warnings += missing_columns(tables, options)
    readers = {layout: reader(contents, options) for layout, reader in READERS.items()}
    found = problems.count
    is_empty = True
    for table in tables:
        contents.warnings += unread_columns(table)
        for column in repeated_columns(table):
            text = _("Two columns are headed %(name)s. Give each player another name.")
            text %= {"name": quoted(column.heading)}
            problems.report(table.heading.line, column.heading, "duplicate_column", text)
        for lines in readers[table.layout].read(table):
            is_empty = False
            yield _on_own_lines(lines, table)
        problems.kept = [
            replace(problem, line=table.line_of.get(problem.column or "", problem.line))
            if problem.line in table.line_of.values()
            else problem
            for problem in problems.kept
        ]
    if is_empty and problems.count == found:
        text = _("Nothing is filled in below the headings: write the points of at least one game.")
        problems.report(tables[0].heading.line, None, "empty_file", text)


def _on_own_lines(game: GameLines, table: Table) -> GameLines:
    """Let each player's lines be those of the file if the table was turned."""
    if table.line_of:
        for lines in (game.lines, *game.readings.values()):
            lines[:] = [
                replace(line, line=table.line_of.get(game.headings.get(line.player, ""), line.line))
                if line.player
                else line
                for line in lines
            ]
    return game


def _own_id(text: str) -> UUID | None:
    """Return the id in the column `game`, which holds one if we exported the sheet."""
    try:
        return read_id(text)
    except ValueError:
        return None


def _chosen(
    games: Sequence[GameLines], papers: Sequence[dict[str, PaperGame]], contents: FileContents
) -> Iterator[PaperGame | None]:
    """Yield each game as it is to be read; None, with a problem reported, if that is not clear.

    All games of a file are read in the same way if one of them can only be read in one.
    """
    possible = [
        possible_readings(paper, contents.names.labels) if len(paper) > 1 else {}
        for paper in papers
    ]
    common = choose_reading(possible)
    for game, paper, readings in zip(games, papers, possible, strict=True):
        first = next(iter(paper.values()), None)
        if len(set(readings.values())) > 1 and not common:
            text = _(
                "The numbers beside the points could be the Phase that a player tried, or the "
                "Phases completed after the round. Send “brackets” as phase or completed."
            )
            contents.problems.report(game.lines[0].line, None, "ambiguous_brackets", text)
            yield None
        elif common in readings:
            yield paper[common]
        else:
            yield paper[next(iter(readings))] if readings else first

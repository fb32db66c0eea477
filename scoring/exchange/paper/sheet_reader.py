"""Read a sheet of games, as `docs/import.md` describes it: from rows to games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.paper import PaperGame, PaperTotal
from referee.game import Variant
from scoring.exchange.paper.cells import BadCell, phases_of
from scoring.exchange.paper.dates import BadDate, WrittenDate, date_key, infer_order, resolve_date
from scoring.exchange.paper.file_contents import FileContents, FileGame
from scoring.exchange.paper.file_problems import MAX_SKIP, FileProblems
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.game_table import GameTableReader
from scoring.exchange.paper.grid import Grid
from scoring.exchange.paper.phase_readings import choose_reading, possible_readings
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.round_table import RoundTableReader
from scoring.exchange.paper.sheet_lines import (
    EMPTY_STATUS,
    GAME_COLUMNS,
    SheetLine,
    SheetReaders,
    read_lines,
)
from scoring.exchange.paper.tables import (
    Table,
    find_tables,
    missing_columns,
    read_title,
    unread_columns,
)


def read_sheet(grid: Grid, options: ReadingOptions | None = None) -> FileContents:
    """Return the games of a sheet, read as somebody said."""
    options = options or ReadingOptions()
    contents = FileContents(
        grid.encoding,
        names=PlayerNames(same_as=options.same_as),
        warnings=list(grid.warnings),
    )
    readers = SheetReaders(options)
    games = list(_games(grid, options, readers, contents))
    contents.unknown_games = readers.unknown_games
    order = options.dates or infer_order(game.date for game in games if game.date)
    papers = [_read_game(game, order, contents) for game in games]
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


def _complete_skips(games: Sequence[GameLines], contents: FileContents) -> None:
    """Let problems of a game name all of its lines: without one of them, the rest is no game."""
    lines_of: dict[int, tuple[int, ...]] = {}
    for game in games:
        lines = tuple(sorted({line.line for line in game.lines}))
        if len(lines) <= MAX_SKIP:
            lines_of |= dict.fromkeys(lines, lines)
    contents.problems.kept = [
        replace(problem, skip=lines_of.get(problem.line or 0, problem.skip))
        for problem in contents.problems.kept
    ]


def _games(
    grid: Grid, options: ReadingOptions, readers: SheetReaders, contents: FileContents
) -> Iterator[GameLines]:
    """Yield the lines of each game, in tables of any layout."""
    tables = find_tables(grid.rows, options)
    names, problems, warnings = contents.names, contents.problems, contents.warnings
    if not tables:
        problems.report(None, None, "empty_file", _("The file is empty."))
        return
    contents.layout = tables[0].layout
    contents.columns = tables[0].columns
    warnings += missing_columns(tables, options)
    rounds = RoundTableReader(names, problems, warnings, readers, options)
    games = GameTableReader(names, problems, readers, options)
    found = problems.count
    is_empty = True
    for table in tables:
        warnings += unread_columns(table)
        if table.layout == "lines":
            yield from _line_games(table, options, readers, contents)
            return
        for lines in rounds.read(table) if table.layout == "rounds" else games.read(table):
            is_empty = False
            yield lines
    if is_empty and problems.count == found:
        text = _("Nothing is filled in below the headings: write the points of at least one game.")
        problems.report(tables[0].heading.line, None, "empty_file", text)


def _line_games(
    table: Table, options: ReadingOptions, readers: SheetReaders, contents: FileContents
) -> Iterator[GameLines]:
    """Yield the lines of each game of a table with a line for each player."""
    date, date_line = None, 0
    settings: dict[str, Any] = {}
    for row in table.title:
        try:
            facts = read_title(row, readers.columns, options)
        except (BadCell, BadDate) as error:
            contents.problems.report(row.line, None, error.code, str(error))
            continue
        if facts.date:
            date, date_line = facts.date, row.line
        settings |= dict(facts.settings)
    lines = read_lines(table, contents.names, contents.problems, readers, has_date=date is not None)
    for game in group_lines(lines, date, date_line):
        if settings:
            first = game.lines[0]
            missing = {
                name: value
                for name, value in settings.items()
                if name in GAME_COLUMNS and all(getattr(each, name) is None for each in game.lines)
            }
            game.lines[0] = replace(first, **missing)
        yield game


def group_lines(
    lines: Sequence[SheetLine], date: WrittenDate | None = None, date_line: int = 0
) -> list[GameLines]:
    """Return the lines of each game; `date` is the date above them.

    A line without a date has the date of the line before. A line that does not name its game
    belongs to the game of the line before, unless it begins another one (`_begins_game`).
    """
    games: list[GameLines] = []
    named: dict[tuple[str, WrittenDate | None], GameLines] = {}
    current: GameLines | None = None
    for line in lines:
        if line.date:
            date, date_line = line.date, line.line
        game = named.get((line.game, date)) if line.game else current
        if game is None or (not line.game and _begins_game(line, game)):
            game = GameLines(date, date_line)
            games.append(game)
        if line.game:
            named[line.game, date] = game
        game.lines.append(line)
        current = game
    return games


def _begins_game(line: SheetLine, current: GameLines) -> bool:
    """Return whether a line that does not name its game begins another game.

    It does if its date differs, its round is lower than the one before, or its player already
    has a total.
    """
    if line.date and line.date != current.date:
        return True
    if line.has_problems:
        return False
    before = current.lines[-1]
    if line.round is None:
        return before.round is not None or line.player in {each.player for each in current.lines}
    return before.round is None or line.round < before.round


def _own_id(text: str) -> UUID | None:
    """Return the id in the column `game`, which holds one if we exported the sheet."""
    try:
        return UUID(text) if len(text) == len(str(UUID(int=0))) else None
    except ValueError:
        return None


def _read_game(game_lines: GameLines, order: str, contents: FileContents) -> dict[str, PaperGame]:
    """Return the game of these lines, by the ways in which it can be read.

    Without any, its problems were reported.
    """
    lines, names, problems = game_lines.lines, contents.names, contents.problems
    count_before = problems.count
    settings = _settings(lines, problems)
    started_at = _started_at(game_lines, order, problems)
    if any(line.has_problems for line in lines):
        return {}
    if settings.get("ended_early") and settings.get("status") in EMPTY_STATUS:
        text = _("A game that was ended early is over: leave “status” or “ended_early” empty.")
        problems.report(lines[0].line, "status", "contradicts_status", text)
    for line, column, code, text in _contradictions(lines, names):
        problems.report(line, column, code, text)
    if problems.count > count_before or started_at is None:
        return {}
    readings = game_lines.readings or {"": lines}
    return {name: _paper_game(each, settings, started_at) for name, each in readings.items()}


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


def _settings(lines: Sequence[SheetLine], problems: FileProblems) -> dict[str, Any]:
    """Return what holds for the whole game; report lines that disagree."""
    settings: dict[str, Any] = {}
    for line in lines:
        for name in GAME_COLUMNS:
            value = getattr(line, name)
            if value is not None and settings.setdefault(name, value) != value:
                text = _("This differs from an earlier line of the same game.")
                problems.report(line.line, name, "differs", text)
    return settings


def _started_at(game_lines: GameLines, order: str, problems: FileProblems) -> datetime | None:
    if game_lines.date is None:
        if not any(line.has_problems for line in game_lines.lines):
            text = _(
                "The date of this game is missing. Write it above the headings, or in a column "
                "“date”."
            )
            problems.report(game_lines.lines[0].line, "date", "required", text)
        return None
    try:
        return resolve_date(game_lines.date, order)
    except BadDate as error:
        problems.report(game_lines.date_line, "date", error.code, str(error))
        return None


def _contradictions(
    lines: Sequence[SheetLine], names: PlayerNames
) -> Iterator[tuple[int, str | None, str, str]]:
    """Yield why these lines cannot be one game."""
    first = lines[0]
    for line in lines:
        if (line.round is None, line.is_empty) != (first.round is None, first.is_empty):
            text = _("Some lines of this game have a round, and others do not.")
            yield line.line, "round", "rounds_and_totals", text
            return
    earlier: dict[tuple[int | None, UUID | None], int] = {}
    for line in lines:
        place = line.round, line.player
        if place in earlier:
            text = _("%(player)s already has an entry for this on line %(line)s.")
            params = {"player": names.quoted(line.player), "line": earlier[place]}
            yield line.line, "player", "duplicate_line", text % params
        earlier.setdefault(place, line.line)
    rounds = {line.round for line in lines if line.round}
    for number in range(1, max(rounds, default=0)):
        if number not in rounds:
            text = _("Round %(number)s of this game is missing.") % {"number": number}
            yield first.line, "round", "missing_round", text
            return
    dealers = [line for line in lines if _deals_first(line)]
    for line in dealers[1:]:
        yield line.line, "dealer", "several_dealers", _("Only one player can deal a round.")


def _paper_game(
    lines: Sequence[SheetLine], settings: dict[str, Any], started_at: datetime
) -> PaperGame:
    edition = settings.get("edition", "classic")
    paper = PaperGame(
        started_at=started_at,
        edition=edition,
        players=tuple(dict.fromkeys(line.player for line in lines if line.player)),
        variant=settings.get("variant", Variant.STANDARD),
        phases=phases_of(edition, settings.get("phases", ())),
        ended_early=settings.get("ended_early", False),
        status=settings.get("status"),
        first_dealer=next((line.player for line in lines if _deals_first(line)), None),
        overrule=next((line.overrule for line in lines if line.overrule), ""),
    )
    if lines[0].is_empty:
        return paper
    if lines[0].round is None:
        return replace(paper, totals=tuple(_total(line) for line in lines))
    rounds: dict[int, list[Entry]] = {}
    for line in lines:
        rounds.setdefault(line.round or 0, []).append(_entry(line))
    return replace(
        paper,
        rounds=tuple(tuple(rounds[number]) for number in sorted(rounds)),
        # Reversed, because the first reason of a round counts.
        overrules={
            line.round: line.overrule for line in reversed(lines) if line.round and line.overrule
        },
    )


def _deals_first(line: SheetLine) -> bool:
    return bool(line.dealer) and (line.round == 1 or line.is_empty)


def _entry(line: SheetLine) -> Entry:
    assert line.player is not None
    return Entry(
        player=line.player,
        points=line.points,
        laid_down=line.laid_down,
        went_out=line.went_out,
    )


def _total(line: SheetLine) -> PaperTotal:
    assert line.player is not None
    assert line.total is not None
    return PaperTotal(line.player, line.total, line.completed, line.won)

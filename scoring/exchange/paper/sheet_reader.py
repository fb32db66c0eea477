"""Read a sheet of games, as `docs/import.md` describes it: from rows to games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.paper import PaperGame, PaperTotal
from referee.game import Variant
from scoring.exchange.paper.cells import phases_of
from scoring.exchange.paper.dates import BadDate, WrittenDate, infer_order, resolve_date
from scoring.exchange.paper.file_contents import FileContents, FileGame
from scoring.exchange.paper.file_problems import FileProblems
from scoring.exchange.paper.grid import Grid
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.sheet_lines import SheetLine, read_lines

# The columns that hold for a whole game; it is enough to fill them in on one of its lines.
GAME_COLUMNS = ("edition", "variant", "phases", "ended_early")


@dataclass
class GameLines:
    """The lines of one game, and its date with the line that gives it."""

    date: WrittenDate | None
    date_line: int
    lines: list[SheetLine] = field(default_factory=list)


def read_sheet(grid: Grid, dates: str = "") -> FileContents:
    """Return the games of a sheet; `dates` is `dmy` or `mdy` if the request says the order."""
    contents = FileContents(grid.encoding, warnings=list(grid.warnings))
    lines = read_lines(grid, contents.names, contents.problems, contents.warnings)
    order = dates or infer_order(line.date for line in lines if line.date)
    games_at: Counter[datetime] = Counter()
    for game_lines in group_lines(lines):
        paper = _read_game(game_lines, order, contents.names, contents.problems)
        if paper is None:
            continue
        written_date = paper.started_at.isoformat()
        if game_lines.date and game_lines.date.clock is None:
            # A minute apart, so that the games of a day stay in the order of the sheet.
            minutes = timedelta(minutes=games_at[paper.started_at])
            games_at[paper.started_at] += 1
            paper = replace(paper, started_at=paper.started_at + minutes)
        first = game_lines.lines[0]
        places = {
            (line.round or 0, line.player): line.line for line in game_lines.lines if line.player
        }
        contents.games.append(
            FileGame(paper, written_date, first.line, places, own_id=_own_id(first.game))
        )
    return contents


def group_lines(lines: Sequence[SheetLine]) -> list[GameLines]:
    """Return the lines of each game.

    A line without a date has the date of the line before. A line that does not name its game
    belongs to the game of the line before, unless it begins another one (`_begins_game`).
    """
    games: list[GameLines] = []
    named: dict[tuple[str, WrittenDate | None], GameLines] = {}
    date: WrittenDate | None = None
    date_line = 0
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


def _read_game(
    game_lines: GameLines, order: str, names: PlayerNames, problems: FileProblems
) -> PaperGame | None:
    """Return the game of these lines; None, with problems reported, if it cannot be read."""
    lines = game_lines.lines
    count_before = problems.count
    settings = _settings(lines, problems)
    started_at = _started_at(game_lines, order, problems)
    if any(line.has_problems for line in lines):
        return None
    for line, column, code, text in _contradictions(lines, names):
        problems.report(line, column, code, text)
    if problems.count > count_before or started_at is None:
        return None
    return _paper_game(lines, settings, started_at)


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
            text = _("The date of this game is missing.")
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
        if (line.round is None) != (first.round is None):
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
    dealers = [line for line in lines if line.round == 1 and line.dealer]
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
        overrule=next((line.overrule for line in lines if line.overrule), ""),
    )
    if lines[0].round is None:
        return replace(paper, totals=tuple(_total(line) for line in lines))
    rounds: dict[int, list[Entry]] = {}
    for line in lines:
        rounds.setdefault(line.round or 0, []).append(_entry(line))
    return replace(
        paper,
        rounds=tuple(tuple(rounds[number]) for number in sorted(rounds)),
        first_dealer=next((line.player for line in lines if line.round == 1 and line.dealer), None),
        # Reversed, because the first reason of a round counts.
        overrules={
            line.round: line.overrule for line in reversed(lines) if line.round and line.overrule
        },
    )


def _entry(line: SheetLine) -> Entry:
    assert line.player is not None
    return Entry(
        player=line.player,
        points=line.points,
        laid_down=line.laid_down,
        went_out=bool(line.went_out),
    )


def _total(line: SheetLine) -> PaperTotal:
    assert line.player is not None
    assert line.total is not None
    return PaperTotal(line.player, line.total, line.completed, line.won)

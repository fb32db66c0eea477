"""The lines of each game of a sheet: which of them belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.exchange.paper.dates import WrittenDate
from scoring.exchange.paper.sheet_lines import SheetLine


@dataclass
class GameLines:
    """The lines of one game, and its date with the line that gives it.

    In a table, several players share a line: `headings` are those of their columns. `readings`
    are the ways in which the numbers beside the points can be read, each with all lines; they are
    empty if there is only one way. `players` are those of the lines that were grouped.
    """

    date: WrittenDate | None
    date_line: int
    lines: list[SheetLine] = field(default_factory=list)
    headings: Mapping[UUID, str] = field(default_factory=dict)
    readings: Mapping[str, list[SheetLine]] = field(default_factory=dict)
    players: set[UUID | None] = field(default_factory=set)


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
        game.players.add(line.player)
        current = game
    return games


def _begins_game(line: SheetLine, current: GameLines) -> bool:
    """Return whether a line that does not name its game begins another game.

    It does if its date differs, its round is lower than the one before, or its player already
    has a total. Who was there when is said before the first round.
    """
    if line.date and line.date != current.date:
        return True
    if line.has_problems:
        return False
    before = current.lines[-1]
    if line.round is None:
        return before.round is not None or line.player in current.players
    if before.stints is not None:
        return False
    return before.round is None or line.round < before.round

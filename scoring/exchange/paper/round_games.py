"""The games in a table of rounds, read to its end: totals checked, and who laid down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.exchange.paper.dates import WrittenDate
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.phase_readings import Cells, by_position, with_laid_down
from scoring.exchange.paper.running_totals import (
    are_running_totals,
    points_of_rounds,
    sums,
)
from scoring.exchange.paper.score_cells import Score
from scoring.exchange.paper.sheet_lines import SheetLine


@dataclass(frozen=True, slots=True)
class RoundSeat:
    """A player of a table: the id of the name, the heading, and the columns by what they have."""

    player: UUID
    heading: str
    columns: Mapping[str, int]


@dataclass
class RoundGame:
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


@dataclass(frozen=True, slots=True)
class RoundGames:
    """All games of a table, whose players are the same; `brackets` is what somebody said."""

    games: Sequence[RoundGame]
    seats: Sequence[RoundSeat]
    contents: FileContents
    brackets: str

    def read(self) -> list[GameLines]:
        """Return the lines of each game; report totals that differ."""
        games = [game for game in self.games if any(game.cells.values())]  # that could be read
        for game in games:
            self._read_running_totals(game)
        of_table = Counter[UUID]()  # the points of all games, such as those of an evening
        for game in games:
            of_table.update({player: points for player, (points, _) in sums(game.cells).items()})
        return [self._game_lines(game, of_table) for game in games]

    def _read_running_totals(self, game: RoundGame) -> None:
        points = points_of_rounds(game.cells)
        last_totals = game.totals[-1][1] if game.totals else {}
        if points and are_running_totals(game.cells, last_totals):
            game.cells = points
            text = _("The scores from line %(line)s were read as running totals.")
            self.contents.warnings.append(text % {"line": min(game.lines.values())})

    def _game_lines(self, game: RoundGame, of_table: Mapping[UUID, int]) -> GameLines:
        self._check_totals(game, of_table)
        seated = self._seated(game)
        cells = by_position(game.cells, game.settings.get("phases", ()))
        readings = with_laid_down(cells, seated, game.completed, self.brackets)
        if not readings:
            readings = {"": game.cells}
            text = _(
                "The numbers beside the points from line %(line)s are not the Phases that players "
                "tried or completed, so they were not read."
            )
            self.contents.warnings.append(text % {"line": min(game.lines.values())})
        lines = {name: list(self._lines(game, cells, seated)) for name, cells in readings.items()}
        first, *others = lines.values()
        return GameLines(
            game.date,
            game.date_line,
            first,
            {seat.player: seat.heading for seat in self.seats},
            lines if others else {},
        )

    def _check_totals(self, game: RoundGame, of_table: Mapping[UUID, int]) -> None:
        """Report totals that differ, and keep the Phases that are written beside them."""
        of_game = sums(game.cells)
        for line, totals in game.totals:
            for player, total in totals.items():
                if total.phase is not None:
                    game.completed[player] = total.phase
                if game.unreadable or player not in of_game:
                    continue
                if total.points not in (*of_game[player], of_table[player]):
                    self._report_total(line, player, total.points, of_game[player][0])

    def _report_total(self, line: int, player: UUID, total: int, right: int) -> None:
        heading = next(seat.heading for seat in self.seats if seat.player == player)
        text = _("The points of %(player)s add up to %(sum)s, not %(total)s.")
        text %= {"player": self.contents.names.quoted(player), "sum": right, "total": total}
        self.contents.problems.report(line, heading, "total_differs", text)

    def _seated(self, game: RoundGame) -> list[UUID]:
        """Return who has a cell in any round, in the order of the columns."""
        present = {player for scores in game.cells.values() for player in scores}
        return [seat.player for seat in self.seats if seat.player in present]

    def _lines(self, game: RoundGame, cells: Cells, seated: Sequence[UUID]) -> Iterator[SheetLine]:
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
                    **game.settings,
                )

"""Read tables in which each line is a whole game: who played, their totals, and who won."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import BadCell, read_name, whole_number
from scoring.exchange.paper.columns import Column
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.score_cells import Score, looks_like_score, points_of, read_score
from scoring.exchange.paper.sheet_lines import SheetLine
from scoring.exchange.paper.table_reader import TableReader
from scoring.exchange.paper.tables import Table, cell_of
from scoring.exchange.paper.titles import is_title
from scoring.exchange.similar_names import fold

BETWEEN_NAMES = re.compile(r"[,;/&+]|\b(?:and|und|et|y)\b", re.IGNORECASE)
_COMPLETED = whole_number(0, 100)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player of a line: the name, and its cells by what they have, with their headings."""

    name: str
    heading: str
    cells: Mapping[str, str]


class GameTableReader(TableReader):
    """Reads one table after another."""

    def read_rows(self, table: Table) -> list[GameLines]:
        columns = table.columns
        games: list[GameLines] = []
        sums = Counter[str]()  # of the games so far, by the headings of their players
        for row in table.rows:
            if self.is_totals_line(row, self.fields):
                self._check_totals(row, columns, sums)
            elif game := self._read_game(row, columns):
                games.append(game)
                for line in game.lines:
                    if line.player:
                        sums[game.headings[line.player]] += line.total or 0
        return games

    def cell(self, row: Row, name: str) -> str:
        return cell_of(row, self.fields.get(name))

    def _read_game(self, row: Row, columns: list[Column]) -> GameLines | None:
        seats = list(_seats(row, columns))
        if not seats and is_title(row):
            return None
        count_before = self.problems.count
        date = self.read_cell(row, "date")
        if date:
            self.date, self.date_line = date, row.line
        settings = self.settings_of(row)
        scores: dict[UUID, Score] = {}
        headings: dict[UUID, str] = {}
        completed: dict[UUID, int | None] = {}
        for seat in seats:
            try:
                player = self.names.count_line(read_name(seat.name))
                headings[player] = seat.heading
                if player in scores:
                    text = _("%(player)s occurs twice on this line.")
                    text %= {"player": quoted(seat.name)}
                    raise BadCell("duplicate_line", text)
                score = read_score(seat.cells["total"])
                scores[player] = score
                completed[player] = score.phase
                if text := seat.cells.get("completed", ""):
                    completed[player] = _COMPLETED(text)
            except BadCell as error:
                self.problems.report(row.line, seat.heading, error.code, str(error))
        winners = self._winners(row, self.cell(row, "won"), scores)
        has_problems = self.problems.count > count_before
        lines = [
            SheetLine(
                line=row.line,
                has_problems=has_problems,
                player=player,
                total=score.points,
                completed=completed[player],
                won=True if player in winners else None,
                **settings,
            )
            for player, score in scores.items()
            if player in completed
        ]
        return GameLines(self.date, self.date_line, lines, headings) if lines else None

    def _winners(self, row: Row, text: str, scores: Mapping[UUID, Score]) -> set[UUID]:
        """Return who won by the column of winners, or by the only mark beside the scores."""
        if not text:
            marked = {player for player, score in scores.items() if score.is_down}
            return marked if len(marked) == 1 else set()
        winners = set()
        labels = {fold(self.names.labels[player]): player for player in scores}
        whole = [text] if fold(self.names.canonical(text)) in labels else BETWEEN_NAMES.split(text)
        for name in filter(None, map(str.strip, whole)):
            player = labels.get(fold(self.names.canonical(name)))
            if player is None:
                message = _("%(text)s won, but has no score on this line.") % {"text": quoted(name)}
                self.problems.report(row.line, "won", "unknown_winner", message)
            else:
                winners.add(player)
        return winners

    def _check_totals(self, row: Row, columns: list[Column], sums: Mapping[str, int]) -> None:
        """Report sums at the end of the table that are not those of the games above."""
        for column in columns:
            text = cell_of(row, column.index)
            if column.name != "points" or not text or not looks_like_score(text):
                continue
            right = sums[column.heading]
            if points_of(text) != right:
                message = _("The points of %(player)s add up to %(sum)s, not %(total)s.")
                message %= {"player": quoted(column.player), "sum": right, "total": text}
                self.problems.report(row.line, column.heading, "total_differs", message)


def _seats(row: Row, columns: list[Column]) -> Iterator[_Seat]:
    """Yield the players of a line: those of columns with a score, or “Player 1” and so on."""
    cells: dict[str, dict[str, str]] = {}
    headings: dict[str, str] = {}
    for column in columns:
        if column.player:
            name = "total" if column.name == "points" else column.name
            name = "completed" if name == "phase" else name
            cells.setdefault(column.player, {}).setdefault(name, cell_of(row, column.index))
            if name == "total":
                headings[column.player] = column.heading
    for player, texts in cells.items():
        name = texts.get("player", "") if "player" in texts else player
        if name and texts.get("total"):
            yield _Seat(name, headings[player], texts)
        elif name and "player" in texts:
            yield _Seat(name, headings.get(player, player), {**texts, "total": ""})

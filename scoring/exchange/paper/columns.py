"""The columns of a table: what each has by its heading, and whose scores they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.exchange.export.sheet_rows import RoundRow
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.reading_options import PLAYER, ReadingOptions
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.words import COLUMN_OF_HEADING, column_name, simplify_word

SUBCOLUMNS = ("points", "phase", "completed", "laid_down", "went_out")  # of a player
NUMBERED = re.compile(r"(?P<name>.*?[^\W\d_])\W*(?P<number>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, and the name of what it has, empty if unknown.

    `player` is the player whose scores it has, or to whom it belongs.
    """

    index: int
    heading: str
    name: str = ""
    player: str = ""


def columns_of(row: Row, options: ReadingOptions) -> list[Column]:
    """Return the columns with these headings, as somebody said what they mean, or by their words.

    `winner` beside `won` is a column of our own exports that is not read.
    """
    columns = []
    texts = {simplify_word(cell) for cell in row.cells}
    for index, cell in enumerate(row.cells):
        meaning = options.meaning_of(cell) if cell else None
        if meaning is None:
            word = simplify_word(cell)
            name = COLUMN_OF_HEADING.get(word, "")
            if name == "won" and word != "won" and "won" in texts and "player_id" in texts:
                name = ""
            columns.append(Column(index, cell, name))
        elif meaning.startswith(PLAYER):
            columns.append(Column(index, cell, "points", meaning[len(PLAYER) :].strip() or cell))
        else:
            columns.append(Column(index, cell, meaning))
    return columns


def points_of_games(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the columns; where nobody wrote down rounds, points are those of whole games."""
    names = {column.name for column in columns}
    for column in columns:
        if column.name == "points" and not names & {"round", "total", "score"}:
            yield Column(column.index, column.heading, "total")
        else:
            yield column


def below_names(columns: Sequence[Column], names: Row) -> Iterator[Column]:
    """Yield columns below a line of names, each of which holds until the next one."""
    name = ""
    for column in columns:
        name = names.cell(column.index) or name
        if column.name in SUBCOLUMNS and name:
            yield Column(column.index, name, column.name, name)
        else:
            yield column


def with_players(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the columns, with the players in whose columns they are.

    A heading that is not known is a player's name. A column such as “Phase” behind that, or one
    without a heading, belongs to the same player, and so does “Anna Phase”.
    """
    player = ""
    for column in columns:
        if column.player:
            player = column.player
            yield column
        elif column.name in SUBCOLUMNS and player and column.name != "went_out":
            yield Column(column.index, column.heading, column.name, player)
        elif column.name:
            player = ""
            yield column
        elif not column.heading:
            name = "phase" if player else ""
            yield Column(column.index, "", name, player)
        elif split := _split_heading(column.heading):
            name, player = split
            yield Column(column.index, column.heading, name, player)
        elif looks_like_score(column.heading):
            player = ""
            yield column
        else:
            player = column.heading
            yield Column(column.index, column.heading, "points", player)


def _split_heading(heading: str) -> tuple[str, str] | None:
    """Return what a column has and whose it is, if its heading says both.

    >>> _split_heading("Anna Phase"), _split_heading("Punkte Oma Käthe"), _split_heading("Ben")
    (('phase', 'Anna'), ('points', 'Oma Käthe'), None)
    """
    parts = heading.split()
    for word, others in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
        name = column_name(word)
        if others and name in (*SUBCOLUMNS, "total", "score"):
            return ("points" if name in ("total", "score") else name), " ".join(others)
    return None


def with_numbered_players(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the columns if some are “Player 1”, “Score 1” and so on; their `player` is “1”."""
    found = []
    for column in columns:
        match = None if column.name else NUMBERED.fullmatch(column.heading)
        name = column_name(match["name"]) if match else ""
        if match and name in ("player", "total", "score", "points", "completed", "phase", "won"):
            name = {"score": "total", "points": "total", "phase": "completed"}.get(name, name)
            found.append(Column(column.index, column.heading, name, match["number"]))
        else:
            found.append(column)
    if sum(1 for column in found if column.name == "player" and column.player) > 1:
        yield from found


def is_unknown(column: Column) -> bool:
    """Return whether nobody knows what a column has; other columns of our exports are known."""
    return bool(
        not column.name and column.heading and simplify_word(column.heading) not in RoundRow._fields
    )

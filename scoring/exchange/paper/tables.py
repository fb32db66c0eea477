"""Find the tables of a sheet: their headings, what is above them, and how they are laid out.

There are three layouts. `lines`: each line is a player's line of a round, or a player's total.
`rounds`: each line is a round, each player has a column. `games`: each line is a whole game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.exchange.paper.columns import (
    Column,
    below_names,
    columns_of,
    is_unknown,
    points_of_games,
    with_numbered_players,
    with_players,
)
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.line_labels import is_comment, round_number
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.turned_tables import turn
from scoring.exchange.paper.words import UNREAD, WORDS, column_name
from scoring.exchange.similar_names import fold

MAX_TITLE_ROWS = 20  # above the headings
BLANK = frozenset(["", "-", "–", "—"])


@dataclass
class Table:
    """Rows below the same headings, and the rows above them.

    `line_of` has the line of each player in the file, if the table was turned.
    """

    layout: str
    heading: Row
    columns: list[Column]
    title: list[Row] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    line_of: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_rounds_as_columns(self) -> bool:
        return sum(1 for column in self.columns if round_number(column.heading)) > 1


def find_tables(rows: Sequence[Row], options: ReadingOptions) -> list[Table]:
    """Return the tables of a sheet; without any headings, its first line is taken for them.

    If nothing else can be read, rounds may be columns: such tables are turned.
    """
    kept = [row for row in rows if not is_comment(row)]
    tables = _tables_in(kept, options)
    if kept and (not tables or tables[0].has_rounds_as_columns):
        rounds, turned = turn(kept)
        if turned:
            tables = _tables_in(rounds, options)
            for table, one in zip(tables, turned, strict=False):
                table.line_of = one.line_of()
    if not tables and kept:
        columns = columns_of(kept[0], options)
        return [Table("lines", kept[0], columns, rows=kept[1:])]
    for each in tables:
        each.columns = [_without_remarks(column, each, options) for column in each.columns]
    return tables


def _tables_in(kept: Sequence[Row], options: ReadingOptions) -> list[Table]:
    tables: list[Table] = []
    title: list[Row] = []
    before: Row | None = None
    for row, following in zip_longest(kept, kept[1:]):
        table = None
        if not tables or (tables[-1].layout == "rounds" and _may_be_headings(row)):
            table = _table_at(row, before, options) or _table_with_corner(row, following, options)
        if table:
            table.title, title = [*title, *table.title], []
            tables.append(table)
        elif tables:
            tables[-1].rows.append(row)
        elif len(title) < MAX_TITLE_ROWS:
            title.append(row)
        else:
            break
        before = row
    return tables


def _without_remarks(column: Column, table: Table, options: ReadingOptions) -> Column:
    """Return a column without a player if most of its cells are not scores."""
    is_guessed = column.name == "points" and options.meaning_of(column.heading) is None
    if table.layout == "lines" or not is_guessed:
        return column
    cells = [cell_of(row, column.index) for row in table.rows]
    filled = [cell for cell in cells if cell]
    if 2 * sum(map(looks_like_score, filled)) >= len(filled):
        return column
    return Column(column.index, column.heading)


def cell_of(row: Row, index: int | None) -> str:
    """Return a cell of a table, empty if it has nothing but a dash."""
    text = row.cell(index)
    return "" if text in BLANK else text


def _may_be_headings(row: Row) -> bool:
    """Return whether a line inside a table may have headings again."""
    return column_name(next(filter(None, row.cells))) == "round" or (
        not row.cells[0] and not any(map(looks_like_score, filter(None, row.cells)))
    )


def _table_at(row: Row, before: Row | None, options: ReadingOptions) -> Table | None:
    """Return a table with these headings, None if they are none."""
    columns = columns_of(row, options)
    names = [column.name for column in columns]
    known = set(names)
    if len(
        known & {"player", "date", "round", "points", "total", "score", "won", "completed"}
    ) > 1 and ("player" in known):
        return Table("lines", row, list(points_of_games(columns)))
    if "round" in known:
        if before and names.count("points") > 1 and not any(column.player for column in columns):
            columns = list(below_names(columns, before))
        else:
            columns = list(with_players(columns))
        if sum(1 for column in columns if column.player and column.name == "points") > 1:
            return Table("rounds", row, columns)
        return None
    if known & {"date", "game"}:
        numbered = list(with_numbered_players(columns))
        if numbered:
            return Table("games", row, numbered)
        columns = list(with_players(columns))
        if sum(1 for column in columns if column.player) > 1:
            return Table("games", row, columns)
    return None


def _table_with_corner(row: Row, following: Row | None, options: ReadingOptions) -> Table | None:
    """Return a table of rounds whose first heading is empty or a title, if round 1 is below it.

    If lines between are left out, any round can be below it.
    """
    number = round_number(following.cells[0]) if following else None
    if following is None or number is None:
        return None
    if number != 1 and not any(row.line < line < following.line for line in options.skip):
        return None
    corner, *others = columns_of(row, options)
    if corner.name or any(column.name in ("player", "date") for column in others):
        return None
    if any(looks_like_score(column.heading) for column in others if column.heading):
        return None
    columns = [Column(0, corner.heading, "round"), *with_players(others)]
    if sum(1 for column in columns if column.player and column.name == "points") < 2:
        return None
    title = [Row(row.line, (corner.heading,))] if corner.heading else []
    return Table("rounds", row, columns, title)


def repeated_columns(table: Table) -> Iterator[Column]:
    """Yield the columns with scores of a player who already has an earlier one."""
    seen = set()
    for column in table.columns:
        if column.player and column.name in ("points", "total"):
            if (column.player, column.name) in seen:
                yield column
            seen.add((column.player, column.name))


def two_heading_lines() -> str:
    """Return what to do about headings on two lines."""
    return _(
        "The headings seem to be on two lines. Write them on one: the name of a player above the "
        "points, and “Anna Phase” or only “Phase” above the column behind them."
    )


def unread_columns(table: Table) -> Iterator[str]:
    """Yield a warning if a table has columns that are not known."""
    unknown = [quoted(each.heading) for each in table.columns if is_unknown(each)]
    if unknown:
        text = ngettext(
            "The column %(names)s is unknown and was not read. Valid columns: %(values)s.",
            "The columns %(names)s are unknown and were not read. Valid columns: %(values)s.",
            len(unknown),
        )
        valid = ", ".join(name for name in WORDS["en"].headings if name not in UNREAD)
        yield text % {"names": ", ".join(unknown), "values": valid}


def missing_columns(tables: Sequence[Table], options: ReadingOptions) -> Iterator[str]:
    """Yield a warning for each heading that was said to mean something, and is in no table."""
    headings = {fold(cell) for table in tables for cell in table.heading.cells}
    for heading in options.columns:
        if fold(heading) not in headings:
            text = _("No column has the heading %(name)s, which is in “columns”.")
            yield text % {"name": quoted(heading)}

"""Find the tables of a sheet: their headings, what is above them, and how they are laid out.

There are three layouts. `lines`: each line is a player's line of a round, or a player's total.
`rounds`: each line is a round, each player has a column. `games`: each line is a whole game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.editions import EDITIONS
from scoring.exchange.export.sheet_rows import RoundRow
from scoring.exchange.paper.cells import find_edition
from scoring.exchange.paper.dates import BadDate, WrittenDate, read_date
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.headings import COLUMN_OF_HEADING, UNREAD, column_name
from scoring.exchange.paper.reading_options import PLAYER, ReadingOptions
from scoring.exchange.paper.score_cells import looks_like_score
from scoring.exchange.paper.words import WORDS, simplify_word, split_words, words_of
from scoring.exchange.similar_names import fold, simplify

MAX_TITLE_ROWS = 20  # above the headings
MAX_TITLE = 200  # characters of a cell above the headings that is searched for a date
MAX_TITLE_CELLS = 3  # of a line that is not one of the table
SUBCOLUMNS = ("points", "phase", "completed", "laid_down", "went_out")  # of a player
DATE_IN_TEXT = re.compile(
    r"(?<![0-9])([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})"
    r"(?![0-9])"
)
# “1. März 2024”, “1 de marzo de 2024”, “March 1st, 2024”
DATE_IN_WORDS = re.compile(
    r"(?<![0-9])(?P<day>[0-9]{1,2})(?:\.|er|º)?\s+(?:de\s+)?(?P<month>[^\W\d_]+)\.?,?\s+(?:de\s+)?"
    r"(?P<year>[0-9]{4})(?![0-9])"
)
MONTH_FIRST = re.compile(
    r"(?P<month>[^\W\d_]+)\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>[0-9]{4})(?![0-9])"
)
_MONTHS = {
    simplify_word(month): number
    for words in WORDS.values()
    for number, month in enumerate(split_words(words.months), 1)
}
NUMBERED = re.compile(r"(?P<name>.*?[^\W\d_])\W*(?P<number>[0-9]{1,2})")
COMMENT = re.compile(r"#\s")
BLANK = frozenset(["", "-", "–", "—"])
_TOTALS, _ROUND_WORDS = words_of("totals"), words_of("round")
_ROUND_LABEL = re.compile(r"(?:(?P<word>[^\W\d_]+)[_#]*)?(?P<number>[0-9]{1,4})\)?")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, and the name of what it has, empty if unknown.

    `player` is the player whose scores it has, or to whom it belongs.
    """

    index: int
    heading: str
    name: str = ""
    player: str = ""


@dataclass
class Table:
    """Rows below the same headings, and the rows above them."""

    layout: str
    heading: Row
    columns: list[Column]
    title: list[Row] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def find_tables(rows: Sequence[Row], options: ReadingOptions) -> list[Table]:
    """Return the tables of a sheet; without any headings, its first line is taken for them."""
    tables: list[Table] = []
    title: list[Row] = []
    before: Row | None = None
    kept = [row for row in rows if not is_comment(row)]
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
    if not tables and kept:
        columns = _columns(kept[0], options)
        return [Table("lines", kept[0], columns, rows=kept[1:])]
    for each in tables:
        each.columns = [_without_remarks(column, each, options) for column in each.columns]
    return tables


def _without_remarks(column: Column, table: Table, options: ReadingOptions) -> Column:
    """Return a column without a player if most of its cells are no scores."""
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
    text = row.cells[index] if index is not None and index < len(row.cells) else ""
    return "" if text in BLANK else text


def is_comment(row: Row) -> bool:
    """Return whether a line is a remark: one cell that begins with `#` and a blank."""
    filled = [cell for cell in row.cells if cell]
    return len(filled) == 1 and bool(COMMENT.match(filled[0]))


def _may_be_headings(row: Row) -> bool:
    """Return whether a line inside a table may have headings again."""
    return column_name(next(filter(None, row.cells))) == "round" or (
        not row.cells[0] and not any(map(looks_like_score, filter(None, row.cells)))
    )


def _columns(row: Row, options: ReadingOptions) -> list[Column]:
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


def _table_at(row: Row, before: Row | None, options: ReadingOptions) -> Table | None:
    """Return a table with these headings, None if they are none."""
    columns = _columns(row, options)
    names = [column.name for column in columns]
    known = set(names)
    if len(
        known & {"player", "date", "round", "points", "total", "score", "won", "completed"}
    ) > 1 and ("player" in known):
        return Table("lines", row, list(_points_of_games(columns)))
    if "round" in known:
        if before and names.count("points") > 1 and not any(column.player for column in columns):
            columns = list(_below_names(columns, before))
        else:
            columns = list(_with_players(columns))
        if sum(1 for column in columns if column.player and column.name == "points") > 1:
            return Table("rounds", row, columns)
        return None
    if known & {"date", "game"}:
        numbered = list(_numbered(columns))
        if numbered:
            return Table("games", row, numbered)
        columns = list(_with_players(columns))
        if sum(1 for column in columns if column.player) > 1:
            return Table("games", row, columns)
    return None


def _points_of_games(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the columns; where nobody wrote down rounds, points are those of whole games."""
    names = {column.name for column in columns}
    for column in columns:
        if column.name == "points" and not names & {"round", "total", "score"}:
            yield Column(column.index, column.heading, "total")
        else:
            yield column


def _table_with_corner(row: Row, following: Row | None, options: ReadingOptions) -> Table | None:
    """Return a table of rounds whose first heading is empty or a title, if round 1 is below it.

    If lines between are left out, any round can be below it.
    """
    number = round_number(following.cells[0]) if following else None
    if following is None or number is None:
        return None
    if number != 1 and not any(row.line < line < following.line for line in options.skip):
        return None
    corner, *others = _columns(row, options)
    if corner.name or any(column.name in ("player", "date") for column in others):
        return None
    if any(looks_like_score(column.heading) for column in others if column.heading):
        return None
    columns = [Column(0, corner.heading, "round"), *_with_players(others)]
    if sum(1 for column in columns if column.player and column.name == "points") < 2:
        return None
    title = [Row(row.line, (corner.heading,))] if corner.heading else []
    return Table("rounds", row, columns, title)


def _below_names(columns: Sequence[Column], names: Row) -> Iterator[Column]:
    """Yield columns below a line of names, each of which holds until the next one."""
    name = ""
    for column in columns:
        name = (names.cells[column.index] if column.index < len(names.cells) else "") or name
        if column.name in SUBCOLUMNS and name:
            yield Column(column.index, name, column.name, name)
        else:
            yield column


def _with_players(columns: Sequence[Column]) -> Iterator[Column]:
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


def _numbered(columns: Sequence[Column]) -> Iterator[Column]:
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


def is_unknown(column: Column) -> bool:
    """Return whether nobody knows what a column has; other columns of our exports are known."""
    return bool(
        not column.name and column.heading and simplify_word(column.heading) not in RoundRow._fields
    )


# --- Labels of lines, and lines above a table ---------------------------------------------------


def round_number(label: str) -> int | None:
    """Return the number of a round.

    >>> round_number("Runde 3"), round_number("R3"), round_number("3."), round_number("Gesamt")
    (3, 3, 3, None)
    """
    match = _ROUND_LABEL.fullmatch(simplify_word(label))
    if match is None or (match["word"] and match["word"] not in _ROUND_WORDS):
        return None
    return int(match["number"])


@lru_cache(maxsize=4096)  # of every line of a large file
def is_totals(label: str) -> bool:
    """Return whether a line of totals begins like this.

    >>> is_totals("Summe:"), is_totals("Punkte gesamt"), is_totals("Anna")
    (True, True, False)
    """
    return simplify_word(label) in _TOTALS or label.strip() in ("Σ", "∑", "=")


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """What a line above a table says: a date, and settings of the game."""

    date: WrittenDate | None = None
    settings: tuple[tuple[str, Any], ...] = ()


def is_title(row: Row) -> bool:
    """Return whether a line has so little in it that it is none of a table."""
    return sum(1 for cell in row.cells if cell) <= MAX_TITLE_CELLS


def read_title(row: Row, readers: Any, options: ReadingOptions) -> TitleFacts:
    """Return what a line above a table says, such as “Game night, 1.3.2024” or “Edition | flip”.

    Raise BadCell or BadDate for a setting that cannot be read.
    """
    filled = [cell for cell in row.cells if cell]
    settings = []
    date = None
    if len(filled) == 2 and (name := column_name(filled[0])) in readers:
        value = readers[name](filled[1])
        if name == "date":
            date = value
        else:
            settings.append((name, value))
        return TitleFacts(date, tuple(settings))
    for cell in filled:
        date = date or date_in(cell)
        if edition := options.edition_of(cell) or _edition_in(cell):
            settings.append(("edition", edition))
    return TitleFacts(date, tuple(settings[:1]))


def date_in(text: str) -> WrittenDate | None:
    """Return the date in a title.

    >>> date_in("Spieleabend am 1. März 2024").in_order("")
    datetime.date(2024, 3, 1)
    """
    if len(text) > MAX_TITLE:
        return None
    match = DATE_IN_TEXT.search(text)
    written = match[1] if match else ""
    for pattern in (DATE_IN_WORDS, MONTH_FIRST):
        for found in pattern.finditer(text):
            if not written and (month := _MONTHS.get(simplify_word(found["month"]))):
                written = f"{found['year']}-{month}-{found['day']}"
    try:
        return read_date(written) if written else None
    except BadDate:
        return None


def _edition_in(text: str) -> str | None:
    """Return the edition whose name is in a text, the longest name if there are several.

    >>> _edition_in("Phase 10 Flip! - game night"), _edition_in("Phase 10"), _edition_in("Uno")
    ('flip', 'classic', None)
    """
    letters = re.sub(r"\W", "", simplify(text))
    found = [
        (len(name), slug)
        for slug, edition in EDITIONS.items()
        if (name := re.sub(r"\W", "", fold(edition.name))) in letters
    ]
    return max(found)[1] if found else find_edition(text)

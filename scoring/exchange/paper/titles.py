"""What the lines above a table say: a date, and settings of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.editions import EDITIONS
from scoring.exchange.paper.cells import BadCell, find_edition
from scoring.exchange.paper.dates import BadDate, WrittenDate, read_date
from scoring.exchange.paper.file_problems import FileProblems
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.headings import column_name
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.words import WORDS, simplify_word, split_words
from scoring.exchange.similar_names import fold, simplify

MAX_TITLE = 200  # characters of a cell above the headings that is searched for a date
MAX_TITLE_CELLS = 3  # of a line that is not one of the table
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


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """What a line above a table says: a date, and settings of the game."""

    date: WrittenDate | None = None
    settings: tuple[tuple[str, Any], ...] = ()


def is_title(row: Row) -> bool:
    """Return whether a line has so little in it that it is none of a table."""
    return sum(1 for cell in row.cells if cell) <= MAX_TITLE_CELLS


def read_title(
    row: Row,
    readers: Mapping[str, Callable[[str], Any]],
    options: ReadingOptions,
    problems: FileProblems,
) -> TitleFacts:
    """Return what a line above a table says, such as “Game night, 1.3.2024” or “Edition | flip”.

    `readers` read the cells of each column. A setting that cannot be read is reported.
    """
    try:
        return _facts(row, readers, options)
    except (BadCell, BadDate) as error:
        problems.report(row.line, None, error.code, str(error))
        return TitleFacts()


def _facts(
    row: Row, readers: Mapping[str, Callable[[str], Any]], options: ReadingOptions
) -> TitleFacts:
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

"""What the lines above a table say: a date, and the edition of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from referee.editions import EDITIONS
from scoring.exchange.paper.cells import BadCell, find_edition
from scoring.exchange.paper.dates import WrittenDate, read_date, without_months
from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.similar_names import fold, simplify

MAX_TITLE = 200  # characters of a cell above the headings that is searched for a date
MAX_TITLE_CELLS = 3  # of a line that is not one of the table
DATE_IN_TEXT = re.compile(
    r"(?<![0-9])([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})"
    r"(?![0-9])"
)


def is_title(row: Row) -> bool:
    """Return whether a line has too little in it to belong to a table."""
    return sum(1 for cell in row.cells if cell) <= MAX_TITLE_CELLS


def title_facts(cells: Iterable[str], options: ReadingOptions) -> dict[str, Any]:
    """Return the date and the edition in a line above a table, such as “Game night, 1.3.2024”."""
    facts: dict[str, Any] = {}
    for cell in cells:
        if date := date_in(cell):
            facts.setdefault("date", date)
        if edition := options.edition_of(cell) or _edition_in(cell):
            facts.setdefault("edition", edition)
    return facts


def date_in(text: str) -> WrittenDate | None:
    """Return the date in a title.

    >>> date_in("Spieleabend am 1. März 2024").in_order("")
    datetime.date(2024, 3, 1)
    """
    if len(text) > MAX_TITLE:
        return None
    match = DATE_IN_TEXT.search(without_months(text))
    try:
        return read_date(match[1]) if match else None
    except BadCell:
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

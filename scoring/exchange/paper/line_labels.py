"""What a line of a table is, by the words at its beginning: a round, totals or a remark."""

from __future__ import annotations

import re
from functools import lru_cache

from scoring.exchange.paper.grid import Row
from scoring.exchange.paper.words import simplify_word, words_of

COMMENT = re.compile(r"#\s")
_TOTALS, _ROUND_WORDS = words_of("totals"), words_of("round")
_ROUND_LABEL = re.compile(r"(?:(?P<word>[^\W\d_]+)[_#]*)?(?P<number>[0-9]{1,4})\)?")


def is_comment(row: Row) -> bool:
    """Return whether a line is a remark: one cell that begins with `#` and a blank."""
    filled = [cell for cell in row.cells if cell]
    return len(filled) == 1 and bool(COMMENT.match(filled[0]))


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

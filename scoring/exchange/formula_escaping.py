"""Escape text that a spreadsheet program would take for a formula, and read it back."""

from __future__ import annotations

import re

# Where a cell may begin: at the start, or, in programs that expect another separator than the
# file has, behind one; spaces may follow. What may follow them there is the start of a formula,
# also behind apostrophes, so that exactly one apostrophe can be removed again. Spreadsheet
# programs accept the full-width signs as well.
_BEGINNING = r'((?:^|[,;|"\t\r\n])[^\S\t\r\n]*)'
_FORMULA = r"(?='*[=+\-@\t\r\n＝＋－＠])"
_UNESCAPED = re.compile(_BEGINNING + _FORMULA)
_ESCAPED = re.compile(_BEGINNING + "'" + _FORMULA)


def escape_formula(text: str) -> str:
    """Return text for a CSV cell that no program takes for a formula.

    >>> escape_formula("=1+1"), escape_formula("'=1+1"), escape_formula("Ann;=1+1")
    ("'=1+1", "''=1+1", "Ann;'=1+1")
    """
    return _UNESCAPED.sub(r"\1'", text)


def unescape_formula(text: str) -> str:
    """Undo `escape_formula`.

    >>> unescape_formula("'=1+1"), unescape_formula("=1+1"), unescape_formula("'s-Gravenhage")
    ('=1+1', '=1+1', "'s-Gravenhage")
    """
    return _ESCAPED.sub(r"\1", text)

"""Escape text that a spreadsheet program would take for a formula, and read it back."""

from __future__ import annotations

import re

# The start of a formula, also behind apostrophes, so that exactly one apostrophe can be removed
# again. Spreadsheet programs accept the full-width signs as well.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def escape_formula(text: str) -> str:
    """Return text for a CSV cell that no program takes for a formula.

    >>> escape_formula("=1+1"), escape_formula("'=1+1"), escape_formula("Ann")
    ("'=1+1", "''=1+1", 'Ann')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Undo `escape_formula`.

    >>> unescape_formula("'=1+1"), unescape_formula("=1+1"), unescape_formula("'s-Gravenhage")
    ('=1+1', '=1+1', "'s-Gravenhage")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text

"""Text that a program could take for a formula, and must not: what goes out, and comes back."""

from __future__ import annotations

import re

# What begins a formula, and the same behind apostrophes, so that one of them can be taken off
# again. The full-width signs count as the plain ones where they are typed.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def defuse(text: str) -> str:
    """Text for a cell of CSV that no program takes for a formula.

    >>> defuse("=1+1"), defuse("'=1+1"), defuse("Ann")
    ("'=1+1", "''=1+1", 'Ann')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def undefuse(text: str) -> str:
    """What `defuse` has made this text of.

    >>> undefuse("'=1+1"), undefuse("=1+1"), undefuse("'s-Gravenhage")
    ('=1+1', '=1+1', "'s-Gravenhage")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text

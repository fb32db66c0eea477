"""Read what people write into a table of scores: `45`, `45 (3)`, `45*`, `out`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.exchange.paper.cells import MAX_POINTS, THOUSANDS, BadCell, expect_range
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.words import simplify_word, words_of

DOWN_MARKS = "*✓✔☑✅"
NOT_DOWN_MARKS = "✗✘✕❌"
_MARK = f"[{DOWN_MARKS}{NOT_DOWN_MARKS}]"
_PHASE = r"(?:(?:phase|fase|ph|p|f)\.?\s*)?(?P<{name}>[0-9]{{1,2}})"
SCORE = re.compile(
    rf"(?P<before>{_MARK})?\s*"
    r"(?P<points>[0-9]{1,6}|[^\W\d_][^\W\d_ ]*(?: out)?)\s*"
    rf"(?P<between>{_MARK})?\s*"
    r"(?:[(\[]\s*" + _PHASE.format(name="phase") + r"\s*[)\]]"
    r"|[/|,;-]?\s*(?:phase|fase|ph|p|f)\.?\s*(?P<bare>[0-9]{1,2}))?"
    rf"\s*(?P<after>{_MARK})?",
    re.IGNORECASE,
)
_OUT = words_of("out")


@dataclass(frozen=True, slots=True)
class Score:
    """A cell of a table of scores.

    `phase` is a number beside the points. `is_down` is whether a mark says that the player laid
    down; None without a mark.
    """

    points: int
    phase: int | None = None
    is_down: bool | None = None
    is_out: bool = False


def read_score(text: str) -> Score:
    """Read a cell; raise BadCell.

    >>> read_score("45 (3)")
    Score(points=45, phase=3, is_down=None, is_out=False)
    >>> read_score("raus*").is_out, read_score("10 ✓").is_down, read_score("45, P3").phase
    (True, True, 3)
    """
    match = _match(text)
    if match is None:
        if THOUSANDS.fullmatch(text):
            message = _("Write %(text)s in plain digits, without a thousands separator.")
        else:
            message = _(
                "Write the points, and the Phase in brackets if you like, such as 45 or 45 (3); "
                "%(text)s is neither."
            )
        raise BadCell("bad_score", message % {"text": quoted(text)})
    is_out = not match["points"].isdecimal()
    points = 0 if is_out else int(match["points"])
    expect_range(points, 0, MAX_POINTS)
    phase = match["phase"] or match["bare"]
    marks = "".join(match[name] or "" for name in ("before", "between", "after"))
    is_down = None
    if marks:
        is_down = not set(marks) & set(NOT_DOWN_MARKS)
    return Score(points, int(phase) if phase else None, is_down, is_out)


def _match(text: str) -> re.Match[str] | None:
    # With runs of blanks, the pattern would try all ways to divide them.
    match = SCORE.fullmatch(" ".join(text.rstrip("!").split()))
    is_score = match and (match["points"].isdecimal() or simplify_word(match["points"]) in _OUT)
    return match if is_score else None


def points_of(text: str) -> int | None:
    """Return the points in a cell, None if it cannot be read.

    >>> points_of("45 (3)"), points_of("4x5")
    (45, None)
    """
    try:
        return read_score(text).points
    except BadCell:
        return None


def looks_like_score(text: str) -> bool:
    """Return whether a cell may be a score.

    >>> looks_like_score("45 (3)"), looks_like_score("too much wine")
    (True, False)
    """
    return bool(re.match("[0-9]", text) or _match(text))

"""The tally of a round: what the points prove, and what is impossible (rulebook, section 6)."""

from __future__ import annotations

from referee.tally.check import check_tally
from referee.tally.entries import (
    OpenLine,
    PossibleHands,
    TallyEntry,
    TallyLine,
    TallyVerdict,
    line_problem,
)
from referee.tally.shown_table import (
    CONTRADICTS_TABLE,
    ShownTable,
    completed,
    contradictions,
)

__all__ = [
    "CONTRADICTS_TABLE",
    "OpenLine",
    "PossibleHands",
    "ShownTable",
    "TallyEntry",
    "TallyLine",
    "TallyVerdict",
    "check_tally",
    "completed",
    "contradictions",
    "line_problem",
]

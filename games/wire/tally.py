"""The lines of a refused tally as JSON."""

from __future__ import annotations

from typing import TypedDict

from referee.tally import TallyVerdict
from rest.schema import Uuid


class CheckedLine(TypedDict):
    """A line of a round as the tally check left it."""

    player: Uuid
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool


def checked_lines(verdict: TallyVerdict) -> list[CheckedLine]:
    """The lines as far as they could be settled."""
    return [
        {
            "player": line.player,
            "phase": line.phase,
            "points": line.points,
            "laid_down": line.laid_down,
            "went_out": line.went_out,
        }
        for line in verdict.lines
    ]

"""What the correction of a round does to later rounds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Effect(StrEnum):
    """A later round is dropped, or kept although its tally now looks wrong."""

    DROPPED = "dropped"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What happens to one later round, with an explanation for people."""

    round: int
    effect: Effect
    message: str

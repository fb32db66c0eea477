"""How hard Phases are for bots; the data come with another change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A Phase."""

    attempts: int
    successes: int
    success_rate: float
    mean_attempts: float


def simulated(edition: str, phase: str) -> Figure | None:
    """TO BE MERGED."""
    return None

"""How bots do with the official Phases, to compare people with. Pure.

Each edition has a file, written by `manage.py simulate_phases`. It holds two simulations, a short
one that a test repeats and a long one that is used, each with its command. Bots of all three
strengths play at every table, the middle one twice, much as at a table of people.

As with people, the later Phases are mostly tried by those who get there first, so they look
easier than they are. That holds for people and bots alike, so they can be compared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often bots succeed with a Phase. An attempt is a round that a bot began with it.

    >>> baseline = Baseline(attempts=4, successes=1)
    >>> baseline.success_rate, baseline.attempts_per_success
    (0.25, 4.0)
    """

    attempts: int
    successes: int

    @property
    def success_rate(self) -> float:
        """The share of attempts that laid the Phase down, from 0 to 1."""
        return self.successes / self.attempts

    @property
    def attempts_per_success(self) -> float:
        """How many attempts a success takes, those of bots that never succeeded included."""
        return self.attempts / self.successes


@dataclass(frozen=True, slots=True)
class Simulation:
    """The outcome of one command: games, rounds, and a baseline for the text of each Phase."""

    command: str
    games: int
    rounds: int
    phases: Mapping[str, Baseline]


def baseline(edition: str, phase: str) -> Baseline | None:
    """How bots do with a Phase, written as `set:3+set:3`; None if it was not simulated.

    >>> baseline("classic", "run:7").success_rate > baseline("classic", "run:9").success_rate
    True
    >>> baseline("classic", "run:11") is None
    True
    """
    if edition not in _editions():
        return None
    return max(simulations(edition), key=lambda simulation: simulation.games).phases.get(phase)


@cache
def simulations(edition: str) -> tuple[Simulation, ...]:
    """The simulations of an edition, the short one first; raises FileNotFoundError without any.

    >>> [simulation.games for simulation in simulations("classic")]
    [10, 4000]
    """
    stored = tomllib.loads((FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))
    return tuple(map(_read, stored["simulations"]))


@cache
def _editions() -> frozenset[str]:
    return frozenset(file.stem for file in FOLDER.glob("*.toml"))


def _read(stored: dict[str, Any]) -> Simulation:
    phases = {text: Baseline(**counts) for text, counts in stored["phases"].items()}
    return Simulation(stored["command"], stored["games"], stored["rounds"], phases)

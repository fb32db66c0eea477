"""How hard the official Phases are where bots play: a stand-in for people, to compare with.

There is a file for each edition, written by `manage.py simulate_phases`. It has two runs, a
short one that a test plays again and a long one that counts, each with the command that it came
of. At every table sit bots of all three strengths, the middle one twice: one player who is
careless, two who pay attention and one who reckons, as at a table of people.

As with people, the later Phases are tried most by those who get there first, so they look
easier than they are. That is alike for both, and so both can be set side by side.
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
class Figure:
    """What became of a Phase. An attempt is a round in which somebody was on it.

    `success_rate` is the share of attempts that laid it down, from 0 to 1; `mean_attempts` the
    rounds that it takes, those in vain included: attempts by successes.
    """

    attempts: int
    successes: int
    success_rate: float
    mean_attempts: float


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one command: its games and rounds, and the figures by the Phases' texts."""

    command: str
    games: int
    rounds: int
    phases: Mapping[str, Figure]


def simulated(edition: str, phase: str) -> Figure | None:
    """What became of a Phase, written as `set:3+set:3`; None for one that nobody simulated.

    >>> simulated("classic", "run:7").success_rate > simulated("classic", "run:9").success_rate
    True
    >>> simulated("classic", "run:11") is None
    True
    """
    if edition not in _editions():
        return None
    return max(runs(edition), key=lambda run: run.games).phases.get(phase)


@cache
def runs(edition: str) -> tuple[Run, ...]:
    """The runs of an edition, the short one first; raises FileNotFoundError where there are none.

    >>> [run.games for run in runs("classic")]
    [10, 4000]
    """
    stored = tomllib.loads((FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))
    return tuple(_read(run) for run in stored["runs"])


@cache
def _editions() -> frozenset[str]:
    return frozenset(file.stem for file in FOLDER.glob("*.toml"))


def _read(run: dict[str, Any]) -> Run:
    phases = {text: figure(**counts) for text, counts in run["phases"].items()}
    return Run(run["command"], run["games"], run["rounds"], phases)


def figure(attempts: int, successes: int) -> Figure:
    """The figure of these counts, of which there is at least one success.

    >>> figure(attempts=4, successes=1)
    Figure(attempts=4, successes=1, success_rate=0.25, mean_attempts=4.0)
    """
    return Figure(attempts, successes, successes / attempts, attempts / successes)

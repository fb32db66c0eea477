"""How bots do with the official Phases, to compare people with. Pure.

Each edition has a file, written by `manage.py simulate_phases`. It holds a short simulation that a
test repeats, and a long one of each variant, which are used, each with its command. Bots of all
three strengths play at every table, the middle one twice, much as at a table of people.

The later Phases are mostly tried by those who get there first, so over all bots they look easier
than they are. Therefore each strength is counted by itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from referee.game import Variant

FOLDER = Path(__file__).parent


class Tries(NamedTuple):
    """Rounds that bots of one strength began with a Phase, and those in which it was laid down."""

    attempts: int
    successes: int

    @property
    def log_odds(self) -> float:
        """Of a success; half a success and half a failure are added, so that there are some."""
        return log((self.successes + 0.5) / (self.attempts - self.successes + 0.5))


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often bots succeed with a Phase, by their strength, the weakest first.

    >>> bots = {"weak": Tries(8, 2), "middle": Tries(8, 4), "strong": Tries(8, 6)}
    >>> Baseline(bots).success_rate, Baseline(bots).attempts_per_success
    (0.5, 2.0)
    """

    bots: Mapping[str, Tries]

    @property
    def attempts(self) -> int:
        return sum(tries.attempts for tries in self.bots.values())

    @property
    def successes(self) -> int:
        return sum(tries.successes for tries in self.bots.values())

    @property
    def success_rate(self) -> float:
        """The share of attempts that laid the Phase down, from 0 to 1."""
        return self.successes / self.attempts

    @property
    def attempts_per_success(self) -> float:
        """How many attempts a success takes, those of bots that never succeeded included."""
        return self.attempts / self.successes

    def chance(self, strength: float) -> float:
        """The chance that an attempt succeeds; strength 0 is the weakest bot's, 1 the next one's.

        Between two bots, log odds are on a line; beyond the last ones they change by 1 each.

        >>> bots = Baseline({"weak": Tries(9, 2), "middle": Tries(9, 4), "strong": Tries(9, 7)})
        >>> [round(bots.chance(strength), 2) for strength in (-1, 0, 0.5, 1, 2, 3)]
        [0.11, 0.25, 0.34, 0.45, 0.75, 0.89]
        """
        known = [tries.log_odds for tries in self.bots.values()]
        inside = min(max(strength, 0.0), len(known) - 1.0)
        below = min(int(inside), len(known) - 2)
        between = known[below] + (inside - below) * (known[below + 1] - known[below])
        return 1 / (1 + exp(-(between + strength - inside)))


@dataclass(frozen=True, slots=True)
class Simulation:
    """The outcome of one command: variant, games, rounds, and a baseline for each Phase's text."""

    command: str
    variant: str
    games: int
    rounds: int
    phases: Mapping[str, Baseline]


def baseline(edition: str, phase: str, variant: str = Variant.STANDARD) -> Baseline | None:
    """How bots do with a Phase, written as `set:3+set:3`; None if it was not simulated.

    >>> baseline("classic", "run:7").success_rate > baseline("classic", "run:9").success_rate
    True
    >>> baseline("classic", "run:11") is None
    True
    """
    if edition not in _editions():
        return None
    played = [each for each in simulations(edition) if each.variant == variant]
    return max(played, key=lambda simulation: simulation.games).phases.get(phase)


@cache
def simulations(edition: str) -> tuple[Simulation, ...]:
    """The simulations of an edition, the short one first; raises FileNotFoundError without any.

    >>> [simulation.variant for simulation in simulations("classic")]
    ['standard', 'standard', 'fixed_rounds']
    """
    stored = tomllib.loads((FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))
    return tuple(map(_read, stored["simulations"]))


@cache
def _editions() -> frozenset[str]:
    return frozenset(file.stem for file in FOLDER.glob("*.toml"))


def _read(stored: dict[str, Any]) -> Simulation:
    phases = {
        text: Baseline({name: Tries(*counts) for name, counts in bots.items()})
        for text, bots in stored.pop("phases").items()
    }
    return Simulation(**stored, phases=phases)

"""What the simulator expects of the same players with each Phase. Pure.

Whoever gets to the last Phases is a better player, so how often a Phase succeeds says little
about how hard it is. Therefore each player is compared with a bot of the same strength: one that
would have laid down as many Phases in all, in as many attempts at each.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from scoring.statistics.baselines import Baseline
from scoring.statistics.evidence import luck_of_sum

WEAKEST, STRONGEST = -4.0, 6.0  # far beyond all bots (0 to 2)
HALVINGS = 40
A_BIT = 1e-4  # of strength, to see how much more somebody stronger succeeds


@dataclass(frozen=True, slots=True)
class Tried:
    """How often a player tried a Phase and succeeded, and how bots do with it."""

    phase: Hashable
    attempts: int
    successes: int
    baseline: Baseline

    def expected(self, strength: float) -> float:
        """How many successes a bot of this strength would have had."""
        return self.attempts * self.baseline.chance(strength)

    def variance(self, strength: float) -> float:
        """By how much luck changes that, in squared successes."""
        return self.expected(strength) * (1 - self.baseline.chance(strength))

    def gain(self, strength: float) -> float:
        """How many more successes a slightly stronger bot would have had."""
        return self.expected(strength + A_BIT) - self.expected(strength)


@dataclass(slots=True)
class Expected:
    """What was expected of some players with a Phase, beside what was `seen`.

    `variance` is how much luck changes the difference of the two, in squared successes.
    """

    attempts: int = 0
    seen: int = 0
    successes: float = 0.0
    variance: float = 0.0

    @property
    def luck(self) -> float:
        """How likely luck alone makes such a difference."""
        return luck_of_sum(self.seen - self.successes, self.variance)


def expected_successes(players: Iterable[Collection[Tried]]) -> dict[Hashable, Expected]:
    """What was expected with each Phase, of all players together; each is their Phases."""
    found: dict[Hashable, Expected] = {}
    for tried in players:
        strength = _strength(tried)
        variance_of_all = sum(one.variance(strength) for one in tried)
        gain_of_all = sum(one.gain(strength) for one in tried)
        for phase in {one.phase for one in tried}:
            of_phase = [one for one in tried if one.phase == phase]
            variance = sum(one.variance(strength) for one in of_phase)
            # The strength was chosen so that all Phases together are as expected.
            share = sum(one.gain(strength) for one in of_phase) / gain_of_all if gain_of_all else 0
            so_far = found.setdefault(phase, Expected())
            so_far.attempts += sum(one.attempts for one in of_phase)
            so_far.seen += sum(one.successes for one in of_phase)
            so_far.successes += sum(one.expected(strength) for one in of_phase)
            so_far.variance += (1 - 2 * share) * variance + share**2 * variance_of_all
    return found


def _strength(tried: Collection[Tried]) -> float:
    """How strong a bot is that would have had as many successes."""
    successes = sum(one.successes for one in tried)
    low, high = WEAKEST, STRONGEST
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        if sum(one.expected(middle) for one in tried) < successes:
            low = middle
        else:
            high = middle
    return (low + high) / 2

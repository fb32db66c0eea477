"""What a handicap is worth, as measured with bots that are equally strong. Pure.

Worth is counted in doublings of the chance to win, as ratings are: `DOUBLING` points of a rating
are one. `python -m benchmarks handicaps` plays the games (docs/decisions/0047-handicaps.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp2, floor, sqrt

from referee.editions import Edition
from referee.game import Variant
from referee.stints import Handicap

# The share of a game's Phases that a player need not play, for a doubling; and with fixed rounds,
# the points that halve the chance: for each card dealt, in a game of ten rounds. In Flip, the
# Phases are more alike and the others take fewer points, so both are worth more.
PHASES_A_DOUBLING, POINTS_A_DOUBLING = 0.2, 5.0
OF_EDITIONS = {"flip": (0.12, 3.0)}
MOST_PHASES = 0.5  # of a game's Phases, that is the most to be suggested
MOST_DOUBLINGS = 2.0  # that points are suggested for


def worth(edition: Edition, variant: str, phases: int, handicap: Handicap) -> float:
    """Return how many doublings of the chance to win a handicap is worth, among `phases` Phases.

    Points are worth nothing unless rounds are fixed: otherwise they only tell who wins of those
    who complete the last Phase in the same round.

    >>> from referee.editions import EDITIONS
    >>> worth(EDITIONS["classic"], "standard", 10, Handicap(phase=5))
    2.0
    >>> worth(EDITIONS["classic"], "fixed_rounds", 10, Handicap(total=60))
    -1.2
    """
    phases_each, points_each = _a_doubling(edition, phases)
    if variant == Variant.FIXED_ROUNDS:
        return -handicap.total / points_each
    return (handicap.phase - 1) / phases_each


def _a_doubling(edition: Edition, phases: int) -> tuple[float, float]:
    """How many Phases, and with fixed rounds how many points, are worth a doubling."""
    share, points = OF_EDITIONS.get(edition.slug, (PHASES_A_DOUBLING, POINTS_A_DOUBLING))
    # Of independent rounds, the spread grows with the square root of their number.
    return share * phases, points * edition.dealt * sqrt(phases / 10)


def shares(worths: Sequence[float]) -> list[float]:
    """Return the chances of equally strong players with handicaps worth so much; they add up to 1.

    >>> shares([0.0, 0.0, 1.0])
    [0.25, 0.25, 0.5]
    >>> shares([-5000.0, -5000.0])
    [0.5, 0.5]
    """
    most = max(worths)  # only differences count, and a sum of tiny weights could be 0
    weights = [exp2(worth - most) for worth in worths]
    return [weight / sum(weights) for weight in weights]


def suggested(
    edition: Edition, variant: str, phases: int, strengths: Sequence[float]
) -> list[Handicap | None]:
    """Return what would make a game more even, by strengths in doublings; None for no handicap.

    Rounded down, so that nobody gets more than the ratings say. Weaker players begin at a later
    Phase; with fixed rounds, stronger ones begin with points.

    >>> from referee.editions import EDITIONS
    >>> suggested(EDITIONS["classic"], "standard", 10, [0.9, 0.0])
    [None, Handicap(phase=2, total=0)]
    >>> suggested(EDITIONS["classic"], "fixed_rounds", 10, [0.9, 0.0])
    [Handicap(phase=1, total=45), None]
    """
    phases_each, points_each = _a_doubling(edition, phases)
    if variant == Variant.FIXED_ROUNDS:
        ahead = (min(strength - min(strengths), MOST_DOUBLINGS) for strength in strengths)
        begun = [Handicap(total=5 * floor(by * points_each / 5)) for by in ahead]
    else:
        behind = (max(strengths) - strength for strength in strengths)
        begun = [
            Handicap(1 + min(floor(by * phases_each), floor(MOST_PHASES * phases))) for by in behind
        ]
    return [None if handicap == Handicap() else handicap for handicap in begun]

"""How much of the exhaustive tests runs: a sample, or with `FULL=1` (as in CI) everything.

Tests marked `full` are slow drills of which the sample has others; they run in CI only.
"""

import os

FULL = bool(os.environ.get("FULL"))
SHARE = 10  # a sample is a tenth


def sampled(count: int) -> int:
    """Return how many of `count` random or enumerated cases to try in this run."""
    return count if FULL else max(1, count // SHARE)

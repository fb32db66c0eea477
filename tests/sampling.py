"""How much of the exhaustive tests runs: a tenth, with `FULL=1` (as in CI) a fifth, or all.

Tests marked `full` are slow drills of which the sample has others; they run in CI only. With
`FULL=all`, every case is tried: do that after a change of the rules or of what they are built on.
"""

import os

FULL = bool(os.environ.get("FULL"))
SHARE = {"": 10, "all": 1}.get(os.environ.get("FULL", ""), 5)  # of how many cases one is tried


def sampled(count: int) -> int:
    """Return how many of `count` random or enumerated cases to try in this run."""
    return max(1, count // SHARE)

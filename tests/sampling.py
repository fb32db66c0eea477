"""How much of the exhaustive tests runs: a thirtieth, or with `FULL=all` everything.

With `FULL=all`, every case is tried, and random ones are new each time: do that after a change of
the rules or of what they are built on. `FULL=1`, as in CI, adds the tests marked `full`: slow
drills of which the sample has others.
"""

import os

FULL = bool(os.environ.get("FULL"))
ALL = os.environ.get("FULL") == "all"
# Of how many cases one is tried.
SHARE = 1 if ALL else 30


def sampled(count: int) -> int:
    """Return how many of `count` random or enumerated cases to try in this run."""
    return max(1, count // SHARE)

"""How much of the tests runs.

`FULL=1`, as in CI, adds the tests marked `full`: slow drills, and the main ways through the client
with browsers. `FULL=release` adds those marked `release`: of the slow ones, each that has a sibling
in CI, such as the byways of a screen. With `FULL=all`, exhaustive tests try every case instead of a
thirtieth, and random ones are new each time: do that after a change of the rules or of what they
are built on.
"""

import os

FULL = bool(os.environ.get("FULL"))
ALL = os.environ.get("FULL") == "all"
RELEASE = os.environ.get("FULL") in ("release", "all")
# Of how many cases one is tried.
SHARE = 1 if ALL else 30


def sampled(count: int) -> int:
    """Return how many of `count` random or enumerated cases to try in this run."""
    return max(1, count // SHARE)

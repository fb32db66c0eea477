"""How long nobody is answered while new servers take the place of old ones."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.report import Figure, Target
from tests.redeploying import longest_gap, replace_one, replace_two

DRAIN = 2.0  # seconds
MAX_GAP = 3.0


def run() -> list[Figure]:
    """Replace one server, and two behind a proxy, while four ask all the time."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        alone, together = replace_one(Path(one)), replace_two(Path(two), DRAIN)
    failed = sum(status != 200 for _time, status in together)
    gap, floor = longest_gap(alone), longest_gap(together)
    return [
        Figure(
            "one server, longest time without answers", "s", gap, floor, gap / floor,
            "two behind a proxy", Target(max_value=MAX_GAP),
        ),
        Figure(
            "two servers, requests without an answer", "requests", failed, len(together),
            failed / len(together), "all requests", Target(max_value=1),
        ),
    ]  # fmt: skip

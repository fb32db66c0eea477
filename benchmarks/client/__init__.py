"""The client on a slow phone: Chromium, whose processor is slowed down to a quarter."""

from __future__ import annotations

from benchmarks.client import lighthouse, rules, touch, two_phones, verdicts
from benchmarks.client.table import laid
from benchmarks.report import Figure
from benchmarks.server import is_missing


def run() -> list[Figure]:
    """Measure the built client; measure nothing without Chromium and Node.js."""
    if any(is_missing(service, "client") for service in ("chromium", "node")):
        return []
    with laid() as table:
        return [
            *touch.run(table),
            *rules.run(table),
            *verdicts.run(table),
            *two_phones.run(table),
            *lighthouse.run(table),
        ]

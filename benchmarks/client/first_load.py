"""What a phone downloads before it shows the first screen, as it is sent: compressed."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from benchmarks.client.table import Table, at_most
from benchmarks.report import Figure

GOALS = {"Script": ("JavaScript", 60.0), "Stylesheet": ("CSS", 15.0)}  # kB
RULES = ("/python-", "/worker-")  # loaded later, when the phone is idle


def run(table: Table) -> list[Figure]:
    with table.phone(logged_in=False) as (phone, _folder):
        session = phone.context.new_cdp_session(phone.page)
        session.send("Network.enable")
        kinds: dict[str, str] = {}
        sizes: dict[str, float] = defaultdict(float)

        def begun(event: dict[str, Any]) -> None:
            if not any(part in event["request"]["url"] for part in RULES):
                kinds[event["requestId"]] = event["type"]

        def ended(event: dict[str, Any]) -> None:
            kind = kinds.get(event["requestId"], "")
            sizes[kind] += event["encodedDataLength"] / 1000

        session.on("Network.requestWillBeSent", begun)
        session.on("Network.loadingFinished", ended)
        phone.open()
        phone.page.get_by_role("heading").first.wait_for()
    return [
        at_most(f"first load, {name}", sizes[kind], goal, "kB")
        for kind, (name, goal) in GOALS.items()
    ]

"""Lighthouse with its preset for phones: a slow network, and a processor of a quarter's speed."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.client.table import Table, at_least, show_pad
from benchmarks.report import Figure
from tests.node import installed

HERE = Path(__file__).parent / "lighthouse"
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
}
GOAL = 95
# Where a computer has less, Lighthouse warns that a slowdown of 4 makes it slower than a phone is.
FAIR_INDEX = 1000


def run(table: Table) -> list[Figure]:
    program = installed(HERE, "lighthouse") / "node_modules" / ".bin" / "lighthouse"
    reports = {}
    with table.phone(logged_in=False) as (phone, folder):
        reports["start"] = _judge(program, folder, "start", f"{table.address}/", table.folder)
    group = f"/group/{table.evening.group}"
    screens = {
        "score pad": table.pad,
        "referee": f"/referee/{table.evening.game}",
        "leaderboard": f"{group}/leaderboard",
    }
    with table.phone() as (phone, folder):
        show_pad(phone.page, table.address + table.pad)
        phone.page.goto("about:blank")
        keep = "--disable-storage-reset"  # whose phone it is, and the game
        for screen, path in screens.items():
            address = table.address + path
            reports[screen] = _judge(program, folder, screen, address, table.folder, keep)
    figures = [
        at_least(
            f"Lighthouse, {screen}: {name}", report["categories"][id]["score"] * 100, GOAL, "points"
        )
        for screen, report in reports.items()
        for id, name in CATEGORIES.items()
    ]
    index = statistics.median(
        report["environment"]["benchmarkIndex"] for report in reports.values()
    )
    return [*figures, _of_the_machine(index)]


def _of_the_machine(index: float) -> Figure:
    """How quick the machine is: what is slow on a slow one may be quick enough on a phone."""
    name = "this machine, by Lighthouse's index"
    return Figure(name, "", index, FAIR_INDEX, index / FAIR_INDEX, "for a slowdown of 4")


def _judge(
    program: Path, browser: Path, screen: str, address: str, folder: Path, *flags: str
) -> Any:
    """Lighthouse's report on a screen."""
    port = (browser / "DevToolsActivePort").read_text().split()[0]
    report = folder / f"{screen}.json"
    command = [str(program), address, f"--port={port}", "--output=json", f"--output-path={report}"]
    command += ["--quiet", f"--only-categories={','.join(CATEGORIES)}", *flags]
    environment = {**os.environ, "CI": "1"}  # asks nothing, and reports nothing to anybody
    subprocess.run(command, check=True, env=environment)
    return json.loads(report.read_text(encoding="utf-8"))

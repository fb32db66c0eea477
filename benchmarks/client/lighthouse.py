"""Lighthouse with its preset for phones: a slow network, and a processor of a quarter's speed."""

from __future__ import annotations

import json
import os
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


def run(table: Table) -> list[Figure]:
    program = installed(HERE, "lighthouse") / "node_modules" / ".bin" / "lighthouse"
    figures = []
    with table.phone(logged_in=False) as (phone, folder):
        figures += _judge(program, folder, "start", f"{table.address}/", table.folder)
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
            figures += _judge(program, folder, screen, address, table.folder, keep)
    return figures


def _judge(
    program: Path, browser: Path, screen: str, address: str, folder: Path, *flags: str
) -> list[Figure]:
    port = (browser / "DevToolsActivePort").read_text().split()[0]
    report = folder / f"{screen}.json"
    command = [str(program), address, f"--port={port}", "--output=json", f"--output-path={report}"]
    command += ["--quiet", f"--only-categories={','.join(CATEGORIES)}", *flags]
    environment = {**os.environ, "CI": "1"}  # asks nothing, and reports nothing to anybody
    subprocess.run(command, check=True, env=environment)
    found: Any = json.loads(report.read_text(encoding="utf-8"))
    return [
        at_least(
            f"Lighthouse, {screen}: {name}", found["categories"][id]["score"] * 100, GOAL, "points"
        )
        for id, name in CATEGORIES.items()
    ]

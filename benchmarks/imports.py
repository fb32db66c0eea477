"""How long a phone waits to record a round while another group imports years of paper.

SQLite has one writer at a time, and without Redis the server itself does the work. A guest of
another group records a round every 50 ms: first while nothing else happens, then while a file is
previewed, imported and counted.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from benchmarks.load import Connection, post
from benchmarks.phones import ROUNDS_A_GAME, V1, ScorerPhone
from benchmarks.reference_cases import ROOT
from benchmarks.report import Figure, Target
from benchmarks.server import run_server
from tests.scoring.old_paper import years_of_paper

GAMES = int(os.environ.get("BENCH_GAMES", "300"))  # of ten rounds each
IDLE_SECONDS = 10.0
PAUSE = 0.05  # seconds between two rounds
LONGEST_WAIT = Target(max_value=500)


def run() -> list[Figure]:
    """Measure with a temporary SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder, 'benchmark.sqlite3')}"
        environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "benchmark"}
        migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with run_server(url) as (_process, port):
            return asyncio.run(_measure(port))


async def _measure(port: int) -> list[Figure]:
    player, importer = [ScorerPhone(await Connection.open(port)) for _ in range(2)]
    await player.sit_down()
    await importer.sit_down()
    file: dict[str, Any] = {}

    async def preview() -> None:
        request = post(
            f"{V1}/groups/{importer.group}/imports/",
            years_of_paper(GAMES).encode(),
            **{**importer.authorized, "Content-Type": "text/csv"},
        )
        file.update(
            await _ended(importer, json.loads(await importer.connection.request(request, 202)))
        )

    async def bring_in() -> None:
        names = {name["name"]: name["suggestion"] for name in file["result"]["players"]}
        body = json.dumps({"players": names}).encode()
        request = post(f"{V1}/jobs/{file['id']}/import/", body, **importer.authorized)
        await _ended(importer, json.loads(await importer.connection.request(request, 202)))

    async def count() -> None:
        await importer.get(f"/groups/{importer.group}/statistics/leaderboard/")

    idle = await _waits(player, lambda: asyncio.sleep(IDLE_SECONDS))
    figures = []
    for name, work in (("preview", preview), ("import", bring_in), ("statistics", count)):
        waits = await _waits(player, work)
        figures.append(
            Figure(
                f"longest wait: {name} of {GAMES} games",
                "ms",
                value=max(waits),
                floor=max(idle),
                ratio=max(waits) / max(idle),
                floor_name="nothing else",
                target=LONGEST_WAIT,
            )
        )
    return figures


async def _waits(player: ScorerPhone, work: Callable[[], Awaitable[None]]) -> list[float]:
    """Record rounds until `work` is done; return how many milliseconds each took."""
    waits: list[float] = []
    working = asyncio.ensure_future(work())
    while not working.done():
        if player.recorded.get(player.game, 0) == ROUNDS_A_GAME - 1:
            await player.start_spare_games()
        began = time.monotonic()
        await player.record()
        waits.append(1000 * (time.monotonic() - began))
        await asyncio.sleep(PAUSE)
    await working
    return waits


async def _ended(phone: ScorerPhone, job: dict[str, Any]) -> dict[str, Any]:
    """Look at a job until it has ended; return it."""
    while not job["ended_at"]:
        await asyncio.sleep(0.25)
        job = await phone.get(f"/jobs/{job['id']}/")
    if job["state"] != "done":
        raise SystemExit(f"The job failed: {job['problem']}")
    return job

"""What a long history costs: reading its statistics, and changing what was played years ago."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from typing import Any

from benchmarks.load import QUICK, Connection, Load, Slice, alternate, delete, get, in_turn, patch
from benchmarks.phones import V1
from benchmarks.report import Figure, Target, compare, cpu_time, latency
from benchmarks.server import is_missing, run_server, temporary_database
from config.folders import CODE

LARGE = 1000 if QUICK else 4000  # games
SMALL, TWINS = 100, 3  # as in `benchmarks.bulk_history`, which needs Django
READERS = 2
ROUNDS = 2 if QUICK else 5
SLICE_SECONDS = 0.6
YEAR = 2020
LOOK_EVERY = 0.05  # seconds
PATIENCE = 120.0  # seconds until everything must be counted
READ_TARGET = Target(max_ratio=2)
ANSWERED = Target(max_value=150)  # milliseconds
COUNTED = Target(max_value=2000)


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "history"):
        return []
    with temporary_database() as url:
        history = _load_history(url)
        with run_server(url) as (process, port):
            return asyncio.run(_measure(history, process, port))


def _load_history(url: str) -> dict[str, Any]:
    load = "import django; django.setup(); from benchmarks import bulk_history"
    command = [sys.executable, "-c", f"{load}; bulk_history.main({LARGE})"]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "SECRET_KEY": "benchmark",
    }
    began = time.monotonic()
    done = subprocess.run(command, cwd=CODE, env=environment, check=True, stdout=subprocess.PIPE)
    history: dict[str, Any] = json.loads(done.stdout)
    took = time.monotonic() - began
    print(f" {history['rounds']:,} rounds loaded and counted in {took:.0f} s ...", end="")
    sys.stdout.flush()
    return history


async def _measure(history: dict[str, Any], process: int, port: int) -> list[Figure]:
    connections = [await Connection.open(port) for _ in range(READERS)]
    owner = Owner(connections[0], history)
    try:
        loads = [
            Load(f"{read} {size}", in_turn(connections, [owner.read(path)]), processes=[process])
            for size in ("large", "small")
            for read, path in _paths(history, size).items()
        ]
        slices = await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
        figures = _figures(slices, _paths(history, "large"))
        deleted = [await owner.delete(game, version) for game, version in history["oldest"]]
        merged = [await owner.merge_twin(place) for place in range(TWINS)]
    finally:
        for connection in connections:
            connection.close()
    figures += _changes(f"deleting the oldest of {LARGE:,} games", deleted)
    return [*figures, *_changes(f"merging a player of {LARGE // 4:,} games", merged)]


def _paths(history: dict[str, Any], size: str) -> dict[str, str]:
    """The pages that grew with a group's history."""
    here = f"/groups/{history['groups'][size]}/statistics/"
    return {
        "badges": f"{here}?include=badges",
        "records": f"{here}?include=records",
        "year": f"{here}periods/{YEAR}/",
        "player": f"{here}players/{history['players'][size][0]}/",
        "leaderboard": f"{here}leaderboard/",
    }


class Owner:
    """The owner of all groups, who changes what was played long ago."""

    def __init__(self, connection: Connection, history: dict[str, Any]) -> None:
        self._connection = connection
        self._history = history
        self._authorized = {"Authorization": f"Bearer {history['token']}"}

    def read(self, path: str) -> bytes:
        """The request for a page."""
        return get(V1 + path, **self._authorized)

    async def delete(self, game: str, version: int) -> tuple[float, float]:
        """Delete a game; return the seconds until it was answered, and until it was counted."""
        seen = {"If_Match": f'"{version}"'}
        request = delete(f"{V1}/games/{game}/", **self._authorized, **seen)
        return await self._change(request, 204, self._history["groups"]["large"])

    async def merge_twin(self, place: int) -> tuple[float, float]:
        """Merge a player who has two names; return the same."""
        players = self._history["players"]["twins"]
        player, twin = players[place], players[place - TWINS]
        body = json.dumps({"merged_into": player}).encode()
        request = patch(f"{V1}/players/{twin}/", body, **self._authorized)
        return await self._change(request, 200, self._history["groups"]["twins"])

    async def _change(self, request: bytes, status: int, group: str) -> tuple[float, float]:
        began = time.perf_counter()
        await self._connection.request(request, status)
        answered = time.perf_counter() - began
        while (await self._get(f"/groups/{group}/statistics/leaderboard/"))["counting"]:
            await asyncio.sleep(LOOK_EVERY)
            if time.perf_counter() - began > PATIENCE:
                raise SystemExit(f"The change was not counted within {PATIENCE:.0f} s.")
        return answered, time.perf_counter() - began

    async def _get(self, path: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(await self._connection.request(self.read(path)))
        return answer


def _figures(slices: dict[str, list[Slice]], reads: dict[str, str]) -> list[Figure]:
    figures = []
    for read in reads:
        name, floor_name = f"{read}, {LARGE:,} games", f"{SMALL} games of five players"
        large, small = slices[f"{read} large"], slices[f"{read} small"]
        figures.append(
            latency(f"{name}, p50", 50, large, small, floor_name=floor_name, target=READ_TARGET)
        )
        figures.append(cpu_time(f"{name}, server CPU", large, small, floor_name=floor_name))
    return figures


def _changes(name: str, times: list[tuple[float, float]]) -> list[Figure]:
    """The median and the longest time of a change: until the answer, and until it was counted."""
    figures = []
    for what, place, target in (("answered", 0, ANSWERED), ("counted", 1, COUNTED)):
        milliseconds = [each[place] * 1000 for each in times]
        figures.append(
            compare(
                f"{name}, {what}", [max(milliseconds)], [statistics.median(milliseconds)],
                "ms", f"the longest beside the median of {len(times)}", target,
            )
        )  # fmt: skip
    return figures

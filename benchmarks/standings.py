"""What games add up to, on PostgreSQL: 1,000 groups with a million rounds."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Iterable
from typing import Any

from benchmarks.cases import ROOT
from benchmarks.figures import Figure, Target, beside, generator_busy, latency, throughput
from benchmarks.history import SIZES
from benchmarks.http import server
from benchmarks.load import Connection, Load, Slice, alternate, get, in_turn
from benchmarks.scorebook import database
from benchmarks.tables import V1, Table
from tests.services import REQUIRED, absence

GROUPS = int(os.environ.get("BENCH_GROUPS", "1000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "1000000"))
READERS = 4
TABLES = 20
SLICES = 8
SLICE_SECONDS = 1.5
MOST_FOR_THE_LARGE = 1.5  # of what the small group's leaderboard takes
MOST_FOR_COUNTING = 1.3  # of what recording a round costs without


def run() -> list[Figure]:
    """Measure on a database of its own; without PostgreSQL say so, and measure nothing."""
    if why := absence("postgres"):
        if "postgres" in REQUIRED:
            raise SystemExit(f"postgres is required, but absent: {why}")
        print(f"\n\n##### NOT MEASURED: statistics need PostgreSQL: {why} #####", end="")
        return []
    with database() as url:
        made = _make_history(url)
        with server(url) as (_process, port), server(url, UNCOUNTED="on") as (_other, uncounted):
            slices = asyncio.run(_measure(made, port, uncounted))
    return [*_figures(slices), *_recount(made)]


def _make_history(url: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.history"]
    command += ["--groups", str(GROUPS), "--rounds", str(ROUNDS)]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "SECRET_KEY": "benchmark",
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    made: dict[str, Any] = json.loads(done.stdout)
    print(f" {made['rounds']:,} rounds of {made['games']:,} games,", end="")
    print(f" drawn from {made['simulated']} simulated ones,", end="")
    print(f" loaded in {made['loaded']:.0f} s ...", end="", flush=True)
    return made


async def _measure(made: dict[str, Any], port: int, uncounted: int) -> dict[str, list[Slice]]:
    readers = [await Connection.open(port) for _ in range(READERS)]
    phones = {
        name: [await Connection.open(at) for _ in range(TABLES)]
        for name, at in (("counted", port), ("uncounted", uncounted))
    }
    try:
        tables = {name: [Table(one) for one in each] for name, each in phones.items()}
        await _together(table.sit_down() for each in tables.values() for table in each)
        loads = [_leaderboard(name, made, readers) for name in ("large", "small")]
        loads += [_recording(name, each) for name, each in tables.items()]
        return await alternate(loads, rounds=SLICES, seconds=SLICE_SECONDS)
    finally:
        for connection in [*readers, *(one for each in phones.values() for one in each)]:
            connection.close()


def _leaderboard(name: str, made: dict[str, Any], readers: list[Connection]) -> Load:
    path = f"{V1}/groups/{made['groups'][name]}/statistics/leaderboard/"
    asked = [get(path, Authorization=f"Bearer {made['token']}")]
    return Load(name, in_turn(readers, asked))


def _recording(name: str, tables: list[Table]) -> Load:
    async def get_ready() -> None:
        await _together(table.have_games() for table in tables)

    return Load(name, [table.record for table in tables], get_ready)


async def _together(work: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*work)


def _figures(slices: dict[str, list[Slice]]) -> list[Figure]:
    large, small = "leaderboard, group of 100,000 rounds", "the same, group of 100 rounds"
    figures = [
        latency(
            f"{large}, p{percent}", percent, slices["large"], slices["small"], floor_name=small,
            target=Target(most_ratio=MOST_FOR_THE_LARGE) if percent == 95 else None,
        )
        for percent in (50, 95)
    ]  # fmt: skip
    figures.append(throughput(large, slices["large"], slices["small"], floor_name=small))
    figures.append(
        throughput(
            f"rounds recorded and counted, {TABLES} tables",
            slices["counted"],
            slices["uncounted"],
            floor_name="recorded, and added up nowhere",
            unit="rounds/s",
            target=Target(least_ratio=1 / MOST_FOR_COUNTING),
        )
    )
    figures += [
        latency(
            f"recording a round that is counted, p{percent}", percent, slices["counted"],
            slices["uncounted"], floor_name="added up nowhere",
        )
        for percent in (50, 99)
    ]  # fmt: skip
    every = [slice for each in slices.values() for slice in each]
    return [*figures, generator_busy(f"asyncio, {READERS} and {TABLES} connections", every)]


def _recount(made: dict[str, Any]) -> list[Figure]:
    for read, table in made["without_index"]:
        print(f"\n{read}: goes through all of {table}", end="")
    large = made["large"]
    return [
        beside(
            f"full recompute of {GROUPS:,} groups",
            [made["rounds"] / made["counted"]],
            [SIZES["large"] / large["counted"]],
            unit="rounds/s",
            floor_name="of the large group alone",
        ),
        beside(
            "full recompute of the large group",
            [SIZES["large"] / large["counted"]],
            [SIZES["large"] / large["read"]],
            unit="rounds/s",
            floor_name="only reading its games, and their facts",
        ),
        beside(
            "scans of whole tables by the main reads",
            [float(len(made["without_index"]))],
            [1.0],
            unit="scans",
            floor_name="one would be one too many",
            target=Target(most=1.0),
        ),
    ]

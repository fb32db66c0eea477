"""Statistics on PostgreSQL: 1,000 groups with a million rounds."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Iterable
from itertools import chain
from typing import Any

from benchmarks.bulk_history import SIZES
from benchmarks.load import Connection, Load, Slice, alternate, get, in_turn
from benchmarks.phones import V1, ScorerPhone
from benchmarks.reference_cases import ROOT
from benchmarks.report import Figure, Target, compare, generator_busy, latency, throughput
from benchmarks.server import is_missing, run_server, temporary_database

GROUPS = int(os.environ.get("BENCH_GROUPS", "1000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "1000000"))
READERS = 4
TABLES = 20
SLICES = 8
SLICE_SECONDS = 1.5
MAX_LARGE_RATIO = 1.5  # the large group's leaderboard compared with the small group's
MAX_COST_RATIO = 1.3  # recording a round with statistics compared with recording without


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "statistics"):
        return []
    with temporary_database() as url:
        history = _load_history(url)
        with (
            run_server(url) as (_process, port),
            run_server(url, WITHOUT_STATISTICS="on") as (_other, other_port),
        ):
            slices = asyncio.run(_measure(history, port, other_port))
    return [*_figures(slices), *_recompute(history)]


def _load_history(url: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.bulk_history"]
    command += ["--groups", str(GROUPS), "--rounds", str(ROUNDS)]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "SECRET_KEY": "benchmark",
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    history: dict[str, Any] = json.loads(done.stdout)
    print(f" {history['rounds']:,} rounds of {history['games']:,} games,", end="")
    print(f" drawn from {history['simulated']} simulated ones,", end="")
    print(f" loaded in {history['loaded']:.0f} s ...", end="", flush=True)
    return history


async def _measure(history: dict[str, Any], port: int, other_port: int) -> dict[str, list[Slice]]:
    readers = [await Connection.open(port) for _ in range(READERS)]
    connections = {
        name: [await Connection.open(at) for _ in range(TABLES)]
        for name, at in (("with", port), ("without", other_port))
    }
    try:
        phones = {name: list(map(ScorerPhone, each)) for name, each in connections.items()}
        await _together(phone.sit_down() for each in phones.values() for phone in each)
        loads = [_leaderboard(name, history, readers) for name in ("large", "small")]
        loads += [_recording(name, each) for name, each in phones.items()]
        return await alternate(loads, rounds=SLICES, seconds=SLICE_SECONDS)
    finally:
        for connection in chain(readers, *connections.values()):
            connection.close()


def _leaderboard(name: str, history: dict[str, Any], readers: list[Connection]) -> Load:
    path = f"{V1}/groups/{history['groups'][name]}/statistics/leaderboard/"
    requests = [get(path, Authorization=f"Bearer {history['token']}")]
    return Load(name, in_turn(readers, requests))


def _recording(name: str, phones: list[ScorerPhone]) -> Load:
    async def prepare() -> None:
        await _together(phone.start_spare_games() for phone in phones)

    return Load(name, [phone.record for phone in phones], prepare)


async def _together(work: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*work)


def _figures(slices: dict[str, list[Slice]]) -> list[Figure]:
    large, small = "leaderboard, group of 100,000 rounds", "the same, group of 100 rounds"
    figures = [
        latency(
            f"{large}, p{percent}", percent, slices["large"], slices["small"], floor_name=small,
            target=Target(max_ratio=MAX_LARGE_RATIO) if percent == 95 else None,
        )
        for percent in (50, 95)
    ]  # fmt: skip
    figures.append(throughput(large, slices["large"], slices["small"], floor_name=small))
    figures.append(
        throughput(
            f"rounds recorded with statistics, {TABLES} tables",
            slices["with"],
            slices["without"],
            floor_name="without statistics",
            unit="rounds/s",
            target=Target(min_ratio=1 / MAX_COST_RATIO),
        )
    )
    figures += [
        latency(
            f"recording a round with statistics, p{percent}", percent, slices["with"],
            slices["without"], floor_name="without statistics",
        )
        for percent in (50, 99)
    ]  # fmt: skip
    every = [slice for each in slices.values() for slice in each]
    return [*figures, generator_busy(f"asyncio, {READERS} and {TABLES} connections", every)]


def _recompute(history: dict[str, Any]) -> list[Figure]:
    for read, table in history["full_scans"]:
        print(f"\n{read}: scans all of {table}", end="")
    large = history["large"]
    return [
        compare(
            f"full recomputation of {GROUPS:,} groups",
            [history["rounds"] / history["recomputed"]],
            [SIZES["large"] / large["recomputed"]],
            unit="rounds/s",
            floor_name="of the large group alone",
        ),
        compare(
            "full recomputation of the large group",
            [SIZES["large"] / large["recomputed"]],
            [SIZES["large"] / large["read"]],
            unit="rounds/s",
            floor_name="only reading its games and their facts",
        ),
        compare(
            "full table scans of the main reads",
            [float(len(history["full_scans"]))],
            [1.0],
            unit="scans",
            floor_name="there should be none",
            target=Target(max_value=1.0),
        ),
    ]

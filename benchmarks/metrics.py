"""What counting for Prometheus costs: the referee with metrics beside the referee without."""

from __future__ import annotations

import asyncio
import tempfile

from benchmarks.load import QUICK, Connection, Load, Slice, alternate, in_turn, post
from benchmarks.reference_cases import load_cases
from benchmarks.report import Figure, cpu_time, throughput
from benchmarks.server import run_server

ROUNDS = 5 if QUICK else 20
SLICE_SECONDS = 0.6
CONNECTIONS = 8


def run() -> list[Figure]:
    """Measure verdicts on Phases: short requests, of which counting is a large part."""
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(METRICS_TOKEN="of the benchmark", PROMETHEUS_MULTIPROC_DIR=folder) as counting,
        run_server() as plain,
    ):
        slices = asyncio.run(_measure({"counting": counting, "plain": plain}))
    own, floor, name = slices["counting"], slices["plain"], "without METRICS_TOKEN"
    return [
        throughput("`phase/` throughput", own, floor, floor_name=name),
        cpu_time("`phase/` server CPU", own, floor, floor_name=name),
    ]


async def _measure(servers: dict[str, tuple[int, int]]) -> dict[str, list[Slice]]:
    requests = [post("/api/v1/referee/phase/", case.content) for case in load_cases("phase")]
    opened: list[Connection] = []
    loads = []
    for name, (process, port) in servers.items():
        connections = [await Connection.open(port) for _ in range(CONNECTIONS)]
        opened += connections
        loads.append(Load(name, in_turn(connections, requests), processes=(process,)))
    try:
        return await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in opened:
            connection.close()

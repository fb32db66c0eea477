"""The referee over HTTP on the real server, compared with a view that does nothing."""

from __future__ import annotations

import asyncio
import json
import os

from benchmarks.load import Connection, Load, Slice, alternate, in_turn, post
from benchmarks.reference_cases import VERDICT_FIELDS, load_cases
from benchmarks.report import Figure, Target, generator_busy, latency, throughput
from benchmarks.server import run_server

ROUNDS = 10
SLICE_SECONDS = 0.6
CONNECTIONS = 8

EMPTY_PATH = "/api/v1/empty/"
# The ratio that each operation should reach to the throughput of the empty view.
OPERATIONS = {"phase": 0.7, "hit": 0.7, "hand": 0.5}


def run() -> list[Figure]:
    """Measure the server as it is usually run, then pinned."""
    return [*_run(pinned=False), *_run(pinned=True)]


def _run(*, pinned: bool) -> list[Figure]:
    """Measure once; if `pinned`, server and generator have a core each.

    One worker cannot use more than one core, and handing over between threads on two cores costs
    all views the same. Without that cost, the ratio is steadier from run to run, and lower.
    """
    cores = os.sched_getaffinity(0)
    with run_server() as (process, port):
        if pinned:
            os.sched_setaffinity(process, {max(cores)})
            os.sched_setaffinity(0, cores - {max(cores)} or cores)
        try:
            slices = asyncio.run(_measure(port))
        finally:
            os.sched_setaffinity(0, cores)
    return _figures(slices, pinned=pinned)


# --- The load ---------------------------------------------------------------------------


async def _measure(port: int) -> dict[str, list[Slice]]:
    connections = [await Connection.open(port) for _ in range(CONNECTIONS)]
    try:
        for operation in OPERATIONS:
            await _verify(connections[0], operation)
        return await alternate(_loads(connections), rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in connections:
            connection.close()


async def _verify(connection: Connection, operation: str) -> None:
    """Check the verdict of every case, because a wrong answer has no speed; also to warm up."""
    for case in load_cases(operation):
        content = await connection.request(post(_path(operation), case.content))
        verdict = json.loads(content)[VERDICT_FIELDS[operation]]
        assert verdict is case.is_legal, (case, content)


def _path(operation: str) -> str:
    return f"/api/v1/referee/{operation}/"


def _loads(connections: list[Connection]) -> list[Load]:
    """Each operation with all its cases, and the empty view with the same bodies."""
    loads = [Load("empty", in_turn(connections, [post(EMPTY_PATH, b"{}")]))]
    for operation in OPERATIONS:
        contents = [case.content for case in load_cases(operation)]
        for name, path in ((operation, _path(operation)), (f"empty {operation}", EMPTY_PATH)):
            requests = [post(path, content) for content in contents]
            loads.append(Load(name, in_turn(connections, requests)))
    return loads


def _figures(slices: dict[str, list[Slice]], *, pinned: bool) -> list[Figure]:
    figures = []
    placed = ", pinned" if pinned else ""
    for operation, min_ratio in OPERATIONS.items():
        # The target is for the server as it is usually run.
        bound = None if pinned else Target(min_ratio=min_ratio)
        for floor, floor_name, target in (
            ("empty", "empty view, body {}", bound),
            (f"empty {operation}", "empty view, same bodies", None),
        ):
            figures.append(
                throughput(
                    f"{operation}/ throughput{placed}",
                    slices[operation],
                    slices[floor],
                    floor_name=floor_name,
                    target=target,
                )
            )
        figures += [
            latency(
                f"{operation}/ p{percent}{placed}",
                percent,
                slices[operation],
                slices["empty"],
                floor_name="empty view, body {}",
            )
            for percent in (50, 99)
        ]
    everything = [slice for each in slices.values() for slice in each]
    generator = generator_busy(f"asyncio, {CONNECTIONS} connections{placed}", everything)
    return [*figures, generator]

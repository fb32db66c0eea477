"""The referee over HTTP, beside a view that does nothing, on the real server."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks import cases
from benchmarks.figures import Figure, Target, beside
from benchmarks.load import HOST, Connection, Slice, post, press

ROUNDS = 10
SLICE_SECONDS = 0.6
CONNECTIONS = 8
LEAST_RATIO = 0.7

EMPTY_PATH = "/api/v1/empty/"
OPERATIONS = ("phase", "hit")


def run() -> list[Figure]:
    """Start a server, put it under load, and compare: as it is served, then pinned."""
    return [*_run(pinned=False), *_run(pinned=True)]


def _run(*, pinned: bool) -> list[Figure]:
    """Measure once; `pinned`, server and generator have a core each.

    One worker cannot use more than a core, and its threads handing over between two cost
    both views alike. Without that, the ratio is steadier from run to run, and harder.
    """
    cores = os.sched_getaffinity(0)
    with server() as (process, port):
        if pinned:
            os.sched_setaffinity(process, {max(cores)})
            os.sched_setaffinity(0, cores - {max(cores)} or cores)
        try:
            slices = asyncio.run(_measure(port))
        finally:
            os.sched_setaffinity(0, cores)
    return _figures(slices, pinned=pinned)


# --- The server -------------------------------------------------------------------------


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Run the project's application in one worker; give its process id and its port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "SECRET_KEY": "benchmark",
        "DATABASE_URL": "sqlite://:memory:",
        "REDIS_URL": "",
        "DEBUG": "off",
        "THROTTLE": "off",
        "ALLOWED_HOSTS": "*",
    }
    # As config.serve does, but for the address.
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
    command += ["--host", HOST, "--port", str(port), "--workers", "1", "--lifespan", "off"]
    command += ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    command += ["--no-proxy-headers", "--timeout-graceful-shutdown", "5"]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            command, cwd=cases.ROOT, env=environment, stdout=log, stderr=log
        ) as process,
    ):
        try:
            if not _answers(process, port):
                log.seek(0)
                raise SystemExit(f"The server does not start:\n{log.read()}")
            yield process.pid, port
        finally:
            process.terminate()


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until something listens; False when the process ends or takes half a minute."""
    for _attempt in range(300):
        if process.poll() is not None:
            return False
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


# --- The load ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Load:
    """Requests of one sort, and how a table calls them."""

    name: str
    requests: tuple[bytes, ...]


async def _measure(port: int) -> dict[str, list[Slice]]:
    connections = [await Connection.open(port) for _ in range(CONNECTIONS)]
    try:
        for operation in OPERATIONS:
            await _verify(connections[0], operation)
        return await _alternate(connections, _loads())
    finally:
        for connection in connections:
            connection.close()


async def _verify(connection: Connection, operation: str) -> None:
    """Ask every case once: a wrong answer has no speed. It warms the server up, too."""
    for case in cases.load(operation):
        content = await connection.ask(post(_path(operation), case.content))
        assert json.loads(content)["legal"] is case.is_legal, (case, content)


def _path(operation: str) -> str:
    return f"/api/v1/referee/{operation}/"


def _loads() -> list[Load]:
    """Return each operation with all its cases, and the empty view with the same bodies."""
    loads = [Load("empty", (post(EMPTY_PATH, b"{}"),))]
    for operation in OPERATIONS:
        contents = [case.content for case in cases.load(operation)]
        loads += [
            Load(operation, tuple(post(_path(operation), content) for content in contents)),
            Load(f"empty {operation}", tuple(post(EMPTY_PATH, content) for content in contents)),
        ]
    return loads


async def _alternate(connections: list[Connection], loads: list[Load]) -> dict[str, list[Slice]]:
    """Give each load its turn in each round, and begin each round with another one.

    So whatever slows the machine for a while slows them all alike.
    """
    slices: dict[str, list[Slice]] = {load.name: [] for load in loads}
    for load in loads:
        await press(connections, load.requests, SLICE_SECONDS / 2)  # to warm up
    for start in range(ROUNDS):
        first = start % len(loads)
        for load in [*loads[first:], *loads[:first]]:
            slices[load.name].append(await press(connections, load.requests, SLICE_SECONDS))
    return slices


def _figures(slices: dict[str, list[Slice]], *, pinned: bool) -> list[Figure]:
    figures = []
    placed = ", pinned" if pinned else ""
    # The target is for the server as people run it.
    least = None if pinned else Target(least_ratio=LEAST_RATIO)
    for operation in OPERATIONS:
        for floor, floor_name, target in (
            ("empty", "empty view, body {}", least),
            (f"empty {operation}", "empty view, same bodies", None),
        ):
            figures.append(
                beside(
                    f"{operation}/ throughput{placed}",
                    [slice.per_second for slice in slices[operation]],
                    [slice.per_second for slice in slices[floor]],
                    unit="requests/s",
                    floor_name=floor_name,
                    target=target,
                )
            )
        figures += [
            beside(
                f"{operation}/ p{percent}{placed}",
                [slice.percentile(percent) for slice in slices[operation]],
                [slice.percentile(percent) for slice in slices["empty"]],
                unit="ms",
                floor_name="empty view, body {}",
            )
            for percent in (50, 99)
        ]
    everything = [slice for each in slices.values() for slice in each]
    generator = beside(
        f"load generator (asyncio, {CONNECTIONS} connections) busy{placed}",
        [slice.busy for slice in everything],
        [slice.elapsed for slice in everything],
        unit="s",
        floor_name="the time it ran",
    )
    return [*figures, generator]

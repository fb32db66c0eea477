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

from benchmarks import cases
from benchmarks.figures import Figure, Target, generator_busy, latency, throughput
from benchmarks.load import HOST, Connection, Load, Slice, alternate, in_turn, post

ROUNDS = 10
SLICE_SECONDS = 0.6
CONNECTIONS = 8

EMPTY_PATH = "/api/v1/empty/"
# What each should reach of the empty view's throughput.
OPERATIONS = {"phase": 0.7, "hit": 0.7, "hand": 0.5}


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
def server(
    database_url: str = "sqlite://:memory:", *, workers: int = 1, **settings: str
) -> Iterator[tuple[int, int]]:
    """Run the project's application; give its process id, with workers their parent's, and port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "SECRET_KEY": "benchmark",
        "DATABASE_URL": database_url,
        "REDIS_URL": "",
        "DEBUG": "off",
        "THROTTLE": "off",
        "ALLOWED_HOSTS": "*",
        **settings,
    }
    # As config.serve does, but for the address, and patience with idle connections.
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
    command += ["--host", HOST, "--port", str(port), "--workers", str(workers), "--lifespan", "off"]
    command += ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    command += ["--no-proxy-headers", "--timeout-graceful-shutdown", "5"]
    command += ["--timeout-keep-alive", "60"]
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
    """Ask every case once: a wrong answer has no speed. It warms the server up, too."""
    for case in cases.load(operation):
        content = await connection.ask(post(_path(operation), case.content))
        verdict = json.loads(content)[cases.VERDICTS[operation]]
        assert verdict is case.is_legal, (case, content)


def _path(operation: str) -> str:
    return f"/api/v1/referee/{operation}/"


def _loads(connections: list[Connection]) -> list[Load]:
    """Return each operation with all its cases, and the empty view with the same bodies."""
    loads = [Load("empty", in_turn(connections, [post(EMPTY_PATH, b"{}")]))]
    for operation in OPERATIONS:
        contents = [case.content for case in cases.load(operation)]
        for name, path in ((operation, _path(operation)), (f"empty {operation}", EMPTY_PATH)):
            requests = [post(path, content) for content in contents]
            loads.append(Load(name, in_turn(connections, requests)))
    return loads


def _figures(slices: dict[str, list[Slice]], *, pinned: bool) -> list[Figure]:
    figures = []
    placed = ", pinned" if pinned else ""
    for operation, least_ratio in OPERATIONS.items():
        # The target is for the server as people run it.
        least = None if pinned else Target(least_ratio=least_ratio)
        for floor, floor_name, target in (
            ("empty", "empty view, body {}", least),
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

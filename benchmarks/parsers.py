"""What the limits on the head of a request cost: our protocol beside those of uvicorn."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from benchmarks.load import QUICK, Connection, Load, Slice, alternate, get, in_turn
from benchmarks.report import Figure, cpu_time, throughput
from benchmarks.server import PROTOCOL, run_server

ROUNDS = 5 if QUICK else 20
SLICE_SECONDS = 0.4
CONNECTIONS = 8
# The parser in C without limits, which ours extends; and the one in Python, which limits the size.
FLOORS = ("httptools", "h11")
# As a phone's browser sends it.
REQUEST = get(
    "/healthz",
    User_Agent="Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile",
    Accept="application/json",
    Accept_Language="de-DE,de;q=0.9,en;q=0.8",
    Accept_Encoding="gzip, deflate, br",
    Authorization="Bearer 0123456789abcdef0123456789abcdef0123456789abcdef",
    Referer="http://localhost:8000/",
)


def run() -> list[Figure]:
    """Measure the health check, which the event loop answers: nearly all of it is the protocol."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(run_server(http=name)) for name in (PROTOCOL, *FLOORS)}
        slices = asyncio.run(_measure(servers))
    own = slices[PROTOCOL]
    figures: list[Figure] = []
    for name in FLOORS:
        figures.append(throughput("health check throughput", own, slices[name], floor_name=name))
        figures.append(cpu_time("health check, server CPU", own, slices[name], floor_name=name))
    return figures


async def _measure(servers: dict[str, tuple[int, int]]) -> dict[str, list[Slice]]:
    opened: list[Connection] = []
    loads = []
    for name, (process, port) in servers.items():
        connections = [await Connection.open(port) for _ in range(CONNECTIONS)]
        opened += connections
        loads.append(Load(name, in_turn(connections, [REQUEST]), processes=(process,)))
    try:
        return await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in opened:
            connection.close()

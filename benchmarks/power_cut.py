"""What it costs that SQLite keeps every answered write through a power cut."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.load import QUICK, Connection, Load, Slice, alternate
from benchmarks.phones import ScorerPhone
from benchmarks.reference_cases import ROOT
from benchmarks.report import Figure, latency, throughput
from benchmarks.server import run_server

ROUNDS = 3 if QUICK else 10
SLICE_SECONDS = 1.0
# Waits for the disk at each transaction, as the server does; and only now and then.
SAFE, FLOOR = "FULL", "NORMAL"
SPARE_GAMES = 12  # one phone alone plays some in a second
PHONES = (1, 4)  # that record at once


def run() -> list[Figure]:
    """Record rounds on two servers, each with a database in a file on the same disk."""
    figures: list[Figure] = []
    for phones in PHONES:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            ports = {
                mode: stack.enter_context(
                    run_server(_database(Path(folder, mode)), SQLITE_SYNCHRONOUS=mode)
                )[1]
                for mode in (SAFE, FLOOR)
            }
            slices = asyncio.run(_measure(ports, phones))
        name = f"recording, {phones} at once"
        own, floor = slices[SAFE], slices[FLOOR]
        figures.append(throughput(name, own, floor, floor_name=FLOOR))
        figures += [
            latency(f"{name}, p{percent}", percent, own, floor, floor_name=FLOOR)
            for percent in (50, 95)
        ]
    return figures


def _database(path: Path) -> str:
    url = f"sqlite:///{path}"
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
    environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "benchmark"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return url


async def _measure(ports: dict[str, int], phones: int) -> dict[str, list[Slice]]:
    opened, loads = [], []
    for mode, port in ports.items():
        connections = [await Connection.open(port) for _ in range(phones)]
        opened += connections
        seated = [ScorerPhone(connection) for connection in connections]
        for phone in seated:
            await phone.sit_down()

        async def prepare(seated: list[ScorerPhone] = seated) -> None:
            for phone in seated:
                await phone.start_spare_games(SPARE_GAMES)

        loads.append(Load(mode, [phone.record for phone in seated], prepare=prepare))
    try:
        return await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in opened:
            connection.close()

"""How long a server takes to its first answer, and how much memory a worker holds."""

from __future__ import annotations

import asyncio
import time

from benchmarks.load import QUICK, Connection, get
from benchmarks.phones import V1, ScorerPhone
from benchmarks.processes import Memory, cpu_seconds, memory
from benchmarks.report import Figure, Target, compare
from benchmarks.server import PROJECT, is_missing, run_server, temporary_database

STARTS = 3 if QUICK else 10
PHONES = 8
REQUESTS = 1000
BARE = "benchmarks.bare:application"
FLOOR = "Django without apps"
MAX_START = Target(max_value=800)  # milliseconds
MAX_MEMORY = Target(max_value=100)  # MiB


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "start"):
        return []
    walls: dict[str, list[float]] = {PROJECT: [], BARE: []}
    busy: dict[str, list[float]] = {PROJECT: [], BARE: []}
    with temporary_database() as url:
        # Once before, so that everything is compiled.
        for number in range(STARTS + 1):
            for application in walls:
                wall, cpu = _start(url, application)
                if number:
                    walls[application].append(wall * 1000)
                    busy[application].append(cpu * 1000)
        started, used = _memory(url, PROJECT)
        bare, _bare = _memory(url, BARE)
    return [
        compare(
            "from the start of the process to its first answer", walls[PROJECT], walls[BARE],
            unit="ms", floor_name=FLOOR, target=MAX_START,
        ),
        compare(
            "the same, processor time", busy[PROJECT], busy[BARE], unit="ms", floor_name=FLOOR
        ),
        _mebibytes("memory of a worker after its first answer", started.private, bare.private),
        _mebibytes(
            f"memory of a worker after {REQUESTS:,} requests", used.private, bare.private,
            MAX_MEMORY,
        ),
        _mebibytes("the same, with what it shares (resident)", used.resident, bare.resident),
    ]  # fmt: skip


def _start(url: str, application: str) -> tuple[float, float]:
    """Return the seconds, and those of processor time, until a server has answered."""
    began = time.perf_counter()
    with run_server(url, application=application) as (process, port):
        asyncio.run(_ask(port))
        return time.perf_counter() - began, cpu_seconds([process])


async def _ask(port: int) -> None:
    connection = await Connection.open(port)
    await connection.request(get(f"{V1}/"))
    connection.close()


def _memory(url: str, application: str) -> tuple[Memory, Memory]:
    """Return the memory of a server after its first answer, and after many."""
    with run_server(url, application=application) as (process, port):
        asyncio.run(_ask(port))
        first = memory(process)
        if application == PROJECT:
            asyncio.run(_use(port))
        return first, memory(process)


async def _use(port: int) -> None:
    """Record rounds and read games."""
    phones = [ScorerPhone(await Connection.open(port)) for _ in range(PHONES)]
    await asyncio.gather(*(phone.sit_down() for phone in phones))
    for _turn in range(REQUESTS // PHONES // 2):
        await asyncio.gather(*(phone.start_spare_games() for phone in phones))
        await asyncio.gather(*(phone.record() for phone in phones))
        await asyncio.gather(*(phone.get(f"/games/{phone.game}/") for phone in phones))
    for phone in phones:
        phone.connection.close()


def _mebibytes(name: str, value: int, floor: int, target: Target | None = None) -> Figure:
    values, floors = [value / 2**20], [floor / 2**20]
    return compare(name, values, floors, unit="MiB", floor_name=FLOOR, target=target)

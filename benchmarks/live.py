"""A thousand phones that listen at two hundred tables, while these are played on."""

from __future__ import annotations

import asyncio
import resource
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, Target, beside
from benchmarks.http import server
from benchmarks.load import HOST, Connection, get
from benchmarks.scorebook import database
from benchmarks.tables import V1, Table
from tests.services import REDIS_URL, REQUIRED, absence

TABLES = 200
PHONES_A_TABLE = 5
WORKERS = 2
POOL_A_WORKER = 5  # ten connections in all
TABLES_AT_PLAY = 20  # at the same time; each pauses between two plays
PAUSE = 0.5  # seconds
SECONDS = 20.0
SETTLE = 3.0  # seconds after the last write, until what has not come is lost
# A set of three, twenty times: each round is laid down, hit three times, and tallied.
PHASES = [[{"kind": "set", "size": 3}]] * 20
HITS = ("Y3", "R3", "B3")


def run() -> list[Figure]:
    """Measure without Redis and with it; without PostgreSQL say so, and measure nothing."""
    if why := absence("postgres"):
        if "postgres" in REQUIRED:
            raise SystemExit(f"postgres is required, but absent: {why}")
        print(f"\n\n##### NOT MEASURED: the streams need PostgreSQL: {why} #####", end="")
        return []
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures = _run("without Redis", "")
    if why := absence("redis"):
        print(f"\n\n##### NOT MEASURED: with Redis: {why} #####", end="")
        return figures
    return figures + _run("with Redis", REDIS_URL)


def _run(name: str, redis_url: str) -> list[Figure]:
    with (
        database() as url,
        server(url, workers=WORKERS, REDIS_URL=redis_url, DATABASE_POOL=str(POOL_A_WORKER)) as (
            process,
            port,
        ),
    ):
        return asyncio.run(_measure(name, process, port))


@dataclass(slots=True)
class Ear:
    """A phone that listens: the numbers of the events that came, and when."""

    table: LiveTable
    heard: list[tuple[int, float]] = field(default_factory=list)

    async def listen(self, port: int, ready: asyncio.Event) -> None:
        path = f"{V1}/games/{self.table.game}/events/"
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write(get(path, **self.table.authorized))
            status = await reader.readline()
            assert b" 200 " in status, status
            async for line in reader:
                if line.startswith(b"retry: "):
                    ready.set()
                if line.startswith(b"id: "):
                    self.heard.append((int(line[4:]), time.perf_counter()))
        finally:
            writer.close()


class LiveTable(Table):
    """A table whose plays are recorded; when each event was answered to who made it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, phases=PHASES)
        self.answered: dict[int, float] = {}
        self.latencies: list[float] = []

    async def play(self, until: float) -> None:
        """Play rounds, with a pause after each write, until the clock says so."""
        number = 0
        while time.perf_counter() < until and number < len(PHASES) - 1:
            number += 1
            await self._round(number)

    async def _round(self, number: int) -> None:
        first, here = self.players[0], f"/games/{self.game}/table/"
        play = {"round": number, "player": first}
        laid = await self._write(f"{here}lay-downs/", {**play, "groups": [["G3", "Y3", "W"]]})
        group = laid["groups"][0]["id"]
        for card in HITS:
            await self._write(f"{here}hits/", {**play, "group": group, "cards": [card]})
        results: list[dict[str, Any]] = [{"player": first, "went_out": True}]
        results += [
            {"player": player, "points": 65, "laid_down": False} for player in self.players[1:]
        ]
        await self._write(f"/games/{self.game}/rounds/", {"number": number, "results": results})

    async def _write(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        asked = time.perf_counter()
        answer = await self.post(path, body)
        now = time.perf_counter()
        self.answered[answer["event"]] = now
        self.latencies.append((now - asked) * 1000)
        await asyncio.sleep(PAUSE)
        return answer


async def _measure(name: str, process: int, port: int) -> list[Figure]:
    connections = [await Connection.open(port) for _ in range(TABLES)]
    try:
        tables = [LiveTable(connection) for connection in connections]
        for start in range(0, TABLES, TABLES_AT_PLAY):
            await asyncio.gather(*(t.sit_down() for t in tables[start : start + TABLES_AT_PLAY]))
        idle = await _memory_of_idle_connections(process, port)
        before = _memory(process)
        ears = [Ear(table) for table in tables for _ in range(PHONES_A_TABLE)]
        listening = await _open(ears, port)
        memory = (_memory(process) - before) / len(ears)
        begun = {table.game: 1 for table in tables}  # the event that began the game
        await _play(tables)
        await asyncio.sleep(SETTLE)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    finally:
        for connection in connections:
            connection.close()
    return _figures(name, tables, ears, begun, memory, idle)


async def _open(ears: Sequence[Ear], port: int) -> list[asyncio.Task[None]]:
    """Begin to listen, fifty phones at a time."""
    tasks = []
    for start in range(0, len(ears), 50):
        events = [asyncio.Event() for _ in ears[start : start + 50]]
        tasks += [
            asyncio.create_task(ear.listen(port, event))
            for ear, event in zip(ears[start : start + 50], events, strict=True)
        ]
        async with asyncio.timeout(60):
            await asyncio.gather(*(event.wait() for event in events))
    return tasks


async def _play(tables: Sequence[LiveTable]) -> None:
    """Play at all tables, some at a time."""
    until = time.perf_counter() + SECONDS
    share = SECONDS * TABLES_AT_PLAY / len(tables)
    for start in range(0, len(tables), TABLES_AT_PLAY):
        end = min(time.perf_counter() + share, until)
        await asyncio.gather(*(t.play(end) for t in tables[start : start + TABLES_AT_PLAY]))


async def _memory_of_idle_connections(process: int, port: int) -> float:
    """What a connection costs that has asked once and waits: bytes."""
    count = TABLES * PHONES_A_TABLE
    before = _memory(process)
    writers = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(get(f"{V1}/referee/editions/"))
        await reader.readline()
        writers.append(writer)
    grown = _memory(process) - before
    for writer in writers:
        writer.close()
    await asyncio.sleep(1)
    return max(grown, 1) / count


def _memory(process: int) -> int:
    """The resident memory of a process and its children, in bytes."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    pages = sum(
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in [process, *children]
    )
    return pages * resource.getpagesize()


def _figures(
    name: str,
    tables: Sequence[LiveTable],
    ears: Sequence[Ear],
    begun: dict[str, int],
    memory: float,
    idle: float,
) -> list[Figure]:
    expected = heard = doubled = 0
    delays = []
    for ear in ears:
        table = ear.table
        last = max(table.answered, default=begun[table.game])
        due = set(range(begun[table.game] + 1, last + 1))
        numbers = [number for number, _at in ear.heard]
        expected += len(due)
        heard += len(due & set(numbers))
        doubled += len(numbers) - len(set(numbers))
        delays += [
            max(at - table.answered[number], 0) * 1000
            for number, at in ear.heard
            if number in table.answered
        ]
    writes = [latency for table in tables for latency in table.latencies]
    assert delays, "nothing was heard"
    phones = f"{len(ears):,} phones, {len(tables)} tables, {name}"
    figures = [
        beside(
            f"events heard, {phones}",
            [heard],
            [expected],
            unit="events",
            floor_name="events answered, for each phone",
            target=Target(least_ratio=1),
        ),
        beside(
            f"events doubled, {name}",
            [doubled],
            [expected],
            unit="events",
            floor_name="events answered, for each phone",
            target=Target(most=1),
        ),
    ]
    figures += [
        beside(
            f"from answer to arrival, p{percent}, {name}",
            [_percentile(delays, percent)],
            [_percentile(writes, percent)],
            unit="ms",
            floor_name="the write itself, until it was answered",
        )
        for percent in (50, 99)
    ]
    return [
        *figures,
        beside(
            f"memory a listening phone, {name}",
            [memory / 1024],
            [idle / 1024],
            unit="KiB",
            floor_name="a connection that asked once",
        ),
    ]


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]

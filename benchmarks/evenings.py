"""How many tables play at once before recording a round takes too long, and what that costs."""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from benchmarks.live import PHASES, PlayingPhone
from benchmarks.load import QUICK, Connection, post
from benchmarks.processes import cpu_seconds, memory, named
from benchmarks.report import Figure, compare
from benchmarks.server import BASELINE, is_missing, run_server, run_worker, temporary_database
from benchmarks.streams import Listening, allow_many_files, close_streams, open_streams
from tests.services import REDIS_URL

WORKERS = 2
LISTENERS = 2  # at each table: a phone beside the one that scores, and a television
PAUSE = 1.0  # seconds between two writes of a table, on average: five of them make a round
LOOKS_EVERY = 10  # rounds between two looks at the statistics
STEPS = (10, 20, 40, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600, 800)  # tables
STEP_SECONDS = 8.0 if QUICK else 20.0
TOO_LONG = 250  # milliseconds, for 95 of 100 rounds
SOAK_SECONDS = float(os.environ.get("BENCH_SOAK", "600"))
WARM_UP = 60.0  # seconds of the soak, before its memory counts
MEBIBYTE = 1024 * 1024


def run() -> list[Figure]:
    """Raise the number of tables step by step; then have half as many play for ten minutes."""
    if is_missing("postgres", "evenings") or is_missing("redis", "evenings"):
        return []
    allow_many_files()
    with (
        temporary_database() as url,
        run_server(url, workers=WORKERS, REDIS_URL=REDIS_URL) as (server, port),
        run_worker(url, REDIS_URL) as worker,
        run_server(url, workers=WORKERS, **BASELINE) as (floor, floor_port),
    ):
        return asyncio.run(_measure((server, port), worker, (floor, floor_port)))


class Table(PlayingPhone):
    """The phone that scores, and those that listen to it. `recorded_in`: milliseconds."""

    def __init__(self, connection: Connection, port: int) -> None:
        super().__init__(connection)
        self._port = port
        self._chance = random.Random(id(self))
        self._listening: list[Listening] = []
        self.recorded_in: list[float] = []

    async def open(self) -> None:
        """Sit down, and have the others listen."""
        await self.sit_down()
        await self._listen()

    async def evening(self) -> None:
        """Play one game after the other, until cancelled."""
        rounds = 0
        while True:
            await self._pause()
            for number in range(1, len(PHASES)):
                await self._round(number)
                rounds += 1
                if rounds % LOOKS_EVERY == 0:
                    await self.get(f"/groups/{self.group}/statistics/leaderboard/")
            self.game = await self.start_game()
            await self._listen()

    async def close(self) -> None:
        close_streams(self._listening)

    async def _listen(self) -> None:
        await self.close()
        self._listening = await open_streams([self.stream] * LISTENERS, self._port)

    async def _write(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        sent = time.perf_counter()
        answer = await self.post(path, body)
        if path.endswith("/rounds/"):
            self.recorded_in.append((time.perf_counter() - sent) * 1000)
        await self._pause()
        return answer

    async def _pause(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.5, 1.5) * PAUSE)


class Asker:
    """Sends as many requests as a table, to a view that does nothing."""

    def __init__(self, connection: Connection, token: dict[str, str]) -> None:
        self._connection = connection
        self._request = post("/empty/", json.dumps({"number": 1}).encode(), **token)
        self._chance = random.Random(id(self))
        self.recorded_in: list[float] = []

    async def evening(self) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * PAUSE)
            sent = time.perf_counter()
            await self._connection.request(self._request)
            self.recorded_in.append((time.perf_counter() - sent) * 1000)

    async def close(self) -> None:
        self._connection.close()


async def _measure(server: tuple[int, int], worker: int, floor: tuple[int, int]) -> list[Figure]:
    process, port = server
    watched = {
        "web workers": [process],
        "Celery worker": [worker],
        "PostgreSQL": named("postgres"),
        "Redis": named("redis-server"),
        "this generator": [os.getpid()],
    }
    tables, notes = await _raise(lambda: _table(port), watched)
    token = tables[0].authorized
    await _end(tables)
    floor_port = floor[1]

    async def asker() -> Asker:
        return Asker(await Connection.open(floor_port), token)

    askers, floor_notes = await _raise(asker, {})
    await _end(askers)
    figures = [
        compare(
            f"tables at which p95 of recording passes {TOO_LONG} ms",
            [notes[-1].tables],
            [floor_notes[-1].tables],
            "tables",
            "as many requests to an empty view with a token",
        )
    ]
    for note in notes:
        other = next((each for each in floor_notes if each.tables == note.tables), floor_notes[-1])
        name, floor_name = (
            f"recording at {note.tables} tables, p95",
            f"the empty view at {other.tables}",
        )
        figures.append(compare(name, [note.p95], [other.p95], "ms", floor_name))
    figures += [
        compare(f"{name} at {notes[-1].tables} tables", [busy], [1], "cores", "one core")
        for name, busy in notes[-1].busy.items()
    ]
    return figures + await _soak(max(notes[-1].tables // 2, 1), process, port)


class Note(NamedTuple):
    """What a step has shown: milliseconds, and cores that were busy, by who kept them busy."""

    tables: int
    p95: float
    busy: dict[str, float]


async def _raise(
    make: Callable[[], Awaitable[Any]], watched: Mapping[str, Sequence[int]]
) -> tuple[list[Any], list[Note]]:
    """Have more and more of them play until it takes too long; return all, and the notes."""
    players: list[Any] = []
    notes: list[Note] = []
    tasks: list[asyncio.Task[None]] = []
    for count in STEPS:
        while len(players) < count:
            more = await asyncio.gather(*(make() for _ in range(min(10, count - len(players)))))
            players += more
            tasks += [asyncio.create_task(each.evening()) for each in more]
        for each in players:
            each.recorded_in.clear()
        used = {name: cpu_seconds(each) for name, each in watched.items()}
        began = time.monotonic()
        done, _playing = await asyncio.wait(tasks, timeout=STEP_SECONDS)
        for task in done:
            task.result()  # raises: nobody ends by themselves
        elapsed = time.monotonic() - began
        busy = {name: (cpu_seconds(watched[name]) - used[name]) / elapsed for name in watched}
        notes.append(Note(count, _p95(players), busy))
        if notes[-1].p95 > TOO_LONG:
            break
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return players, notes


async def _soak(count: int, process: int, port: int) -> list[Figure]:
    if not SOAK_SECONDS:
        return []
    tables = [await _table(port) for _ in range(count)]
    tasks = [asyncio.create_task(table.evening()) for table in tables]
    done, _playing = await asyncio.wait(tasks, timeout=WARM_UP)
    before = memory(process)
    if not done:
        done, _playing = await asyncio.wait(tasks, timeout=SOAK_SECONDS)
    after = memory(process)
    for task in tasks:
        task.cancel()
    for task in done:
        task.result()
    await asyncio.gather(*tasks, return_exceptions=True)
    p95 = _p95(tables)
    await _end(tables)
    what, private = f"{count} tables for {SOAK_SECONDS:.0f} s", f"after {WARM_UP:.0f} s"
    return [
        compare(
            f"private memory after {what}", [after / MEBIBYTE], [before / MEBIBYTE], "MiB", private
        ),
        compare(f"recording, p95, {what}", [p95], [TOO_LONG], "ms", "the bound"),
    ]


async def _table(port: int) -> Table:
    table = Table(await Connection.open(port), port)
    await table.open()
    return table


async def _end(players: Sequence[Any]) -> None:
    for each in players:
        with suppress(OSError):
            await each.close()


def _p95(players: Sequence[Any]) -> float:
    values = [value for each in players for value in each.recorded_in]
    assert len(values) > 1, "nothing was recorded"
    p95: float = statistics.quantiles(values, n=20)[-1]
    return p95

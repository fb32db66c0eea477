"""A thousand phones that follow two hundred tables while games go on."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load import HOST, Connection, get
from benchmarks.phones import V1, ScorerPhone
from benchmarks.report import Figure, arrivals
from benchmarks.server import is_missing, run_server, temporary_database
from tests.services import REDIS_URL

TABLES = 200
PHONES_PER_TABLE = 5
WORKERS = 2
ACTIVE_TABLES = 20  # at the same time; each pauses between two plays
PAUSE = 0.5  # seconds
SECONDS = 20.0
SETTLE = 3.0  # seconds after the last write: events that have not arrived by then are lost
# Twenty sets of three: in each round, one is laid down, hit three times, and tallied.
PHASES = [[{"kind": "set", "size": 3}]] * 20
HITS = ("Y3", "R3", "B3")


def run() -> list[Figure]:
    """Measure without Redis and with it; measure nothing without PostgreSQL."""
    if is_missing("postgres", "live"):
        return []
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures = _run("without Redis", "")
    if is_missing("redis", "live with Redis"):
        return figures
    return figures + _run("with Redis", REDIS_URL)


def _run(name: str, redis_url: str) -> list[Figure]:
    with (
        temporary_database() as url,
        run_server(url, workers=WORKERS, REDIS_URL=redis_url) as (_process, port),
    ):
        return asyncio.run(_measure(name, port))


@dataclass(slots=True)
class ListeningPhone:
    """A phone that follows a game: the numbers of the events it received, and when."""

    table: PlayingPhone
    received: list[tuple[int, float]] = field(default_factory=list)

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
                    self.received.append((int(line[4:]), time.perf_counter()))
        finally:
            writer.close()


class PlayingPhone(ScorerPhone):
    """A phone that records plays; when each of its writes was answered, by event."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, phases=PHASES)
        self.answered: dict[int, float] = {}
        self.latencies: list[float] = []

    async def play(self, until: float) -> None:
        """Play rounds until the time is up, with a pause after each write."""
        number = 0
        while time.perf_counter() < until and number < len(PHASES) - 1:
            number += 1
            await self._round(number)

    async def _round(self, number: int) -> None:
        first, here = self.players[0], f"/games/{self.game}/table/"
        play = {"round": number, "player": first}
        laid = await self._write(
            f"{here}plays/", {"kind": "lay_down", **play, "groups": [["G3", "Y3", "W"]]}
        )
        group = laid["groups"][0]["id"]
        for card in HITS:
            await self._write(
                f"{here}plays/", {"kind": "hit", **play, "group": group, "cards": [card]}
            )
        results: list[dict[str, Any]] = [{"player": first, "went_out": True}]
        results += [
            {"player": player, "points": 65, "laid_down": False} for player in self.players[1:]
        ]
        await self._write(f"/games/{self.game}/rounds/", {"number": number, "results": results})

    async def _write(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        sent = time.perf_counter()
        answer = await self.post(path, body)
        now = time.perf_counter()
        self.answered[answer["event"]] = now
        self.latencies.append((now - sent) * 1000)
        await asyncio.sleep(PAUSE)
        return answer


async def _measure(name: str, port: int) -> list[Figure]:
    connections = [await Connection.open(port) for _ in range(TABLES)]
    try:
        tables = [PlayingPhone(connection) for connection in connections]
        for start in range(0, TABLES, ACTIVE_TABLES):
            await asyncio.gather(*(t.sit_down() for t in tables[start : start + ACTIVE_TABLES]))
        listeners = [ListeningPhone(table) for table in tables for _ in range(PHONES_PER_TABLE)]
        listening = await _open(listeners, port)
        first_events = {table.game: 1 for table in tables}  # the event that started the game
        await _play(tables)
        await asyncio.sleep(SETTLE)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    finally:
        for connection in connections:
            connection.close()
    return _figures(name, tables, listeners, first_events)


async def _open(listeners: Sequence[ListeningPhone], port: int) -> list[asyncio.Task[None]]:
    """Open the streams, fifty phones at a time."""
    tasks = []
    for start in range(0, len(listeners), 50):
        events = [asyncio.Event() for _ in listeners[start : start + 50]]
        tasks += [
            asyncio.create_task(listener.listen(port, event))
            for listener, event in zip(listeners[start : start + 50], events, strict=True)
        ]
        async with asyncio.timeout(60):
            await asyncio.gather(*(event.wait() for event in events))
    return tasks


async def _play(tables: Sequence[PlayingPhone]) -> None:
    """Play at all tables, a few at a time."""
    until = time.perf_counter() + SECONDS
    share = SECONDS * ACTIVE_TABLES / len(tables)
    for start in range(0, len(tables), ACTIVE_TABLES):
        end = min(time.perf_counter() + share, until)
        await asyncio.gather(*(t.play(end) for t in tables[start : start + ACTIVE_TABLES]))


def _figures(
    name: str,
    tables: Sequence[PlayingPhone],
    listeners: Sequence[ListeningPhone],
    first_events: dict[str, int],
) -> list[Figure]:
    expected = received = repeated = 0
    delays = []
    for listener in listeners:
        table = listener.table
        last = max(table.answered, default=first_events[table.game])
        due = set(range(first_events[table.game] + 1, last + 1))
        numbers = [number for number, _at in listener.received]
        expected += len(due)
        received += len(due & set(numbers))
        repeated += len(numbers) - len(set(numbers))
        delays += [
            max(at - table.answered[number], 0) * 1000
            for number, at in listener.received
            if number in table.answered
        ]
    writes = [latency for table in tables for latency in table.latencies]
    assert delays, "nothing was received"
    phones = f", {len(listeners):,} phones, {len(tables)} tables, {name}"
    return arrivals(phones, (expected, received, repeated), delays, writes)

"""A thousand phones that follow two hundred tables while games go on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.load import Connection, get
from benchmarks.phones import V1, ScorerPhone
from benchmarks.report import Figure
from benchmarks.server import is_missing, run_server, temporary_database
from benchmarks.streams import allow_many_files, arrivals, close_streams, open_streams
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
    allow_many_files()
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


class PlayingPhone(ScorerPhone):
    """A phone that records plays; when each of its writes was answered, by event."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, phases=PHASES)
        self.answered: dict[int, float] = {}
        self.latencies: list[float] = []

    @property
    def stream(self) -> bytes:
        """The request for the stream of the game."""
        return get(f"{V1}/games/{self.game}/events/", **self.authorized)

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
        following = [table for table in tables for _ in range(PHONES_PER_TABLE)]
        listeners = await open_streams([table.stream for table in following], port)
        await _play(tables)
        await asyncio.sleep(SETTLE)
        close_streams(listeners)
    finally:
        for connection in connections:
            connection.close()
    heard = [(one, table.answered) for one, table in zip(listeners, following, strict=True)]
    writes = [latency for table in tables for latency in table.latencies]
    return arrivals(f", {len(listeners):,} phones, {len(tables)} tables, {name}", heard, writes)


async def _play(tables: Sequence[PlayingPhone]) -> None:
    """Play at all tables, a few at a time."""
    until = time.perf_counter() + SECONDS
    share = SECONDS * ACTIVE_TABLES / len(tables)
    for start in range(0, len(tables), ACTIVE_TABLES):
        end = min(time.perf_counter() + share, until)
        await asyncio.gather(*(t.play(end) for t in tables[start : start + ACTIVE_TABLES]))

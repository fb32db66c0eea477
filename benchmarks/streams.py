"""Phones that listen to games: what they have received, and when."""

from __future__ import annotations

import asyncio
import resource
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from benchmarks.load import HOST
from benchmarks.report import Figure, Target, compare

OPENED_AT_ONCE = 50


def allow_many_files() -> int:
    """Let this process open as many files as it may; return how many."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Listening(asyncio.Protocol):
    """A phone that listens to a game: the numbers of the events it received, and when."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._transport: asyncio.WriteTransport | None = None
        self._is_streamed = False
        self.opened = asyncio.get_running_loop().create_future()
        self.received: list[tuple[int, float]] = []
        self.heartbeats = 0
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._is_streamed = self._is_streamed or data.startswith(b"HTTP/1.1 200 ")
        if not self.opened.done() and b"retry: " in data:
            self.opened.set_result(self._is_streamed)
        for line in data.splitlines():
            if line.startswith(b"id: "):
                self.received.append((int(line[4:]), time.perf_counter()))
            elif line == b":":
                self.heartbeats += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_result(False)

    def close(self) -> None:
        if self._transport:
            self._transport.close()


async def open_streams(requests: Sequence[bytes], port: int) -> list[Listening]:
    """Open streams, fifty at a time."""
    listeners: list[Listening] = []
    loop = asyncio.get_running_loop()
    for start in range(0, len(requests), OPENED_AT_ONCE):
        some = [Listening(request) for request in requests[start : start + OPENED_AT_ONCE]]
        await asyncio.gather(
            *(loop.create_connection(partial(_itself, one), HOST, port) for one in some)
        )
        async with asyncio.timeout(60):
            assert all(await asyncio.gather(*(one.opened for one in some)))
        listeners += some
    return listeners


def _itself(listening: Listening) -> Listening:
    return listening


def close_streams(listeners: Iterable[Listening]) -> None:
    for listener in listeners:
        listener.close()


def arrivals(
    name: str, heard: Iterable[tuple[Listening, Mapping[int, float]]], writes: Sequence[float]
) -> list[Figure]:
    """Compare events that were due, arrived and arrived twice, and when, with the writes in ms.

    `heard` is who listened to which game, which has begun with event 1: when the write of each
    later event was answered.
    """
    due, arrived, doubled = 0, 0, 0
    delays: list[float] = []
    for listener, answered in heard:
        expected = set(range(2, max(answered, default=1) + 1))
        numbers = [number for number, _at in listener.received]
        due += len(expected)
        arrived += len(expected & set(numbers))
        doubled += len(numbers) - len(set(numbers))
        delays += [
            max(at - answered[number], 0) * 1000
            for number, at in listener.received
            if number in answered
        ]
    assert delays, "nothing was received"
    each = "writes answered, for each phone"
    return [
        compare(f"events received{name}", [arrived], [due], "events", each, Target(min_ratio=1)),
        compare(
            f"events received twice{name}", [doubled], [due], "events", each, Target(max_value=1)
        ),
        *(
            compare(
                f"from answer to arrival, p{percent}{name}",
                [statistics.quantiles(delays, n=100)[percent - 1]],
                [statistics.quantiles(writes, n=100)[percent - 1]],
                "ms",
                "the write itself, until it was answered",
            )
            for percent in (50, 99)
        ),
    ]

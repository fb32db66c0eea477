"""A load generator: keep-alive connections to this machine, each asking as soon as answered.

It is bounded: it knows no host but the loopback address, and stops by the clock.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

HOST = "127.0.0.1"
TIMEOUT = 10.0  # seconds for one answer; a server that hangs ends the run

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class LoadError(Exception):
    """The server did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What one stretch of load gave: answers, and how long they took, in seconds.

    `busy` is the generator's own processor time.
    """

    latencies: tuple[float, ...]
    elapsed: float
    busy: float

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.elapsed

    def percentile(self, percent: int) -> float:
        """Return the latency in milliseconds that `percent` of the answers did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)] * 1000


def post(path: str, content: bytes) -> bytes:
    """Return the bytes of a request."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


class Connection(asyncio.Protocol):
    """One keep-alive connection: one question at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._answer: asyncio.Future[bytes] | None = None

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect to `port` of this machine."""
        loop = asyncio.get_running_loop()
        _transport, connection = await loop.create_connection(cls, HOST, port)
        return connection

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    async def ask(self, request: bytes) -> bytes:
        """Send a request, return the body of its answer; LoadError unless that is 200."""
        assert self._transport
        assert not self._answer
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        try:
            return await self._answer
        finally:
            self._answer = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(b"\r\n\r\n") + 4
        if end < 4 or not self._answer:
            return
        head = bytes(self._received[:end])
        length = _LENGTH.search(head)
        if not length or not head.startswith(b"HTTP/1.1 200"):
            self._answer.set_exception(LoadError(bytes(self._received[:1000]).decode()))
        elif len(self._received) >= end + int(length[1]):
            body = bytes(self._received[end:])
            self._received.clear()
            self._answer.set_result(body)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(LoadError("The server closed the connection."))


async def press(
    connections: Sequence[Connection], requests: Sequence[bytes], seconds: float
) -> Slice:
    """Ask `requests` over and over on all connections together for `seconds`."""
    endless = itertools.cycle(requests)
    latencies: list[float] = []
    busy, began = time.process_time(), time.perf_counter()
    async with asyncio.timeout(seconds + TIMEOUT):
        await asyncio.gather(
            *(_press_one(c, endless, began + seconds, latencies) for c in connections)
        )
    elapsed = time.perf_counter() - began
    return Slice(tuple(latencies), elapsed, time.process_time() - busy)


async def _press_one(
    connection: Connection, requests: Iterator[bytes], end: float, latencies: list[float]
) -> None:
    asked = time.perf_counter()
    while asked < end:
        await connection.ask(next(requests))
        answered = time.perf_counter()
        latencies.append(answered - asked)
        asked = answered

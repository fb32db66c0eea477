"""A load generator: keep-alive connections to this machine, each asking as soon as answered.

It is bounded: it knows no host but the loopback address, and stops by the clock.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
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


def post(path: str, content: bytes, **headers: str) -> bytes:
    """Return the bytes of a request; `Idempotency_Key="..."` is a further header."""
    about = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
    return _head("POST", path, about) + content


def get(path: str, **headers: str) -> bytes:
    """Return the bytes of a request without a body."""
    return _head("GET", path, headers)


def _head(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "\r\n"]).encode()


class Connection(asyncio.Protocol):
    """One keep-alive connection: one question at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._status = b""

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect to `port` of this machine."""
        loop = asyncio.get_running_loop()
        _transport, connection = await loop.create_connection(cls, HOST, port)
        return connection

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    async def ask(self, request: bytes, status: int = 200) -> bytes:
        """Send a request, return the body of its answer; LoadError unless it has the status."""
        assert self._transport
        assert not self._answer
        if self._transport.is_closing():
            raise LoadError("The server had closed the connection.")
        self._status = b"HTTP/1.1 %d " % status
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
        if not length or not head.startswith(self._status):
            self._answer.set_exception(LoadError(bytes(self._received[:1000]).decode()))
        elif len(self._received) >= end + int(length[1]):
            body = bytes(self._received[end:])
            self._received.clear()
            self._answer.set_result(body)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(LoadError("The server closed the connection."))


# Does one piece of the work, and ends when it is done.
Ask = Callable[[], Awaitable[object]]


def in_turn(connections: Sequence[Connection], requests: Sequence[bytes]) -> list[Ask]:
    """Ask `requests` over and over on all connections together."""
    endless = itertools.cycle(requests)

    def asks(connection: Connection) -> Ask:
        return lambda: connection.ask(next(endless))

    return [asks(connection) for connection in connections]


@dataclass(frozen=True, slots=True)
class Load:
    """One sort of work, done by all `asks` at once; `get_ready` comes before each slice."""

    name: str
    asks: Sequence[Ask]
    get_ready: Ask | None = None


async def alternate(
    loads: Sequence[Load], *, rounds: int, seconds: float
) -> dict[str, list[Slice]]:
    """Give each load its turn in each round, and begin each round with another one.

    So whatever slows the machine for a while slows them all alike.
    """
    slices: dict[str, list[Slice]] = {load.name: [] for load in loads}
    for load in loads:
        await press(load, seconds / 2)  # to warm up
    for start in range(rounds):
        first = start % len(loads)
        for load in [*loads[first:], *loads[:first]]:
            slices[load.name].append(await press(load, seconds))
    return slices


async def press(load: Load, seconds: float) -> Slice:
    """Put the load on for `seconds`."""
    if load.get_ready:
        await load.get_ready()
    latencies: list[float] = []
    busy, began = time.process_time(), time.perf_counter()
    async with asyncio.timeout(seconds + TIMEOUT):
        await asyncio.gather(*(_press_one(ask, began + seconds, latencies) for ask in load.asks))
    elapsed = time.perf_counter() - began
    return Slice(tuple(latencies), elapsed, time.process_time() - busy)


async def _press_one(ask: Ask, end: float, latencies: list[float]) -> None:
    asked = time.perf_counter()
    while asked < end:
        await ask()
        answered = time.perf_counter()
        latencies.append(answered - asked)
        asked = answered

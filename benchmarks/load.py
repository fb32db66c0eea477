"""A load generator: keep-alive connections that send the next request once they are answered.

It connects only to the loopback address, and stops by the clock.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.processes import cpu_seconds, settle

HOST = "127.0.0.1"
# Shorter runs, to see whether something changed: their figures vary more.
QUICK = bool(os.environ.get("BENCH_QUICK"))
TIMEOUT = 10.0  # seconds for one answer: a server that hangs ends the run

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class LoadError(Exception):
    """The server did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The latencies of the answers to one stretch of load, in seconds.

    `busy` is the generator's own processor time, `server` that of the processes that answered,
    and `afterwards` that which they used before they had nothing left to do. Where no other process
    answers, the generator is the server.
    """

    latencies: tuple[float, ...]
    elapsed: float
    busy: float
    server: float = 0.0
    afterwards: float = 0.0

    @property
    def cpu_per_answer(self) -> float:
        """Return the processor time of the server for an answer, in milliseconds."""
        return (self.server + self.afterwards) / len(self.latencies) * 1000

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.elapsed

    def percentile(self, percent: int) -> float:
        """Return the latency in milliseconds that `percent` of the answers did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)] * 1000


def post(path: str, content: bytes, **headers: str) -> bytes:
    """Return the bytes of a request; `Idempotency_Key="..."` adds a header."""
    return _with_body("POST", path, content, headers)


def patch(path: str, content: bytes, **headers: str) -> bytes:
    """Return the bytes of a request that changes what is there."""
    return _with_body("PATCH", path, content, headers)


def get(path: str, **headers: str) -> bytes:
    """Return the bytes of a request without a body."""
    return _head("GET", path, headers)


def delete(path: str, **headers: str) -> bytes:
    """Return the bytes of a request without a body."""
    return _head("DELETE", path, headers)


def _with_body(method: str, path: str, content: bytes, headers: Mapping[str, str]) -> bytes:
    about = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
    return _head(method, path, about) + content


def _head(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "\r\n"]).encode()


class Connection(asyncio.Protocol):
    """A keep-alive connection, for one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._status = b""

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect to a port of this machine."""
        loop = asyncio.get_running_loop()
        _transport, connection = await loop.create_connection(cls, HOST, port)
        return connection

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    async def request(self, content: bytes, status: int = 200) -> bytes:
        """Send a request and return the body of its answer; LoadError for any other status."""
        assert self._transport
        assert not self._answer
        if self._transport.is_closing():
            raise LoadError("The server had closed the connection.")
        self._status = b"HTTP/1.1 %d " % status
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(content)
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


# Sends one request and waits for its answer, or does other work of that kind.
Send = Callable[[], Awaitable[object]]


def in_turn(connections: Sequence[Connection], requests: Sequence[bytes]) -> list[Send]:
    """Send `requests` over and over, shared by all connections."""
    endless = itertools.cycle(requests)

    def sender(connection: Connection) -> Send:
        return lambda: connection.request(next(endless))

    return [sender(connection) for connection in connections]


@dataclass(frozen=True, slots=True)
class Load:
    """One kind of work, done by all `senders` at once; `prepare` runs before each slice.

    Each sends until the time is up, or `count` times. `processes` are those that do the work; after
    a slice they are left alone until they have nothing left to do.
    """

    name: str
    senders: Sequence[Send]
    prepare: Send | None = None
    processes: Sequence[int] = ()
    count: int | None = None


async def alternate(
    loads: Sequence[Load], *, rounds: int, seconds: float
) -> dict[str, list[Slice]]:
    """Give each load a turn in each round, and begin each round with another one.

    Whatever slows the machine for a while then slows all of them alike.
    """
    slices: dict[str, list[Slice]] = {load.name: [] for load in loads}
    for load in loads:
        await run_load(load, seconds / 2)  # to warm up
    for start in range(rounds):
        first = start % len(loads)
        for load in [*loads[first:], *loads[:first]]:
            slices[load.name].append(await run_load(load, seconds))
    return slices


async def run_load(load: Load, seconds: float) -> Slice:
    """Run a load for this many seconds, or until each sender has sent often enough."""
    if load.prepare:
        await load.prepare()
        await settle(load.processes)
    latencies: list[float] = []
    used = cpu_seconds(load.processes)
    busy, began = time.process_time(), time.perf_counter()
    async with asyncio.timeout(seconds + TIMEOUT):
        await asyncio.gather(
            *(_keep_sending(send, began + seconds, load.count, latencies) for send in load.senders)
        )
    elapsed = time.perf_counter() - began
    busy = time.process_time() - busy
    answered = cpu_seconds(load.processes)
    await settle(load.processes)
    afterwards = cpu_seconds(load.processes) - answered
    server = answered - used if load.processes else busy
    return Slice(tuple(latencies), elapsed, busy, server, afterwards)


async def _keep_sending(send: Send, end: float, count: int | None, latencies: list[float]) -> None:
    sent, left = time.perf_counter(), count
    while sent < end if left is None else left > 0:
        await send()
        answered = time.perf_counter()
        latencies.append(answered - sent)
        sent = answered
        left = None if left is None else left - 1

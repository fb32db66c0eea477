"""The size of requests, and reading their bodies on the event loop."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest

from rest.asgi_types import Receive
from rest.follow import Refused
from rest.framework_texts import too_many_requests
from rest.problems import Problem, body_too_large, request_too_slow, server_busy
from rest.throttling import network_of

ACCOUNT = "X-Account"  # in an answer to OPTIONS: the account that a large body counts for
MAX_HEAD_BYTES = 16 * 1024  # of an address and all headers
UNCOUNTED = 4 * 1024  # bytes of most bodies, about what a connection takes anyway
OPEN = 64 * 1024  # bytes that anybody may send, kept in memory; more only if the view agrees
RETRY_AFTER = 10  # seconds, by when other bodies may have been read
BYTES_A_SECOND = 50_000  # from a slow phone that sends a large file
# How much of a refused body is read all the same, and for how many seconds.
DISCARDED, DISCARD_SECONDS = 8 * 1024**2, 2.0
# Bytes of all bodies that a process holds: in total, and for one address or account. Small bodies
# have room of their own, so that large files do not keep phones from recording rounds.
PROCESS, EACH, SMALL = 96 * 1024**2, 40 * 1024**2, 32 * 1024**2

held: Counter[str] = Counter()


class ClientGone(Exception):
    """The client has closed the connection."""


def size_of(environ: dict[str, Any]) -> tuple[int, int]:
    """Return how many bytes a body is said to have, and how many it may have; raise Refused.

    A body in chunks is taken to be as large as allowed: see `LARGER_BODIES` and `MAX_BODY_BYTES`.
    """
    length = environ.get("CONTENT_LENGTH", "").lstrip("0")  # a client may send thousands
    size = int(length or 0) if len(length) < 20 else sys.maxsize
    is_chunked = environ.pop("HTTP_TRANSFER_ENCODING", None)
    limit: int = settings.MAX_BODY_BYTES
    if is_chunked or size > limit:
        asked = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
        larger = settings.LARGER_BODIES.items()
        limit = next((most for pattern, most in larger if re.fullmatch(pattern, asked)), limit)
    if is_chunked:
        return limit, limit
    if size > limit:
        raise Refused(partial(body_too_large, limit))
    return size, limit


@asynccontextmanager
async def body_of(
    environ: dict[str, Any], receive: Receive, whose: Callable[[], Awaitable[str]]
) -> AsyncIterator[None]:
    """Read the body into `wsgi.input`, and count its bytes as held until the end of the block.

    `whose` is asked for the account that a body larger than `OPEN` counts for. Raises Refused and
    ClientGone.
    """
    size, limit = size_of(environ)
    holders = []
    if size > UNCOUNTED:
        request = HttpRequest()
        request.META = environ
        holders = ["process", f"address {network_of(request)}"]
    if size > OPEN and (account := await whose()):
        holders.append(f"account {account}")
    for holder, most in zip(holders, (PROCESS, EACH, EACH), strict=False):
        if held[holder] + size > most + (SMALL if size <= OPEN else 0):
            busy = partial(_too_many, f"bytes_of_{holder.partition(' ')[0]}", most)
            raise Refused(server_busy if holder == "process" else busy)
    for holder in holders:
        held[holder] += size
    try:
        with TemporaryFile() if size > OPEN else BytesIO() as file:
            if size:
                environ["CONTENT_LENGTH"] = str(await _read(file, receive, limit))
                environ["wsgi.input"] = file
            yield
    finally:
        for holder in holders:
            held[holder] -= size
            if not held[holder]:
                del held[holder]


def _too_many(limit: str, maximum: int) -> Problem:
    headers = {"Retry-After": str(RETRY_AFTER)}
    extra = {"limit": limit, "maximum": maximum}
    return Problem(429, "throttled", too_many_requests(RETRY_AFTER), extra=extra, headers=headers)


async def _read(file: IO[bytes], receive: Receive, limit: int) -> int:
    """Read the body into a file and return its bytes; Refused if they are too many or too slow."""
    began, read, more = asyncio.get_running_loop().time(), 0, True
    try:
        async with asyncio.timeout(settings.BODY_SECONDS) as patience:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                read += file.write(message.get("body", b""))
                if read > limit:
                    raise Refused(partial(body_too_large, limit))
                if more := message.get("more_body", False):
                    patience.reschedule(began + settings.BODY_SECONDS + read / BYTES_A_SECOND)
    except TimeoutError:
        raise Refused(request_too_slow) from None
    file.seek(0)
    return read


async def discard(receive: Receive) -> None:
    """Read on for a moment and keep nothing.

    If a connection is closed with bytes that nobody has read, the client, which is still sending,
    is cut off, and may lose the answer.
    """
    read = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while read < DISCARDED and (message := await receive()).get("more_body"):
                read += len(message["body"])

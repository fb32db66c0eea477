"""Reading the body of a request: on the event loop, so that a slow client holds no thread."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from rest.asgi_types import Receive, Scope
from rest.body_limit import limit_of
from rest.problems import REFUSAL, body_too_large

IN_MEMORY = 1024 * 1024  # bytes; what is longer goes to a file
MAX_DIGITS = 20  # of a length


class ClientGoneError(Exception):
    """The client has closed the connection."""


def declared_length(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return the bytes that a body should have, according to its headers; 0 if they do not say."""
    for name, value in headers:
        if name == b"content-length":
            # The server has checked that it is a number, but it may begin with thousands of zeros.
            return int(value) if len(value) <= MAX_DIGITS else sys.maxsize
    return 0


async def read_body(scope: Scope, receive: Receive) -> tuple[Scope, IO[bytes]]:
    """Read the body; return the scope, which may be another one, and the body as a file.

    A body that is larger than its address allows is not read to its end, or not at all; then the
    scope has a `REFUSAL`, and the file is empty. A body sent in chunks gets a `Content-Length`:
    without one, DRF would treat it as empty.

    Raises ClientGoneError.
    """
    length = declared_length(scope["headers"])
    chunked = any(name == b"transfer-encoding" for name, _value in scope["headers"])
    if not (length or chunked):
        return scope, BytesIO()
    limit = limit_of(scope["method"], scope["path"])
    if length > limit:
        return _refused(scope, limit)
    file = cast(IO[bytes], SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115  (the request closes it)
    read, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            file.close()
            raise ClientGoneError
        part = message.get("body", b"")
        read += len(part)
        if read > limit:
            file.close()
            return _refused(scope, limit)
        file.write(part)
        more = message.get("more_body", False)
    file.seek(0)
    if chunked:
        headers = [pair for pair in scope["headers"] if pair[0] != b"transfer-encoding"]
        headers.append((b"content-length", b"%d" % read))
        scope = {**scope, "headers": headers}
    return scope, file


def _refused(scope: Scope, limit: int) -> tuple[Scope, IO[bytes]]:
    # Closed, because otherwise the rest of the body would still have to be read.
    refusal = partial(body_too_large, limit, {"Connection": "close"})
    return {**scope, REFUSAL: refusal}, BytesIO()

"""A connection that may break: requests are sent again, and each write is carried out once."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from uuid import uuid4

import httpx

from .client import AuthenticatedClient, Client

WRITES = frozenset(["POST", "PUT", "PATCH", "DELETE"])
# A proxy or a server that is busy, starting or away: none of these is an answer to what was asked.
PASSING = frozenset([429, 502, 503, 504])
LONGEST_PAUSE = 30.0  # seconds
# A long poll of events takes up to 25 seconds (docs/live.md).
TIMEOUT = httpx.Timeout(10, read=40)


class Repeating(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Sends a request again that got no answer, or a status in `PASSING`.

    Writes get an `Idempotency-Key` unless they have one, so that the server carries them out once
    however often they arrive. After the last of `attempts`, the error or answer is handed over.
    """

    def __init__(self, attempts: int = 6, *, verify: bool | str = True) -> None:
        self.attempts = attempts
        self._sync = httpx.HTTPTransport(verify=verify)
        self._async = httpx.AsyncHTTPTransport(verify=verify)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        _name_write(request)
        for pause in self._pauses():
            try:
                response = self._sync.handle_request(request)
            except httpx.TransportError:
                if pause is None:
                    raise
            else:
                if pause is None or response.status_code not in PASSING:
                    return response
                response.close()
                pause = _asked_pause(response, pause)
            time.sleep(pause)
        raise AssertionError("unreachable: the last attempt has no pause")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        _name_write(request)
        for pause in self._pauses():
            try:
                response = await self._async.handle_async_request(request)
            except httpx.TransportError:
                if pause is None:
                    raise
            else:
                if pause is None or response.status_code not in PASSING:
                    return response
                await response.aclose()
                pause = _asked_pause(response, pause)
            await asyncio.sleep(pause)
        raise AssertionError("unreachable: the last attempt has no pause")

    def _pauses(self) -> Iterator[float | None]:
        """Yield for each attempt how many seconds to wait after it; None after the last one."""
        for attempt in range(self.attempts - 1):
            # Not in step with others who lost the same server.
            yield min(LONGEST_PAUSE, 0.5 * 2**attempt) * random.uniform(0.5, 1)  # noqa: S311
        yield None

    def close(self) -> None:
        self._sync.close()

    async def aclose(self) -> None:
        await self._async.aclose()


def _name_write(request: httpx.Request) -> None:
    if request.method in WRITES:
        request.headers.setdefault("Idempotency-Key", str(uuid4()))


def _asked_pause(response: httpx.Response, pause: float) -> float:
    """Return how many seconds the server asks to wait, or `pause` if it does not say."""
    asked = response.headers.get("Retry-After", "")
    return min(LONGEST_PAUSE, float(asked)) if asked.isdecimal() else pause


def connect(
    server: str,
    token: str | None = None,
    *,
    language: str | None = None,
    attempts: int = 6,
    verify: bool | str = True,
) -> AuthenticatedClient | Client:
    """Return a client for all operations, both `sync` and `asyncio`.

    `server` is an address such as `https://cards.example`. `token` is that of a device, or an
    access token; without one, only the referee, guests and logging in are open. `language` is that
    of all texts, `attempts` how often a request is sent at most. `verify` is as in httpx, such as
    the path of a home server's root certificate.
    """
    headers = {} if language is None else {"Accept-Language": language}
    transport = Repeating(attempts, verify=verify)
    if token is None:
        return Client(server, headers=headers, timeout=TIMEOUT, httpx_args={"transport": transport})
    return AuthenticatedClient(
        server, token, headers=headers, timeout=TIMEOUT, httpx_args={"transport": transport}
    )

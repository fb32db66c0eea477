"""HTTP for uvicorn, with bounds on what a client may send before it is asked for anything.

uvicorn's parser in C collects a header until its end, however long that is, and waits for it for as
long as the client likes. Its parser in Python has a limit of size, none of time, and answers a
third as many requests (docs/benchmarks.md).
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rest.asgi.bodies import declared_length
from rest.problems import Problem, headers_too_large, request_too_slow, unreadable_request

MAX_HEAD_BYTES = 16 * 1024  # the request line and all headers
BYTES_A_SECOND = 50_000  # of a body: a slow phone that sends a large file


class LimitedProtocol(HttpToolsProtocol):
    """Closes connections whose requests have too large a head, or come too slowly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head = 0  # bytes of the head that is being received
        self._in_head = True
        self._timer: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._within(settings.HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            if self._timer is None:  # another request on a connection that was kept
                self._within(settings.HEAD_SECONDS)
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MAX_HEAD_BYTES:
            self._refuse(headers_too_large(MAX_HEAD_BYTES))

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        # More than the largest body is refused, so nobody gets time to send it.
        size = min(declared_length(self.headers), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        self._within(settings.BODY_SECONDS + size / BYTES_A_SECOND)
        head = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if head > MAX_HEAD_BYTES:  # it came at once
            self._refuse(headers_too_large(MAX_HEAD_BYTES))
        else:
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_time()
        self._in_head = True
        if not self.transport.is_closing():
            super().on_message_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():  # else it was refused
            super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        self._refuse(unreadable_request())

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: whoever asks for a web socket gets the answer without one."""

    def _within(self, seconds: float) -> None:
        self._in_time()
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _in_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        cycle: RequestResponseCycle | None = self.cycle  # of this request, unless it has none yet
        answers = cycle is not None and cycle.response_started
        if cycle is not None and self._in_head:
            answers = not cycle.response_complete
        if answers:
            self.transport.close()
        else:
            self._refuse(request_too_slow())

    def _refuse(self, problem: Problem) -> None:
        if self.transport.is_closing():
            return
        response = problem.response()
        head = [f"HTTP/1.1 {response.status_code} {response.reason_phrase}"]
        head += [f"{name}: {value}" for name, value in response.items()]
        head += [f"Content-Length: {len(response.content)}", "Connection: close", "", ""]
        self.transport.write("\r\n".join(head).encode("latin-1") + response.content)
        self.transport.close()

"""HTTP for uvicorn, with bounds on the head of a request: an application is told too late.

uvicorn's parser in C collects a header until its end, however long that is, and waits for it for as
long as the client likes. Its parser in Python has a limit of size, none of time, and answers a
third as many requests (docs/benchmarks.md).
"""

from __future__ import annotations

import socket
from asyncio import TimerHandle
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rest.bodies import OPEN
from rest.problems import Problem, headers_too_large, request_too_slow, unreadable_request

MAX_HEAD_BYTES = 16 * 1024  # the request line and all headers


class BoundedProtocol(HttpToolsProtocol):
    """Closes connections whose requests have too large a head, or one that comes too slowly."""

    _head: int | None = 0  # bytes of the head that is being received
    _timer: TimerHandle | None = None
    _answered: RequestResponseCycle | None = None  # the request that is being answered

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # Or the system would take megabytes of a body that nobody reads.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, OPEN)
        self._timer = self.loop.call_later(settings.HEAD_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        # If the client has sent another request meanwhile, uvicorn would only tell that one.
        if (cycle := self._answered) is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            if self._timer is None:  # another request on a connection that was kept
                self._timer = self.loop.call_later(settings.HEAD_SECONDS, self._too_slow)
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > MAX_HEAD_BYTES:
            self._refuse(headers_too_large(MAX_HEAD_BYTES))

    def on_headers_complete(self) -> None:
        self._head = None
        self._stop_timer()
        head = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if head > MAX_HEAD_BYTES:  # it came at once
            self._refuse(headers_too_large(MAX_HEAD_BYTES))
        elif not self.transport.is_closing():
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        if not self.transport.is_closing():
            super().on_message_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():  # else it was refused
            super().on_body(body)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        self._refuse(unreadable_request())

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: whoever asks for a web socket gets the answer without one."""

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self._answered is None or self._answered.response_complete:
            self._refuse(request_too_slow())
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        if not self.transport.is_closing():
            response = problem.response()
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Connection"] = "close"
            line = f"HTTP/1.1 {response.status_code} {response.reason_phrase}\r\n".encode()
            self.transport.write(
                line + response.serialize_headers() + b"\r\n\r\n" + response.content
            )
            self.transport.close()

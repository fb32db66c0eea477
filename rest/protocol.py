"""HTTP for uvicorn, with limits for a request whose head is not complete yet.

uvicorn's parser in C collects a header until its end, however long that is, and waits for it for as
long as the client likes. Its parser in Python limits the size, but not the time. On 2026-11-23 it
answered a third as many requests as this one, and the one in C a tenth more. A head that is
complete but too large is refused by `rest.gateway`.
"""

from __future__ import annotations

import re
import socket
from asyncio import TimerHandle
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rest.bodies import MAX_HEAD_BYTES, OPEN
from rest.problems import Problem, headers_too_large, request_too_slow, unreadable_request

# Nothing is upgraded here, and a client may always offer it: those in Java offer HTTP/2 with each
# request. The parser would take the body that follows for another protocol.
_UPGRADE = re.compile(rb"(?i)(?<=\r\n)upgrade:")


class BoundedProtocol(HttpToolsProtocol):
    """Closes connections whose next head is too large, or takes too long to arrive."""

    _head = 0  # bytes of the head that is being received
    _timer: TimerHandle | None = None  # while a head is being received
    _answered: RequestResponseCycle | None = None  # the request that is being answered

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # Or the system would take in megabytes of a body that nobody reads.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, OPEN)
        self._timer = self.loop.call_later(settings.HEAD_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_head()
        self.cycle = self._answered or self.cycle  # of several, uvicorn would tell only the last
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._timer is not None:
            self._head += len(data)
            head, end, body = data.partition(b"\r\n\r\n")
            data = _UPGRADE.sub(b"x-upgrade:", head) + end + body
        super().data_received(data)
        if self._timer is not None and self._head > MAX_HEAD_BYTES:
            self._refuse(headers_too_large(MAX_HEAD_BYTES))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._timer is None:  # another request on a connection that was kept
            self._timer = self.loop.call_later(settings.HEAD_SECONDS, self._too_slow)

    def on_headers_complete(self) -> None:
        self._end_head()
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        self._refuse(unreadable_request())

    def _end_head(self) -> None:
        self._head = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        if self._answered is None or self._answered.response_complete:
            self._refuse(request_too_slow())
        else:
            self.transport.close()  # a refusal would end up inside the answer before it

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

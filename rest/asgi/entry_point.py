"""The ASGI application of the API: a request is read, answered in a thread, and sent.

Only the middle of the three takes one of the few threads (`rest.asgi.threads`), and from its first
middleware to its last it is one call. A request waits for a thread in the order in which it came.
If too many wait, it is refused at once, without a thread: 503, with `Retry-After`. What has to wait
for something else, or to send for a long time, does so here on the event loop (`rest.waiting`).

If a client goes while its request waits for a thread, nothing is done. Once it has been begun, it
is done to its end, and nobody gets the answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from io import BytesIO
from time import perf_counter
from typing import IO, TypeVar

from django.conf import settings
from django.http import StreamingHttpResponse

from rest import metrics
from rest.asgi.bodies import ClientGoneError, read_body
from rest.asgi.handler import Answer, Handler, close
from rest.asgi.threads import Threads
from rest.asgi_types import Message, Receive, Scope, Send
from rest.logs import log_access
from rest.problems import REFUSAL, Problem, internal_error, server_busy
from rest.waiting import AskAgain, Asked, LongPoll, Stream, WriteBody, until_disconnected

logger = logging.getLogger(__name__)

TELL_EVERY = 10.0  # seconds between lines in the log about requests that were refused

T = TypeVar("T")


class EntryPoint:
    """Answers requests with a number of threads, for which at most `queue` requests wait."""

    def __init__(self, threads: int | None = None, queue: int | None = None) -> None:
        self.threads = Threads(settings.WEB_THREADS if threads is None else threads, "request")
        self._queue = settings.WEB_QUEUE if queue is None else queue
        self._handler = Handler()
        self._told_at = -TELL_EVERY
        self._waiting: set[asyncio.Task[None]] = set()  # streams and long polls
        self._is_draining = self._has_ended = False

    def drain(self) -> None:
        """Have connections closed after their next answer: the server is about to stop.

        Whoever asks again does so on a new connection, which a proxy gives to another server.
        """
        self._is_draining = True

    def end_waiting(self) -> None:
        """End all streams and answer all long polls now, and those that still come at once."""
        self._has_ended = True
        for task in list(self._waiting):
            task.cancel()

    @contextmanager
    def _waits(self) -> Iterator[None]:
        """Let what this task waits for be cancelled when the server stops."""
        task = asyncio.current_task()
        assert task is not None
        self._waiting.add(task)
        if self._has_ended:
            task.cancel()
        try:
            yield
        finally:
            self._waiting.discard(task)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"not a request by HTTP: {scope['type']}")
        try:
            write = await self._respond(scope, receive, send)
        except ClientGoneError:
            return
        if write is not None:
            del scope  # all that is kept meanwhile is `write`
            try:
                with metrics.open_stream(), self._waits():
                    await write(receive, send)
            except asyncio.CancelledError:
                # The server stops. If the body has its end, the client need not guess.
                logger.debug("A stream was ended.")
            await send(_part(b"", more=False))

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> WriteBody | None:
        """Answer a request; of a stream, send only the headers, and return what writes the rest."""
        scope, body = await read_body(scope, receive)
        began, waited = perf_counter(), 0.0

        def tell() -> None:
            if self._is_draining:
                answer.start["headers"].append((b"Connection", b"close"))
            seconds = perf_counter() - began - waited
            metrics.request_answered(answer.route, scope["method"], answer.status, seconds)
            if settings.ACCESS_LOG:
                log_access(scope["method"], answer.route, answer.status, seconds, answer.id)

        answer = await self._answer(scope, body, receive)
        while scope["method"] != "HEAD" and isinstance(answer.unfinished, LongPoll | Stream):
            try:
                if isinstance(answer.unfinished, Stream):
                    write = answer.unfinished.open()
                    tell()
                    await send(answer.start)
                    return write
                since = perf_counter()
                with self._waits():
                    outcome = await _unless_gone(answer.unfinished.wait(), receive)
                waited += perf_counter() - since
            except AskAgain as again:
                outcome = again.outcome
            except asyncio.CancelledError:
                break  # the server stops: better the answer of now than none
            asked = Asked(outcome, answer.rate_limit)
            answer = await self._answer(scope, BytesIO(), receive, asked)
        tell()
        await send(answer.start)
        match answer.unfinished:
            case None | LongPoll() | Stream():  # the latter two for a HEAD, which does not wait
                await send(_part(answer.body, more=False))
            case parts:
                await self._send_parts(parts, scope["method"], receive, send)
        return None

    async def _answer(
        self, scope: Scope, body: IO[bytes], receive: Receive, asked: Asked | None = None
    ) -> Answer:
        if REFUSAL in scope:
            return self._refuse(scope, scope[REFUSAL])
        if asked is None and self._is_full():
            self._tell_that_it_is_busy()
            body.close()
            return self._refuse(scope, server_busy)
        answer = self.threads.call(self._handler.answer, scope, body, asked)
        try:
            return await (_unless_gone(answer, receive) if self.threads.waiting else answer)
        except ClientGoneError:
            raise
        except asyncio.CancelledError:
            # The server stops. The call is made to its end; what it did, a repetition tells.
            return self._refuse(scope, server_busy)
        except Exception:  # outside of what Django catches
            logger.exception("A request failed.")
            return self._refuse(scope, internal_error)

    def _refuse(self, scope: Scope, problem: Callable[[], Problem]) -> Answer:
        """Have the middleware answer, which knows all headers. It asks no database."""
        return Context().run(self._handler.answer, {**scope, REFUSAL: problem}, BytesIO())

    async def _send_parts(
        self, response: StreamingHttpResponse, method: str, receive: Receive, send: Send
    ) -> None:
        """Read the parts of a body in threads, each when the one before it has been sent."""
        gone = asyncio.ensure_future(until_disconnected(receive))
        try:
            if method != "HEAD":
                parts = iter(response)
                while not gone.done():
                    part = await self.threads.call(next, parts, None)
                    if part is None:
                        break
                    await send(_part(part, more=True))
            await send(_part(b"", more=False))
        finally:
            gone.cancel()
            self.threads.call(close, response)

    def _is_full(self) -> bool:
        return self.threads.are_busy and self.threads.waiting >= self._queue

    def _tell_that_it_is_busy(self) -> None:
        if time.monotonic() >= self._told_at + TELL_EVERY:
            self._told_at = time.monotonic()
            logger.warning("Requests are refused: %s wait for a thread.", self.threads.waiting)


async def _unless_gone(awaited: Awaitable[T], receive: Receive) -> T:
    """Return what is awaited; if the client goes before that, cancel it. Raises ClientGoneError."""
    awaited = asyncio.ensure_future(awaited)
    gone = asyncio.ensure_future(until_disconnected(receive))
    gone.add_done_callback(lambda _gone: awaited.cancel())
    try:
        return await awaited
    except asyncio.CancelledError:
        if gone.done() and not gone.cancelled():
            raise ClientGoneError from None
        raise
    finally:
        gone.cancel()


def _part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}

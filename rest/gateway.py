"""From ASGI to Django: a request is read on the event loop, answered in a thread, and sent.

Middleware and views are those of any Django project: its `WSGIHandler` calls them, in one of a few
threads. If too many requests are waiting for a thread, or an answer takes too long, the event loop
answers 503. Whatever has to wait for something else does so on the event loop: see `rest.follow`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import Future
from contextlib import aclosing, suppress
from functools import partial
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse

from rest import metrics
from rest.asgi_types import Receive, Scope, Send
from rest.bodies import ACCOUNT, MAX_HEAD_BYTES, ClientGone, body_of, discard
from rest.follow import Parts, Refused, parts_of
from rest.problems import REFUSAL, headers_too_large, internal_error, server_busy
from rest.request_id import RECEIVED
from rest.threads import executor

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 7.0  # then a request is given up, if the database hangs, say; phones wait 8
LOG_EVERY = 10.0  # seconds between log lines about refused requests
NO_BODY = {"wsgi.input": BytesIO(), "CONTENT_LENGTH": "0"}

Environ = dict[str, Any]


class Gateway:
    """Answers requests in a number of threads, for which at most `queue` more may wait."""

    def __init__(self, threads: int | None = None, queue: int | None = None) -> None:
        self.threads = settings.WEB_THREADS if threads is None else threads
        self._queue = settings.WEB_QUEUE if queue is None else queue
        self._handler = WSGIHandler()
        self.calls: set[Future[HttpResponse]] = set()  # that have a thread, or wait for one
        self.following: set[asyncio.Task[Any]] = set()
        self.is_draining = False  # whether connections close after their next answer
        self._has_ended, self._logged_at = False, -LOG_EVERY

    def end_following(self) -> None:
        """End everything that is followed, and what would still begin: the server stops."""
        self._has_ended = True
        for task in self.following:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless its client has gone."""
        if scope["type"] != "http":
            raise ValueError(f"not a request by HTTP: {scope['type']}")
        environ = environ_of(scope)
        with suppress(ClientGone):
            answer = await self._read_and_answer(environ, scope, receive)
            parts = parts_of(answer)
            if parts and scope["method"] != "HEAD":
                await self._follow(answer, parts, environ, receive, send)
            else:
                if parts:
                    del answer.headers["Content-Length"]  # nobody knows how long it would be
                await self._send(answer, receive, send)

    async def _send(self, answer: HttpResponse, receive: Receive, send: Send) -> None:
        is_unread = "Connection" in answer.headers  # its request was refused
        await self._start(answer, send)
        body = {"type": "http.response.body", "body": answer.content, "more_body": is_unread}
        await send(body)
        if is_unread:
            await discard(receive)
            await send({"type": "http.response.body", "body": b""})

    async def _start(self, answer: HttpResponse, send: Send) -> None:
        if self.is_draining:
            answer.headers["Connection"] = "close"
        headers = [
            (name.encode("ascii"), value.encode("latin-1")) for name, value in answer.items()
        ]
        start = {"type": "http.response.start", "status": answer.status_code, "headers": headers}
        await send(start)

    async def _read_and_answer(
        self, environ: Environ, scope: Scope, receive: Receive
    ) -> HttpResponse:
        try:
            if head_size(scope) > MAX_HEAD_BYTES:
                raise Refused(partial(headers_too_large, MAX_HEAD_BYTES))
            async with body_of(environ, receive, partial(self._whose, environ)):
                return await self._answer(environ)
        except Refused as refused:
            answer = self._refuse(environ, refused.args[0])
            answer.headers["Connection"] = "close"  # or the rest of the body would have to be read
            return answer

    async def _whose(self, environ: Environ) -> str:
        """Ask the view by OPTIONS whether it wants a large body; return whose it would be."""
        asks = {**environ, **NO_BODY, "REQUEST_METHOD": "OPTIONS"}
        asks.pop("HTTP_ACCESS_CONTROL_REQUEST_METHOD", None)
        answer = await self._answer(asks)
        if answer.status_code >= 300:
            raise Refused(answer)
        return answer.headers.get(ACCOUNT, "")

    async def _answer(self, environ: Environ) -> HttpResponse:
        """Have a thread answer; if none is free, or it takes too long, the event loop does."""
        waiting = len(self.calls) - self.threads
        if waiting >= self._queue:
            if time.monotonic() >= self._logged_at + LOG_EVERY:
                self._logged_at = time.monotonic()
                logger.warning("Requests are refused: %s wait for a thread.", waiting)
            return self._refuse(environ, server_busy)
        environ[RECEIVED] = time.perf_counter()
        call = executor("request", self.threads).submit(self._call, environ)
        self.calls.add(call)
        call.add_done_callback(self.calls.discard)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.wrap_future(call)
        except (TimeoutError, asyncio.CancelledError):  # it took too long, or the server stops
            # A call that has begun runs to its end; whoever repeats it learns what it did.
            return self._refuse(environ, server_busy)
        except (Exception, SystemExit):  # outside of what Django catches
            logger.exception("A request failed.")
            return self._refuse(environ, internal_error)

    def _refuse(self, environ: Environ, why: Any) -> HttpResponse:
        """Have the middleware answer, which knows all headers and needs no database."""
        if isinstance(why, HttpResponse):
            return why
        return self._call({**environ, **NO_BODY, REFUSAL: why})

    def _call(self, environ: Environ) -> HttpResponse:
        response: Any = self._handler(environ, lambda *_start: None)  # type: ignore[arg-type]
        response.close()
        return response  # type: ignore[no-any-return]

    async def _follow(
        self, answer: HttpResponse, parts: Parts, environ: Environ, receive: Receive, send: Send
    ) -> None:
        """Send an answer with what it follows, until the client goes."""
        task: Any = asyncio.current_task()
        self.following.add(task)
        gone = asyncio.ensure_future(_cancel_when_gone(task, receive))
        has_begun = False
        if self._has_ended:
            task.cancel()
        try:
            with metrics.open_stream():
                async with aclosing(parts):
                    async for part in parts:
                        if not has_begun:
                            has_begun = True
                            del answer.headers["Content-Length"]
                            await self._start(answer, send)
                            for kept in environ, answer.__dict__:
                                kept.clear()  # there may be ten thousand
                        await send({"type": "http.response.body", "body": part, "more_body": True})
        except Refused as refused:
            answer = self._refuse(environ, refused.args[0])
        except asyncio.CancelledError:
            pass  # with the end of the body, the client need not guess
        finally:
            gone.cancel()
            self.following.discard(task)
        if has_begun:
            await send({"type": "http.response.body", "body": b""})
        else:
            await self._send(answer, receive, send)


async def _cancel_when_gone(task: asyncio.Task[Any], receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    task.cancel()


def head_size(scope: Scope) -> int:
    """Return the bytes of a request's address and headers."""
    address = len(scope["path"]) + len(scope["query_string"])
    return address + sum(len(name) + len(value) + 4 for name, value in scope["headers"])


def environ_of(scope: Scope) -> Environ:
    """Return a request as WSGI describes it (PEP 3333), without its body."""
    query = scope["query_string"].decode("latin-1")
    return {
        **NO_BODY,
        **ASGIRequest({**scope, "query_string": query}, BytesIO()).META,
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "wsgi.url_scheme": scope.get("scheme", "http"),
    }

"""From ASGI to Django: a request is read on the event loop, answered in a thread, and sent.

Middleware and views are functions as in any project of Django: its `WSGIHandler` calls them, in one
of a few threads. If too many requests wait for one, or an answer takes too long, the event loop
answers 503. What has to wait for something else does so on the event loop: see `rest.follow`.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import aclosing, contextmanager, nullcontext
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from rest import metrics
from rest.asgi_types import Message, Receive, Scope, Send
from rest.bodies import ACCOUNT, ClientGone, body_of
from rest.follow import FOLLOW, Refused, parts_of
from rest.problems import REFUSAL, internal_error, server_busy
from rest.request_id import RECEIVED
from rest.threads import executor

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 7.0  # until a request is given up, if a database hangs, say; phones wait 8
TELL_EVERY = 10.0  # seconds between lines in the log about requests that were refused
CLOSE = {"Connection": "close"}
NO_BODY = {"wsgi.input": BytesIO(), "CONTENT_LENGTH": "0"}

Environ = dict[str, Any]


class Answer(NamedTuple):
    """What Django has answered; two of the headers are for the gateway alone."""

    status: int
    headers: dict[str, str]
    body: bytes


class Gateway:
    """Answers requests with a number of threads, for which at most `queue` requests wait."""

    def __init__(self, threads: int | None = None, queue: int | None = None) -> None:
        self.threads = settings.WEB_THREADS if threads is None else threads
        self._queue = settings.WEB_QUEUE if queue is None else queue
        self._handler = WSGIHandler()
        self.calls: set[Future[Answer]] = set()  # that wait for a thread, or have one
        self.following: set[asyncio.Task[Any]] = set()
        self.is_draining = False  # whether connections are closed after their next answer
        self._has_ended, self._told_at = False, -TELL_EVERY

    def end_following(self) -> None:
        """End what is followed, now, and what would still begin: the server stops."""
        self._has_ended = True
        for task in self.following:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; if the client goes before the end, there is nobody to answer."""
        if scope["type"] != "http":
            raise ValueError(f"not a request by HTTP: {scope['type']}")
        environ = environ_of(scope)
        try:
            answer = await self._read_and_answer(environ, receive)
            if FOLLOW in answer.headers and scope["method"] == "HEAD":
                del answer.headers["Content-Length"]  # of what would be sent, it is not known
            elif FOLLOW in answer.headers:
                answer = await self._follow(answer, environ, receive, send)
            if answer.status:
                await send(self._start(answer))
            await send({"type": "http.response.body", "body": answer.body})
        except ClientGone:
            pass

    def _start(self, answer: Answer) -> Message:
        headers = answer.headers | CLOSE if self.is_draining else answer.headers
        pairs = [
            (name.encode("ascii"), value.encode("latin-1"))
            for name, value in headers.items()
            if name not in (FOLLOW, ACCOUNT)
        ]
        return {"type": "http.response.start", "status": answer.status, "headers": pairs}

    async def _read_and_answer(self, environ: Environ, receive: Receive) -> Answer:
        has_body = "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ
        whose = partial(self._whose, environ)
        try:
            async with body_of(environ, receive, whose) if has_body else nullcontext():
                return await self._answer(environ, receive)
        except Refused as refused:
            answer = self._refuse(environ, refused.args[0])
            answer.headers.update(CLOSE)  # or the rest of the body would still have to be read
            return answer

    async def _whose(self, environ: Environ) -> str:
        """Ask the view by OPTIONS whether it wants a large body; return of whom it would be."""
        asks = {**environ, **NO_BODY, "REQUEST_METHOD": "OPTIONS"}
        asks.pop("HTTP_ACCESS_CONTROL_REQUEST_METHOD", None)
        answer = await self._answer(asks)
        if answer.status >= 300:
            raise Refused(answer)
        return answer.headers.get(ACCOUNT, "")

    async def _answer(self, environ: Environ, receive: Receive | None = None) -> Answer:
        """Have a thread answer; if none is free, or it takes too long, the event loop does."""
        waiting = len(self.calls) - self.threads
        if waiting >= self._queue:
            if time.monotonic() >= self._told_at + TELL_EVERY:
                self._told_at = time.monotonic()
                logger.warning("Requests are refused: %s wait for a thread.", waiting)
            return self._refuse(environ, server_busy)
        environ[RECEIVED] = time.perf_counter()
        call = executor("request", self.threads).submit(self._call, environ)
        self.calls.add(call)
        call.add_done_callback(self.calls.discard)
        answer = asyncio.wrap_future(call)
        timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, answer.cancel)
        try:
            with until_gone(receive) if receive and waiting >= 0 else nullcontext():
                return await answer
        except ClientGone:
            raise
        except asyncio.CancelledError:  # also if the server stops
            # A call that was begun is made to its end; what it did, a repetition tells.
            return self._refuse(environ, server_busy)
        except (Exception, SystemExit):  # outside of what Django catches
            logger.exception("A request failed.")
            return self._refuse(environ, internal_error)
        finally:
            timer.cancel()

    def _refuse(self, environ: Environ, why: Any) -> Answer:
        """Have the middleware answer, which knows all headers. It asks no database."""
        return why if isinstance(why, Answer) else self._call({**environ, **NO_BODY, REFUSAL: why})

    def _call(self, environ: Environ) -> Answer:
        started: list[Any] = []
        response = self._handler(environ, lambda *start: started.extend(start))  # type: ignore[arg-type]
        try:
            return Answer(int(started[0][:3]), dict(started[1]), b"".join(response))
        finally:
            response.close()

    async def _follow(
        self, answer: Answer, environ: Environ, receive: Receive, send: Send
    ) -> Answer:
        """Send what a response follows; return what is still to be sent."""
        task = asyncio.current_task()
        assert task is not None
        self.following.add(task)
        if self._has_ended:
            task.cancel()
        try:
            with metrics.open_stream(), until_gone(receive):
                async with aclosing(parts_of(answer.headers[FOLLOW])) as parts:
                    async for part in parts:
                        if answer.status:
                            answer.headers.pop("Content-Length", None)
                            await send(self._start(answer))
                            for kept in environ, answer.headers:
                                kept.clear()  # there may be ten thousand
                            answer = Answer(0, {}, b"")
                        await send({"type": "http.response.body", "body": part, "more_body": True})
        except Refused as refused:
            return self._refuse(environ, refused.args[0])
        except asyncio.CancelledError:
            pass  # the server stops; if the body has its end, the client need not guess
        finally:
            self.following.discard(task)
        return answer


def environ_of(scope: Scope) -> Environ:
    """Return a request as WSGI describes it (PEP 3333), without its body."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": (scope.get("client") or [""])[0],
        "wsgi.version": (1, 0),
        "wsgi.input": NO_BODY["wsgi.input"],
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" not in name:  # or it could pass for another one, with a dash
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@contextmanager
def until_gone(receive: Receive) -> Iterator[None]:
    """Cancel what this task awaits if the client goes. Raises ClientGone."""
    task, is_inside = asyncio.current_task(), True

    async def follow_client() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        if is_inside and task is not None:
            task.cancel()

    gone = asyncio.ensure_future(follow_client())
    try:
        yield
    except asyncio.CancelledError:
        if gone.done():
            raise ClientGone from None
        raise
    finally:
        is_inside = False
        gone.cancel()

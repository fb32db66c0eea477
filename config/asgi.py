"""The ASGI application: the API, the client and other files, and the local worker."""

import asyncio
import contextlib
import gc
import os
import signal
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, cast

import django

# Everything loaded here stays: looking for garbage would take a fifth of the time of the start.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  (Django must be set up first)

from background.local_worker import local_worker  # noqa: E402
from config import health  # noqa: E402
from config.file_server import file_server  # noqa: E402
from config.folders import CODE  # noqa: E402
from config.release import project_version  # noqa: E402
from rest import metrics  # noqa: E402
from rest.asgi_types import Application, Message, Receive, Scope, Send  # noqa: E402
from rest.gateway import Gateway  # noqa: E402
from rest.request_id import HEADER as REQUEST_ID_HEADER  # noqa: E402
from rest.request_id import chosen_id  # noqa: E402
from rest.threads import stop_executors  # noqa: E402

STOP_SECONDS = 3.0  # for background work to break off, and for what still runs to end
WATCH_EVERY = 1.0  # seconds
END_FOLLOWING_AFTER = 0.15  # seconds: uvicorn looks every 0.1 s whether it should stop

if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
    import_module("config.tracing").start()

api = Gateway()

MCP = "/mcp"


@cache
def assistants() -> Application:
    """The tools for AI assistants: loaded when the first one asks, as most tables have none."""
    serving: Application = import_module("assistants.over_http").serving(api, project_version(CODE))
    return serving


async def lifespan(receive: Receive, send: Send) -> None:
    """Start the thread for background work with the server."""
    await receive()
    if settings.LOCAL_WORKER:
        local_worker.start(takes_tasks=not settings.REDIS_URL)
    watch = asyncio.ensure_future(watch_threads()) if metrics.series() else None
    stop_gently(asyncio.get_running_loop())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    if watch is not None:
        watch.cancel()
    await asyncio.to_thread(local_worker.stop, STOP_SECONDS)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.to_thread(stop_executors), STOP_SECONDS)
    await send({"type": "lifespan.shutdown.complete"})


def stop_gently(loop: asyncio.AbstractEventLoop) -> None:
    """When told to stop, go on for `DRAIN_SECONDS`, then end what waits, and stop.

    Meanwhile /readyz says so, and proxies send requests elsewhere. At the end, uvicorn's signal
    handlers are called, which let requests finish for some seconds. A second signal stops the
    server at once; so does Ctrl-C.
    """
    if threading.current_thread() is not threading.main_thread():
        return

    def prepare(number: int) -> None:
        def handle(signal_number: int, frame: FrameType | None) -> None:
            seconds = settings.DRAIN_SECONDS if signal_number == signal.SIGTERM else 0
            if health.is_stopping() or not seconds:
                stop(signal_number, frame)
            else:
                loop.call_soon_threadsafe(loop.call_later, seconds, stop, signal_number, None)
            health.begin_to_stop()
            api.is_draining = True

        def stop(signal_number: int, frame: FrameType | None) -> None:
            usual(signal_number, frame)
            # A little later, when no more connections are accepted.
            loop.call_soon_threadsafe(loop.call_later, END_FOLLOWING_AFTER, api.end_following)

        usual = cast(Callable[[int, FrameType | None], Any], signal.getsignal(number))
        if callable(usual):  # uvicorn's
            signal.signal(number, handle)

    for number in (signal.SIGTERM, signal.SIGINT):
        prepare(number)


async def watch_threads() -> None:
    """Measure every second how busy the threads are: cheaper than with each request."""
    while True:
        count, calls = api.threads, len(api.calls)
        waiting = max(calls - count, 0)
        metrics.THREADS.set(count)
        metrics.BUSY.set(calls - waiting)
        metrics.WAITING.set(waiting)
        await asyncio.sleep(WATCH_EVERY)


def with_request_id(scope: Scope, send: Send) -> Send:
    """Return `send` for a static file, with the header that Django gives all other responses."""
    name = REQUEST_ID_HEADER.lower().encode()
    given = dict(scope["headers"]).get(name, b"").decode("latin-1")

    async def send_with_id(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"]]
            if not any(header.lower() == name for header, _value in headers):
                headers.append((name, chosen_id(given).encode()))
            message = {**message, "headers": headers}
        await send(message)

    return send_with_id


def build(static_root: Path, client_root: Path = settings.CLIENT_ROOT) -> Application:
    """Return the application, serving the files collected in `static_root`, and the client."""
    files = file_server(api, static_root, client_root)
    known = files.files

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        # Decided here, so that it costs requests to the API only two comparisons.
        if scope["type"] == "lifespan":
            await lifespan(receive, send)
        elif scope["path"].startswith("/api/"):
            await api(scope, receive, send)
        elif scope["path"] == health.ALIVE:
            await health.alive(send)
        elif scope["path"] == health.METRICS and settings.METRICS_TOKEN:
            await health.metrics_text(scope, send)
        elif scope["path"] == MCP:
            await assistants()(scope, receive, send)
        elif scope["path"] not in known:
            await api(scope, receive, send)
        else:
            await cast(Application, files)(scope, receive, with_request_id(scope, send))

    return application


application = build(settings.STATIC_ROOT)

# Everything is loaded now and never freed. If the garbage collector ignores it, a full collection
# no longer delays all requests by about 60 ms.
import_module(settings.ROOT_URLCONF)
gc.freeze()
# Requests leave few cycles behind. With Python's default (700, 10, 10), collections took a
# twentieth of the time of a round.
gc.set_threshold(20_000, 20, 100)
gc.enable()

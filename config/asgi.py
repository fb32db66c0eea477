"""The ASGI application: the API, the client and other files, and the local worker."""

import asyncio
import gc
import os
from importlib import import_module
from pathlib import Path
from typing import cast

import django

# Everything that is loaded here stays: to look for what could be freed takes a fifth of the start.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  (Django must be set up first)

from config.file_server import file_server  # noqa: E402
from config.local_worker import local_worker  # noqa: E402
from rest.asgi.entry_point import EntryPoint  # noqa: E402
from rest.asgi.threads import stop_threads  # noqa: E402
from rest.asgi_types import Application, Message, Receive, Scope, Send  # noqa: E402
from rest.request_id import HEADER as REQUEST_ID_HEADER  # noqa: E402
from rest.request_id import chosen_id  # noqa: E402

STOP_SECONDS = 3.0  # for background work to break off, and for what still runs to end

api = EntryPoint()


async def lifespan(receive: Receive, send: Send) -> None:
    """Start the thread for background work with the server."""
    await receive()
    if settings.LOCAL_WORKER:
        local_worker.start(takes_tasks=not settings.REDIS_URL)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(local_worker.stop, STOP_SECONDS)
    await asyncio.to_thread(stop_threads, STOP_SECONDS)
    await send({"type": "lifespan.shutdown.complete"})


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
        elif scope["path"].startswith("/api/") or scope["path"] not in known:
            await api(scope, receive, send)
        else:
            await cast(Application, files)(scope, receive, with_request_id(scope, send))

    return application


application = build(settings.STATIC_ROOT)

# Everything is loaded now and never freed. If the garbage collector ignores it, a full collection
# no longer delays all requests by about 60 ms.
import_module(settings.ROOT_URLCONF)
gc.freeze()
# Requests leave few cycles behind, and a full collection looks through all kept games: by default
# (700, 10, 10), collections took a twentieth of the time of a round.
gc.set_threshold(20_000, 20, 100)
gc.enable()

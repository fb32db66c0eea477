"""Whether the server is alive, and whether it is ready: for load balancers and monitors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.crypto import constant_time_compare
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from background.heartbeat import HEARTBEAT
from background.local_worker import local_worker
from games.services import cleanup
from rest import metrics
from rest.asgi_types import Scope, Send
from rest.middleware import standard_headers
from rest.redis_client import redis_errors
from rest.views import StrictView

ALIVE = "/healthz"
METRICS = "/metrics"

RETRY_AFTER = 2  # seconds

_migrated = False
_is_stopping = False


def is_stopping() -> bool:
    """Whether this server was told to stop."""
    return _is_stopping


def begin_to_stop() -> None:
    """Have /readyz say that this server is about to stop."""
    global _is_stopping
    _is_stopping = True


async def alive(send: Send) -> None:
    """Answer 200 from the event loop: it needs no thread, no database and no cache."""
    await _send(send, 200, b"ok\n", [(b"content-type", b"text/plain")])


async def metrics_text(scope: Scope, send: Send) -> None:
    """Answer with the metrics if asked with the token; the database is not needed.

    The token is compared in constant time. The text is collected by a thread that serves no
    requests.
    """
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = dict(scope["headers"]).get(b"authorization", b"")
    status, body, headers = 200, b"", [(b"content-type", metrics.CONTENT_TYPE.encode())]
    if scope["method"] not in {"GET", "HEAD"}:
        status, body, headers = 405, b"Valid methods: GET, HEAD.\n", [(b"allow", b"GET, HEAD")]
    elif not constant_time_compare(given, expected):
        text = b"Send the METRICS_TOKEN of the server: Authorization: Bearer ...\n"
        status, body, headers = 401, text, [(b"www-authenticate", b"Bearer")]
    else:
        body = await asyncio.to_thread(metrics.text)
    await _send(send, status, body, headers, has_body=scope["method"] != "HEAD")


async def _send(
    send: Send,
    status: int,
    body: bytes,
    headers: list[tuple[bytes, bytes]],
    *,
    has_body: bool = True,
) -> None:
    """Answer, with the headers that Django's middleware gives all other responses."""
    headers += [(b"content-length", b"%d" % len(body)), (b"cache-control", b"no-store")]
    headers += [(key.lower().encode(), text.encode()) for key, text in standard_headers().items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body if has_body else b""})


@extend_schema(exclude=True)
class ReadyView(StrictView):
    """200 if requests can be answered, else 503, with the state of each part.

    Only the database and its migrations decide. Without Redis or workers, everything is answered,
    some of it later: taking all servers away would be worse.
    """

    permission_classes = [AllowAny]
    throttle_classes = []

    def get(self, _request: Request) -> Response:
        checks = {"server": "stopping"} if _is_stopping else _checks()
        headers = {"Cache-Control": "no-store"}
        is_ready = checks.get("database") == checks.get("migrations") == "ok"
        if is_ready:
            return Response({"ready": True, "checks": checks}, headers=headers)
        headers["Retry-After"] = str(RETRY_AFTER)
        response = Response({"ready": False, "checks": checks}, 503, headers=headers)
        response._has_been_logged = True  # type: ignore[attr-defined]  # by what is away, once
        return response


def _checks() -> dict[str, str]:
    database = _state(_database)
    migrations = _state(_migrations) if database == "ok" else "unknown"
    return {
        "database": database,
        "migrations": migrations,
        "cache": _state(_cache),
        "worker": _state(_worker),
        "cleanup": _state(cleanup.summary) if database == migrations == "ok" else "unknown",
    }


def _state(check: Callable[[], str]) -> str:
    """Return what a check says; of an error only its type, because its text may name addresses."""
    try:
        return check()
    except redis_errors(Error, OSError) as error:
        return f"failed: {type(error).__name__}"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    """Whether all are applied; once they are, they stay so."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "missing"
        _migrated = True
    return "ok"


def _cache() -> str:
    cache.get(HEARTBEAT)
    return "ok"


def _worker() -> str:
    """Whether background work is done: by a thread of this server, or by Celery's workers."""
    if not settings.REDIS_URL:
        return "ok" if local_worker.is_alive else "missing"
    return "ok" if cache.get(HEARTBEAT) else "missing"

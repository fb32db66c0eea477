"""Refusing a body that is too large before it is held in memory."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

# In the scope of a request: the limit that its body exceeds.
EXCEEDED = "tableside.body_limit_exceeded"

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limit_of(method: str, path: str) -> int:
    """Return how many bytes a body may have: from `LARGER_BODIES`, or else `MAX_BODY_BYTES`."""
    for pattern, limit in settings.LARGER_BODIES.items():
        if re.fullmatch(pattern, f"{method} {path}"):
            return int(limit)
    return int(settings.MAX_BODY_BYTES)


class BodyLimit:
    """ASGI middleware that refuses (413) a body that is larger than its address allows.

    A body with a `Content-Length` is accepted or refused by that header. A body sent in chunks
    is read here, up to the limit, and passed on with a `Content-Length`: without one, DRF
    would treat it as empty.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        limit = limit_of(scope["method"], scope["path"])
        chunked = False
        for name, value in scope["headers"]:
            if name == b"content-length":
                # The server has checked that it is a number, and passes on no more bytes.
                if int(value) > limit:
                    return await self._refuse(scope, send, limit)
                return await self.application(scope, receive, send)
            chunked = chunked or name == b"transfer-encoding"
        if not chunked:
            return await self.application(scope, receive, send)
        return await self._read_chunks(scope, receive, send, limit)

    async def _read_chunks(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > limit:
                return await self._refuse(scope, send, limit)
            more = message.get("more_body", False)
        complete: Message | None = {"type": "http.request", "body": bytes(body)}

        async def replay() -> Message:
            nonlocal complete
            message, complete = complete, None
            return message or await receive()

        headers = [pair for pair in scope["headers"] if pair[0] != b"transfer-encoding"]
        headers.append((b"content-length", b"%d" % len(body)))
        return await self.application({**scope, "headers": headers}, replay, send)

    async def _refuse(self, scope: Scope, send: Send, limit: int) -> None:
        """Have the application answer, which knows the headers of a response, but not the body."""
        is_read = False

        async def receive() -> Message:
            nonlocal is_read
            if is_read:
                # Nobody reads the rest of the body, so nothing is known about the connection.
                await asyncio.Event().wait()
            is_read = True
            return {"type": "http.request", "body": b""}

        await self.application({**scope, EXCEEDED: limit}, receive, send)

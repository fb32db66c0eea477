"""Cutting off a body that is too large, before anything keeps it."""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

from rest.problems import MEDIA_TYPE, body_too_large

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limit_of(method: str, path: str) -> int:
    """How many bytes a body may have here: `MAX_BODY_BYTES`, or as `LARGER_BODIES` says."""
    for pattern, limit in settings.LARGER_BODIES.items():
        if re.fullmatch(pattern, f"{method} {path}"):
            return int(limit)
    return int(settings.MAX_BODY_BYTES)


class BodyLimit:
    """ASGI middleware: answer 413 to a body of more bytes than are taken at its address.

    A body of known length is judged by it and passed on. One sent in chunks is read here,
    up to the limit, and passed on with its length, which the API framework needs: it
    takes a body without one for empty.
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
                # The server has checked that it is a number, and sends no byte more.
                if int(value) > limit:
                    return await self._refuse(send, limit)
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
                return await self._refuse(send, limit)
            more = message.get("more_body", False)
        whole: Message | None = {"type": "http.request", "body": bytes(body)}

        async def replay() -> Message:
            nonlocal whole
            message, whole = whole, None
            return message or await receive()

        headers = [pair for pair in scope["headers"] if pair[0] != b"transfer-encoding"]
        headers.append((b"content-length", b"%d" % len(body)))
        return await self.application({**scope, "headers": headers}, replay, send)

    async def _refuse(self, send: Send, limit: int) -> None:
        body = body_too_large(limit).body()
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"x-content-type-options", b"nosniff"),
            (b"connection", b"close"),  # or the rest would still have to be read
        ]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})

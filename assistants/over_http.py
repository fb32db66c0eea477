"""The tools at /mcp, for assistants that bring an access token: `Authorization: Bearer …`."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from httpx2 import ASGITransport, AsyncClient
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response

from assistants.tools import assistant_server
from rest.asgi_types import Application, Message, Receive, Scope, Send

PATH = "/mcp"
SECONDS = 20.0  # after which a caller that reads too slowly is dropped
AT_ONCE = 16  # calls in a process: each keeps the event loop busy for some milliseconds
PASSED_ON = ("authorization", "accept-language", "host", "x-forwarded-for", "forwarded")
# The API decides which hosts it answers to, and a page elsewhere has no token.
ANY_HOST = TransportSecuritySettings(enable_dns_rebinding_protection=False)
BUSY = Response(status_code=503, headers={"Retry-After": "1"})


def serving(api: Application, version: str) -> Application:
    """Return the application at /mcp. Each request stands alone: nothing is kept for the next."""

    def client_of(ctx: Context) -> AsyncClient:
        """A client that asks the API in this process, as the caller and from the same address."""
        request = ctx.request_context.request
        assert isinstance(request, Request)
        headers = {name: value for name, value in request.headers.items() if name in PASSED_ON}
        transport = ASGITransport(api, client=request.client or ("", 0))
        return AsyncClient(transport=transport, base_url=str(request.base_url), headers=headers)

    tools = assistant_server(client_of, version)
    running = 0

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal running
        body = await _let_in(api, scope, receive, send)
        if body is None:
            return
        if running >= AT_ONCE:
            await BUSY(scope, receive, send)
            return
        running += 1
        try:
            await call(body, scope, receive, send)
        finally:
            running -= 1

    async def call(body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        application = tools.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            transport_security=ANY_HOST,
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS), application.router.lifespan_context(application):
                await application(scope, _again(body, receive), send)

    return answer


async def _let_in(api: Application, scope: Scope, receive: Receive, send: Send) -> bytes | None:
    """Return the body of a request that `DoorView` lets in; otherwise send its answer, return None.

    So a call is read and counted within the limits of any request, before anything is built for it.
    """
    body, is_let_in = bytearray(), False

    async def read() -> Message:
        message = await receive()
        body.extend(message.get("body", b""))
        return message

    async def answered(message: Message) -> None:
        nonlocal is_let_in
        is_let_in = is_let_in or message.get("status") == 204
        if not is_let_in:
            await send(message)

    await api(scope, read, answered)
    return bytes(body) if is_let_in else None


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives back, first, a body that has already been read."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return waiting.pop() if waiting else await receive()

    return read

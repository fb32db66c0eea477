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
from rest.asgi_types import Application, Receive, Scope, Send

PATH = "/mcp"
MAX_BODY = 64 * 1024  # bytes: some hundred cards
SECONDS = 20.0  # then a caller is let go who sends or reads too slowly
PASSED_ON = ("authorization", "accept-language", "host", "x-forwarded-for", "forwarded")
# The API decides which hosts it answers to, and a page elsewhere has no token.
ANY_HOST = TransportSecuritySettings(enable_dns_rebinding_protection=False)
ONLY_POST = Response(status_code=405, headers={"Allow": "POST"})


def serving(api: Application, version: str) -> Application:
    """The application; each request is answered by itself, and nothing is kept between two."""

    def client_of(ctx: Context) -> AsyncClient:
        """A client that asks the API in this process, as the caller and from the same address."""
        request = ctx.request_context.request
        assert isinstance(request, Request)
        headers = {name: value for name, value in request.headers.items() if name in PASSED_ON}
        transport = ASGITransport(api, client=request.client or ("", 0))
        return AsyncClient(transport=transport, base_url=str(request.base_url), headers=headers)

    tools = assistant_server(client_of, version)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":  # a stream of what nobody tells
            await ONLY_POST(scope, receive, send)
            return
        application = tools.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            max_request_body_size=MAX_BODY,
            transport_security=ANY_HOST,
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS), application.router.lifespan_context(application):
                await application(scope, receive, send)

    return answer

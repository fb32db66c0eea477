"""The ASGI application in the process of the tests, asked as a server would ask it."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import httpx

from rest.asgi_types import Application
from rest.follow import Parts, parts_of


def client_of_application(application: Application) -> httpx.AsyncClient:
    """A client that talks to the application without a network; an answer comes all at once."""
    transport = httpx.ASGITransport(cast(Any, application))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


def followed(response: Any) -> Any:
    """Give the response of a test client the body that it follows, as the gateway would."""

    async def read(parts: Parts) -> bytes:
        return b"".join([part async for part in parts])

    if parts := parts_of(response):
        response.content = asyncio.run(read(parts))
    return response

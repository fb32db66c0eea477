"""The ASGI application in the process of the tests, asked as a server would ask it."""

from __future__ import annotations

from typing import Any, cast

import httpx

from rest.asgi_types import Application


def client_of_application(application: Application) -> httpx.AsyncClient:
    """A client that talks to the application without a network; an answer comes all at once."""
    transport = httpx.ASGITransport(cast(Any, application))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")

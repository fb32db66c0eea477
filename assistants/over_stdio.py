"""The tools for an assistant on the same computer, by standard input and output."""

from __future__ import annotations

from httpx2 import ASGITransport, AsyncClient

from assistants.tools import assistant_server
from rest.gateway import Gateway


def run(version: str, *, url: str, token: str) -> None:
    """Serve until the assistant hangs up; ask the server at `url`, or without one this database."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    transport = None if url else ASGITransport(Gateway())

    def client() -> AsyncClient:
        base = url or "http://localhost"
        return AsyncClient(transport=transport, base_url=base, headers=headers)

    assistant_server(lambda _ctx: client(), version).run("stdio")

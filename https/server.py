"""uvicorn, with a second port: the same application by HTTPS."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys

import uvicorn

from https.home import Home

logger = logging.getLogger(__name__)

HANDSHAKE = 10.0  # seconds
GOODBYE = 1.0  # seconds: a phone that sleeps does not answer that the connection ends


class HomeServer(uvicorn.Server):
    """Serves plain HTTP as configured, and HTTPS beside it; both end together."""

    def __init__(self, config: uvicorn.Config, home: Home) -> None:
        super().__init__(config)
        self.home = home
        self._keeping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        config, where = self.config, self.home.where

        def create_protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        try:
            server = await asyncio.get_running_loop().create_server(
                create_protocol,
                host=where.bind,
                port=where.port,
                ssl=self.home.context,
                ssl_handshake_timeout=HANDSHAKE,
                ssl_shutdown_timeout=GOODBYE,
                backlog=config.backlog,
            )
        except OSError as error:  # somebody took the port a moment ago
            logger.error("%s", error)
            await self.shutdown()
            sys.exit(1)
        self.servers.append(server)
        self._keeping = asyncio.create_task(self.home.keep())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeping
        await self.home.close()
        await super().shutdown(sockets)

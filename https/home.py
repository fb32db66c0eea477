"""HTTPS of a server at home, while it runs: its certificates, its name, and how both stay right."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from https.addresses import Addresses, addresses_of
from https.announcing import Announcement
from https.certificates import Certificates, provide

logger = logging.getLogger(__name__)

LOOK_EVERY = 60.0  # seconds: after a move to another network, phones need not wait long

Origins = tuple[str, ...]


class Where(NamedTuple):
    """Where a server is: what `HTTPS_NAME`, `HTTPS_PORT`, `BIND` and `LAN_ADDRESS` say."""

    name: str
    port: int
    bind: str
    told: str = ""

    def addresses(self) -> Addresses:
        return addresses_of(self.bind, self.told)


class Home:
    """Keeps the certificates in `folder`, and tells `on_origins` the addresses by HTTPS.

    Of these the first is the best: the name, which stays when the router gives a new address.
    What a phone has stored belongs to the address that it came by.
    """

    def __init__(self, folder: Path, where: Where, on_origins: Callable[[Origins], None]) -> None:
        """Provide the certificates; raises UnreadableRoot, OSError."""
        self.where = where
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._folder, self._on_origins = folder, on_origins
        self._announcement = Announcement()
        self._addresses = where.addresses()
        self.certificates = self._provide()
        self.certificates.load_into(self.context)
        self._tell(has_name=True)

    async def keep(self) -> None:
        """Announce the name, renew the certificate before it ends, follow new addresses."""
        await self._announce()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except (OSError, ValueError):
                logger.exception("The certificate could not be renewed.")

    async def look(self) -> None:
        """Bring everything up to date."""
        before = self._addresses
        self._addresses = await asyncio.to_thread(self.where.addresses)
        self.certificates = await asyncio.to_thread(self._provide)
        if self.certificates.is_new:  # whoever connects from now on gets it
            self.certificates.load_into(self.context)
        if before != self._addresses:
            await self._announcement.stop()
            await self._announce()

    async def close(self) -> None:
        await self._announcement.stop()
        self._on_origins(())

    def _provide(self) -> Certificates:
        return provide(self._folder, self.where.name, self._addresses.own)

    async def _announce(self) -> None:
        name, port = self.where.name, self.where.port
        has_name = await self._announcement.start(name, port, self._addresses)
        self._tell(has_name=has_name)

    def _tell(self, *, has_name: bool) -> None:
        hosts = [self.where.name] if has_name else []
        hosts += [f"[{ip}]" if ip.version == 6 else str(ip) for ip in self._addresses.phones]
        self._on_origins(tuple(f"https://{host}:{self.where.port}" for host in hosts))

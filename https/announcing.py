"""The name of this server in the local network, announced by multicast DNS (RFC 6762)."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from zeroconf import AddressResolver, Error  # type: ignore[attr-defined]
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from https.addresses import Addresses
from https.scope import Address

logger = logging.getLogger(__name__)

SERVICE = "_https._tcp.local."
LISTEN = 1.0  # seconds in which somebody else who has the name may say so
GOODBYE = 1.0  # seconds for taking it back


class Announcement:
    """The name and addresses of a machine, announced through one of its interfaces until `stop`."""

    def __init__(self) -> None:
        self._zeroconf: AsyncZeroconf | None = None

    async def start(self, name: str, port: int, addresses: Addresses) -> bool:
        """Announce the name; return False if it is another machine's.

        Only names below `.local` are announced: for others, phones ask the router's DNS. If
        announcing fails, phones come by address.
        """
        if not name.endswith(".local") or not addresses.phones:
            return True
        try:
            self._zeroconf = AsyncZeroconf(interfaces=[str(addresses.interface)])
            if await self._is_taken(f"{name}.", addresses.own):
                logger.warning("%s is the name of another machine: set HTTPS_NAME.", name)
                await self.stop()
                return False
            await self._zeroconf.async_register_service(
                AsyncServiceInfo(
                    SERVICE,
                    f"Tableside.{SERVICE}",
                    port=port,
                    properties={"path": "/"},
                    server=f"{name}.",
                    parsed_addresses=[str(each) for each in addresses.phones],
                ),
                allow_name_change=True,  # of the service; the host's stays
            )
        except (OSError, Error):
            logger.warning("%s cannot be announced to the network: phones come by address.", name)
            await self.stop()
        return True

    async def stop(self) -> None:
        """Take the name back."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError, Error, TimeoutError):
                await asyncio.wait_for(zeroconf.async_close(), GOODBYE)

    async def _is_taken(self, server: str, addresses: tuple[Address, ...]) -> bool:
        """Whether others say that the name is theirs; this machine may have the same one itself."""
        assert self._zeroconf is not None
        asked = AddressResolver(server)
        if not await asked.async_request(self._zeroconf.zeroconf, LISTEN * 1000):
            return False
        return not {str(each) for each in addresses} & set(asked.parsed_addresses())

"""Which addresses may be called: a webhook must not reach what only the server can reach."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

AnyAddress = IPv4Address | IPv6Address

# IPv4 addresses in disguise: anything can be behind them.
_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))


# Their own threads, as a name server that is silent keeps one for half a minute and more, and its
# message waits for ten seconds: several times as many as are sent at once
# (`courier.MESSAGES_AT_ONCE`).
_lookups = ThreadPoolExecutor(100, thread_name_prefix="lookup")


class AddressRefused(Exception):
    """The host has no address, or one that must not be called."""


def is_allowed(address: AnyAddress, reach: str) -> bool:
    """Whether an address may be called, by how far the host lets the server reach (`WEBHOOKS`).

    >>> [is_allowed(ip_address(one), "on") for one in ("9.9.9.9", "10.0.0.7", "127.0.0.1")]
    [True, False, False]
    >>> [is_allowed(ip_address(one), "home") for one in ("9.9.9.9", "10.0.0.7", "127.0.0.1")]
    [True, True, False]
    >>> [is_allowed(ip_address(one), "here") for one in ("9.9.9.9", "10.0.0.7", "127.0.0.1")]
    [True, True, True]
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_allowed(address.ipv4_mapped, reach)
        if address.is_site_local or address.sixtofour or address.teredo:
            return False
        if any(address in net for net in _TRANSLATED):
            return False
    if address.is_multicast or address.is_unspecified:
        return False
    if address.is_link_local:
        return False  # clouds' secrets
    if address.is_loopback or is_own(address):
        return reach == "here"  # the server itself
    if address.is_reserved:
        return False
    return address.is_global or (reach != "on" and address.is_private)


def is_own(address: AnyAddress) -> bool:
    """Whether an address is one of this machine: nothing can be bound to any other.

    >>> is_own(ip_address("127.0.0.1")), is_own(ip_address("192.0.2.1"))
    (True, False)
    """
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as made:
        made.bind((str(address), 0))
        return True
    return False


async def resolve(host: str, port: int, reach: str) -> str:
    """Return the address to connect to, so that nothing is looked up a second time.

    Raises AddressRefused if any address of the host must not be called, and OSError if the name
    cannot be looked up.
    """
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(
        _lookups, partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    )
    addresses = [str(sockaddr[0]) for *_, sockaddr in found]
    for address in addresses:
        if not is_allowed(ip_address(address.partition("%")[0]), reach):
            raise AddressRefused
    if not addresses:
        raise AddressRefused
    return addresses[0]

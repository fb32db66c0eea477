"""At which addresses of the local network this machine is reached."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import NamedTuple

import ifaddr

from https.scope import Address, is_local_address

LOOPBACK: tuple[Address, ...] = (
    ipaddress.IPv4Address("127.0.0.1"),
    ipaddress.IPv6Address("::1"),
)


class Addresses(NamedTuple):
    """Addresses of one moment: laptops move, routers give new ones.

    `phones` are those to tell phones, the likeliest first. `own` are all that somebody may ask for,
    such as those in other networks, and of the machine itself. `interface` is the one that leads to
    phones, if there is a network.
    """

    phones: tuple[Address, ...]
    own: tuple[Address, ...]
    interface: Address | None


def addresses_of(bind: str, told: str = "") -> Addresses:
    """Return the addresses of a server that listens at `bind`.

    `told` is where phones reach it, if its machine cannot know that, as in a container. Names, and
    addresses that are not of local networks, are left out.

    >>> addresses_of("127.0.0.2", "192.168.1.5").phones
    (IPv4Address('192.168.1.5'), IPv4Address('127.0.0.2'))
    """
    bound = ipaddress.ip_address(bind)
    interface: Address | None = bound
    others: list[Address] = []
    if bound.is_unspecified:
        interface = _address(lan_address() or "")
        others = _of_interfaces()
    phones = _local([_address(told), interface])
    return Addresses(phones, _local([*phones, *others, *LOOPBACK]), interface)


def address_for_phones(bind: str, told: str = "") -> str | None:
    """Return the host by which phones reach a server that listens at `bind`, or None.

    `told` is what its owner says, if its machine cannot know, as in a container.

    >>> address_for_phones("2001:db8::1"), address_for_phones("127.0.0.1")
    ('[2001:db8::1]', None)
    """
    bound = ipaddress.ip_address(bind)
    if told or bound.is_unspecified:
        return told or lan_address()
    return None if bound.is_loopback else f"[{bind}]" if bound.version == 6 else bind


def lan_address() -> str | None:
    """Return this machine's address in the local network, or None if there is no network.

    Connecting a UDP socket sends nothing; it only makes the system choose an interface. The
    remote address is one that is reserved for documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def _of_interfaces() -> list[Address]:
    """Return the IPv4 addresses of all interfaces: those of IPv6 change by the day."""
    found = {ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4}
    return sorted(map(ipaddress.IPv4Address, found))


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _local(addresses: Iterable[Address | None]) -> tuple[Address, ...]:
    found = [each for each in addresses if each is not None and is_local_address(each)]
    return tuple(dict.fromkeys(found))

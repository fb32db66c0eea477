"""What a root of ours may vouch for: names and addresses of local networks, and nothing else."""

from __future__ import annotations

import ipaddress
import re

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Nobody can own a name below these (RFC 6761, 6762, 8375), so none of them is a site of others.
DOMAINS = ("local", "home.arpa", "localhost")
NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def is_local_name(name: str) -> bool:
    """Whether `name` is a host name of a local network, in lower case.

    >>> [is_local_name(name) for name in ("tableside.local", "local", "cards.example.org")]
    [True, False, False]
    """
    parts = name.split(".")
    is_below = any(name == "localhost" or name.endswith("." + domain) for domain in DOMAINS)
    return is_below and len(name) <= 253 and all(_LABEL.fullmatch(part) for part in parts)


def is_local_address(address: Address) -> bool:
    return any(address in network for network in NETWORKS)


def is_local_host(host: str) -> bool:
    """Whether a host, a name or an address, is one of a local network.

    >>> [is_local_host(host) for host in ("192.168.1.5", "tableside.local", "8.8.8.8", "a.org")]
    [True, True, False, False]
    """
    try:
        return is_local_address(ipaddress.ip_address(host))
    except ValueError:
        return is_local_name(host.lower())

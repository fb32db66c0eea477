"""Limiting how many requests one address may send."""

from __future__ import annotations

import ipaddress
import logging
import time
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.throttling import BaseThrottle

from rest.rate_limit import RateLimit
from rest.redis_errors import redis_errors
from rest.waiting import asked_again

if TYPE_CHECKING:  # DRF loads this module while it loads its own views
    from rest_framework.request import Request
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

SECONDS = {"s": 1, "sec": 1, "min": 60, "m": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400}


class AddressThrottle(BaseThrottle):
    """Count the requests of an address in windows of fixed length.

    A counter is atomic in every cache and takes one or two operations. DRF's own throttle
    reads and rewrites a list of times, and loses some if two requests race.
    A view chooses its limit with `throttle_scope`, a key of `settings.THROTTLE_RATES`. Headers
    tell what is left of it.
    """

    def __init__(self) -> None:
        self._wait = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not settings.THROTTLE:
            return True
        if asked := asked_again(request):  # counted when it came
            request._request.rate_limit = asked.rate_limit  # type: ignore[attr-defined]
            return True
        scope = getattr(view, "throttle_scope", "referee")
        limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
        window, elapsed = divmod(time.time(), seconds)
        self._wait = seconds - elapsed
        key = f"throttle:{scope}:{network(self.get_ident(request))}:{window:.0f}"
        try:
            count = _count(key, seconds)
            # The middleware puts it into the headers.
            request._request.rate_limit = RateLimit(  # type: ignore[attr-defined]
                scope, limit, seconds, left=limit - count, reset=self._wait
            )
            return count <= limit
        except redis_errors():
            # Better to answer without a limit than not at all.
            logger.exception("The throttle cannot count requests: its cache does not answer.")
            return True

    def wait(self) -> float:
        return ceil(self._wait)


def _count(key: str, seconds: int) -> int:
    try:
        return cache.incr(key)
    except ValueError:  # one of the first in its window; `add` lets only one of them create the key
        cache.add(key, 0, timeout=seconds)
        return cache.incr(key)


@lru_cache(maxsize=16)
def parse_rate(rate: str) -> tuple[int, int]:
    """Return (requests, seconds) of a rate such as "120/min".

    >>> parse_rate("120/min")
    (120, 60)
    """
    count, _, period = rate.partition("/")
    return int(count), SECONDS[period]


@lru_cache(maxsize=4096)
def network(address: str | None) -> str:
    """Return what counts as one address: with IPv6, the /64 network of a home.

    >>> network("2001:db8:1:2:3::4")
    '2001:db8:1:2::'
    >>> network("192.0.2.7")
    '192.0.2.7'
    """
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)).network_address)

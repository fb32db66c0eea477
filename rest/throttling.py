"""Limits how many requests one address may send."""

from __future__ import annotations

import ipaddress
import logging
import time
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from rest.counting import count, wait_for_turn
from rest.metrics import THROTTLED
from rest.rate_limit import RateLimit, parse_rate

if TYPE_CHECKING:  # DRF loads this module while it loads its own views
    from rest_framework.request import Request
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED")


class AddressThrottle(BaseThrottle):
    """Count the requests of an address in windows of fixed length.

    A counter is atomic and takes one or two Redis operations (`rest.counting`). DRF's own throttle
    reads and rewrites a list of times, and loses some if two requests race. A view chooses its
    limit with `throttle_scope`, a key of `settings.THROTTLE_RATES`. Headers tell what is left of
    it. With `slows_down`, those who are over the limit take turns, at the rate of the limit:
    whoever keeps asking slows others down, but does not shut them out.
    """

    slows_down = False

    def __init__(self) -> None:
        self._wait = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not settings.THROTTLE:
            return True
        scope, who = getattr(view, "throttle_scope", "referee"), self.who(request)
        limit = _count(request, scope, who=who)
        if limit.left >= 0:
            return True
        self._wait = limit.reset
        if self.slows_down:
            self._wait = wait_for_turn(f"throttle:{scope}:{who}", limit.quota, limit.window)
        if self._wait:
            THROTTLED.inc(scope)
        return not self._wait

    def who(self, request: Request) -> str:
        """Return whose requests are counted together."""
        return network_of(request)

    def wait(self) -> float:
        return ceil(self._wait)


def charge(request: Request, scope: str, amount: int) -> None:
    """Count an expensive request as this many more than one.

    Raise Throttled if these are over the limit of its scope.
    """
    if settings.THROTTLE and amount > 0:
        limit = _count(request, scope, amount)
        if limit.left < 0:
            THROTTLED.inc(scope)
            raise Throttled(ceil(limit.reset))


def _count(request: Request, scope: str, amount: int = 1, *, who: str = "") -> RateLimit:
    limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
    window, elapsed = divmod(time.time(), seconds)
    key = f"throttle:{scope}:{who or network_of(request)}:{window:.0f}"
    counted = count(key, limit, seconds, amount)
    left = counted.limit - counted.number
    told = RateLimit(scope, counted.limit, seconds, left=left, reset=seconds - elapsed)
    request._request.rate_limit = told  # type: ignore[attr-defined]  # for the headers
    return told


def network_of(request: Request | HttpRequest) -> str:
    """Return what counts as the address of a request; proxies are trusted as the settings say."""
    if (
        not api_settings.NUM_PROXIES
        and settings.PRODUCTION
        and not request.META.keys().isdisjoint(FORWARDED)
    ):
        _tell_once_that_no_proxy_is_trusted()
    return network(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def _tell_once_that_no_proxy_is_trusted() -> None:
    logger.warning(
        "A request was forwarded, but TRUSTED_PROXIES is 0: if a proxy is in front of this server,"
        " all who come through it share one limit. Set TRUSTED_PROXIES to the number of proxies."
    )


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

"""Limits of requests, told in headers: draft-ietf-httpapi-ratelimit-headers-10."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

SECONDS = {"s": 1, "sec": 1, "min": 60, "m": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400}


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A limit, and what is left of it. `window` and `reset` are in seconds.

    >>> limit = RateLimit("guess", quota=10, window=60, left=7, reset=31.2)
    >>> limit.headers()
    {'RateLimit-Policy': '"guess";q=10;w=60', 'RateLimit': '"guess";r=7;t=32'}
    """

    name: str
    quota: int
    window: int
    left: int
    reset: float

    def members(self) -> dict[str, str | int]:
        """Return what a problem document says of it."""
        return {"limit": self.name, "maximum": self.quota}

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.name}";r={max(0, self.left)};t={ceil(self.reset)}',
        }


@lru_cache(maxsize=16)
def parse_rate(rate: str) -> tuple[int, int]:
    """Return (requests, seconds) of a rate such as "120/min"; raise ValueError or KeyError.

    >>> parse_rate("120/min")
    (120, 60)
    """
    count, _, period = rate.partition("/")
    return int(count), SECONDS[period]

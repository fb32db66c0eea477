"""What is left of a limit, in headers: draft-ietf-httpapi-ratelimit-headers-10."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil


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

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.name}";r={max(0, self.left)};t={ceil(self.reset)}',
        }

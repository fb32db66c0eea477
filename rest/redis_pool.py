"""One pool of connections to Redis for all threads of a process.

Django makes a pool for each of its cache objects, and one such object for each context,
which would mean a new connection for each request.
"""

from __future__ import annotations

from functools import cache
from typing import Any


class SharedPool:
    """Stands in for redis.ConnectionPool in `CACHES`."""

    @staticmethod
    @cache
    def from_url(url: str, **options: Any) -> Any:
        """Return the pool for an address; its connections are used by one thread at a time."""
        import redis  # here, because few servers need it

        return redis.ConnectionPool.from_url(url, **options)

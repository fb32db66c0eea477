"""The client of Redis: loading it takes 40 ms and 6 MiB, which few servers need to spend."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any


class SharedPool:
    """One pool of connections for all threads of a process, for `CACHES`.

    Django makes a pool for each of its cache objects, and one such object for each context,
    which would mean a new connection for each request.
    """

    @staticmethod
    @cache
    def from_url(url: str, **options: Any) -> Any:
        """Return the pool for an address; its connections are used by one thread at a time."""
        import redis

        return redis.ConnectionPool.from_url(url, **options)


def redis_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return what to catch where Redis may not answer: only `others` if nothing here uses it."""
    client = sys.modules.get("redis")
    return (client.RedisError, *others) if client else others

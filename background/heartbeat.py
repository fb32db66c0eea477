"""How Celery's workers show the servers that they are alive."""

from __future__ import annotations

import time

from django.core.cache import cache

from rest.redis_client import redis_errors

HEARTBEAT = "worker-heartbeat"  # in the cache
EVERY = 5.0  # seconds
WITHIN = 30.0  # seconds: after that long without one, there is no worker


class Heart:
    """Beats when asked, but not more often than servers need."""

    def __init__(self) -> None:
        self._next = 0.0

    def beat(self, **_of_signal: object) -> None:
        """Say that this worker is alive. A lost Redis is no error: the next beat follows soon."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        try:
            cache.set(HEARTBEAT, "alive", WITHIN)
        except redis_errors(OSError):
            return

"""How Celery's workers tell the servers that they live."""

from __future__ import annotations

import time

from django.core.cache import cache

from rest.redis_errors import redis_errors

HEARTBEAT = "worker-heartbeat"  # in the cache
EVERY = 5.0  # seconds
WITHIN = 30.0  # seconds: without one for so long, no worker is there


class Heart:
    """Beats as often as it is asked to, but not more often than servers care about."""

    def __init__(self) -> None:
        self._next = 0.0

    def beat(self, **_of_signal: object) -> None:
        """Say that this worker lives. A lost Redis is no error: the next beat says it again."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        try:
            cache.set(HEARTBEAT, "alive", WITHIN)
        except redis_errors(OSError):
            return

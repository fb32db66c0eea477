"""Counting in windows of time: in Redis for all processes, or in this process for its share.

Without Redis, or while it does not answer, each process counts for itself, and what it may let pass
is divided by the number of worker processes. After a failure, Redis is left alone for a while: no
request waits for it to time out, and the log has one line.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from math import ceil
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import cache

from rest import outages
from rest.redis_client import redis_errors

PAUSE = 10.0  # seconds without Redis, once it has failed
MAX_COUNTERS = 50_000  # of one process, about 10 MB

T = TypeVar("T")


class Count(NamedTuple):
    """How often something was counted in its window, and how often it may be counted there."""

    number: int
    limit: int

    @property
    def is_over(self) -> bool:
        return self.number > self.limit


class ProcessCounters:
    """The counters of this process. Any thread may use them.

    If there are too many, those whose windows have ended are dropped, then the oldest.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counters: dict[str, tuple[int, float]] = {}  # the count, and when the window ends

    def add(self, key: str, seconds: float, amount: int = 1) -> int:
        """Add to a count, and return it; the window of a new key ends after some seconds."""
        with self._lock:
            now = time.monotonic()
            number, ends = self._counters.get(key, (0, now + seconds))
            if not number and len(self._counters) >= MAX_COUNTERS:
                self._make_room(now)
            self._counters[key] = number + amount, ends
            return number + amount

    def forget(self, key: str) -> None:
        with self._lock:
            self._counters.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._counters.clear()

    def _make_room(self, now: float) -> None:
        left = {key: counter for key, counter in self._counters.items() if counter[1] > now}
        surplus = len(left) - MAX_COUNTERS * 9 // 10
        for key in list(left)[: max(surplus, 0)]:
            del left[key]
        self._counters = left


process_counters = ProcessCounters()
_pause_until = 0.0  # by the monotonic clock: each process finds out for itself


def count(key: str, limit: int, seconds: int, amount: int = 1) -> Count:
    """Add to the count under a key, which names a window of some seconds, with its `limit`.

    Simultaneous calls are all counted.
    """

    def in_redis() -> Count:
        try:
            return Count(cache.incr(key, amount), limit)
        except ValueError:  # the first in its window; `add` lets only one of them create the key
            cache.add(key, 0, timeout=seconds)
            return Count(cache.incr(key, amount), limit)

    def in_process() -> Count:
        share = max(1, limit // settings.WEB_WORKERS)
        return Count(process_counters.add(key, seconds, amount), share)

    if not _has_redis():
        return in_process()
    return with_redis(in_redis, in_process)


def wait_for_turn(key: str, limit: int, seconds: int) -> float:
    """Take one of the turns for those who are over a limit: `limit` of them in some seconds.

    Return the seconds until the next turn if somebody has taken this one, or else 0.
    """
    apart = seconds / limit
    turn, elapsed = divmod(time.time(), apart)
    return apart - elapsed if count(f"{key}:turn:{turn:.0f}", 1, ceil(apart)).is_over else 0


def forget(key: str) -> None:
    """Count from zero again."""
    process_counters.forget(key)
    if _has_redis():
        with_redis(lambda: cache.delete(key), lambda: False)


def with_redis(ask: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """Return what the cache says, or `otherwise` if it does not answer now or did not lately."""
    global _pause_until
    if leaves_redis_alone():
        return otherwise()
    try:
        answer = ask()
    except redis_errors(ValueError) as error:
        if isinstance(error, ValueError):  # just evicted
            return otherwise()
        _pause_until = time.monotonic() + PAUSE
        outages.redis.met(type(error).__name__)
        return otherwise()
    outages.redis.is_over()
    return answer


def leaves_redis_alone() -> bool:
    """Whether Redis has failed lately, so that requests had better not ask it."""
    return time.monotonic() < _pause_until


def ask_again() -> None:
    """Ask Redis at once, even if it has just failed: for tests."""
    global _pause_until
    _pause_until = 0.0


def _has_redis() -> bool:
    backend: str = settings.CACHES["default"]["BACKEND"]
    return backend.endswith("RedisCache")

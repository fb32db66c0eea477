"""Waking the hubs that send the events of games and groups, in this process and in all others.

A wake-up only says that a game or a group has new events; the events are in its log. A lost wake-up
costs a little time: each hub also looks at the log at intervals (`games.live.hub`).
"""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Protocol
from uuid import UUID
from weakref import WeakSet

from django.conf import settings

from rest import outages
from rest.counting import leaves_redis_alone
from rest.redis_client import redis_errors

if TYPE_CHECKING:
    import redis

CHANNEL = "tableside:games"  # in Redis; each message is the id of a game or a group
TIMEOUT = 0.5  # seconds: a lost Redis must not delay the round that is being recorded
RETRY_AFTER = 10.0  # seconds without Redis, once it could not be reached


class Sleeper(Protocol):
    """What can be woken, from any thread."""

    def wake(self, topic: UUID) -> None: ...


_sleepers: WeakSet[Sleeper] = WeakSet()  # the hubs of this process
_skip_redis_until = 0.0  # of this process alone: each finds out for itself


def register(sleeper: Sleeper) -> None:
    """Let `wake` wake this one for as long as it exists."""
    _sleepers.add(sleeper)


def wake(topic: UUID) -> None:
    """Say that a game or a group has new events: to this process, and with Redis to all others."""
    for sleeper in list(_sleepers):
        sleeper.wake(topic)
    if settings.REDIS_URL:
        _publish(topic)


def _publish(topic: UUID) -> None:
    global _skip_redis_until
    if time.monotonic() < _skip_redis_until or leaves_redis_alone():
        return
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, str(topic))
        outages.redis.is_over()
    except redis_errors() as error:
        outages.redis.met(type(error).__name__)
        _skip_redis_until = time.monotonic() + RETRY_AFTER


@cache
def _client(url: str) -> redis.Redis:
    import redis  # here, because few servers need it

    return redis.Redis.from_url(url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT)

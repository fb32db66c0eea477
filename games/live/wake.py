"""Waking the streams of a game when something has happened in it.

A wake-up says only "look": what happened is in the log of events. One that is lost costs
some patience, for each process looks by itself every now and then (`games.live.hub`).
"""

from __future__ import annotations

import logging
import time
from functools import cache
from uuid import UUID

import redis
from django.conf import settings

from games.live.hub import hubs

logger = logging.getLogger(__name__)

CHANNEL = "tableside:games"
TIMEOUT = 0.5  # seconds: a lost Redis must not hang the round that is being recorded
PAUSE = 10.0  # seconds without trying, once Redis was not there

_not_before = 0.0


def wake(game: UUID) -> None:
    """Make this process look at the game's log, and with Redis all others too."""
    for hub in hubs():
        hub.look_at(game)
    if settings.REDIS_URL:
        _publish(game)


def _publish(game: UUID) -> None:
    global _not_before  # of this process alone: each finds out for itself
    if time.monotonic() < _not_before:
        return
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, str(game))
    except redis.RedisError:
        logger.warning("Redis cannot be reached: phones will hear of changes a little later.")
        _not_before = time.monotonic() + PAUSE


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT)

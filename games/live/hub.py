"""One hub per process: it reads the new events of the games that somebody listens to.

It polls the log every `POLL_INTERVAL` seconds, and at once when a game is woken
(`games.live.wake`). One poller serves all subscriptions of the process, by two queries
however many they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from django.db import DatabaseError
from rest_framework.utils.encoders import JSONEncoder

from games.live.database_threads import run_in_database_thread
from games.live.listeners import Listener, without_access
from games.live.log import new_events
from games.live.wake import CHANNEL, register
from games.models import Event
from games.wire.events import event_answer

logger = logging.getLogger(__name__)

POLL_INTERVAL = 0.25  # seconds, if only this process can wake the hub
POLL_INTERVAL_WITH_REDIS = 2.0
ACCESS_CHECK_INTERVAL = 2.0  # seconds
MAX_QUEUED = 200  # events that a subscription may lag behind before the phone must reload
MAX_SUBSCRIPTIONS = {"member": 12, "link": 200}  # of one member or one link, in one process


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """An event ready to be sent: encoded once for all who listen."""

    number: int
    content: bytes


@dataclass(eq=False, slots=True)
class Subscription:
    """The events that wait to be sent to one listener.

    `ended` says that no more will follow, `lags` that some were dropped.
    """

    listener: Listener
    queue: asyncio.Queue[EncodedEvent | None]
    ended: bool = False
    lags: bool = False

    def put(self, event: EncodedEvent) -> None:
        if self.lags:
            return
        if self.queue.full():
            self.lags = True
            self.queue.get_nowait()
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(event)

    def end(self) -> None:
        self.ended = True
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


@dataclass(slots=True)
class GameSubscriptions:
    """The subscriptions of one game, and the last event that they were given."""

    last_seen: int
    subscriptions: set[Subscription] = field(default_factory=set)


class Hub:
    """The subscriptions of this process.

    Its methods belong to its event loop, except those that say "from any thread".
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._games: dict[UUID, GameSubscriptions] = {}
        self._counts: Counter[UUID | None] = Counter()
        self._woken: set[UUID] = set()
        self._wake_up = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_woken_by_redis = False
        register(self)

    def subscribe(self, listener: Listener, last_seen: int) -> Subscription | None:
        """Begin to collect the events after `last_seen`; None if the listener has too many.

        `last_seen` may be old: after this call, read the events that are stored by now.
        """
        kind = "link" if listener.link else "member"
        if self._counts[listener.key] >= MAX_SUBSCRIPTIONS[kind]:
            return None
        self._counts[listener.key] += 1
        subscription = Subscription(listener, asyncio.Queue(MAX_QUEUED))
        game = self._games.setdefault(listener.game, GameSubscriptions(last_seen))
        game.subscriptions.add(subscription)
        self._start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Drop a subscription; harmless if it was dropped before."""
        game = self._games.get(subscription.listener.game)
        if game is None or subscription not in game.subscriptions:
            return
        game.subscriptions.discard(subscription)
        self._counts[subscription.listener.key] -= 1
        self._counts += Counter()  # drops the keys whose count is 0
        if not game.subscriptions:
            del self._games[subscription.listener.game]

    def unsubscribe_soon(self, subscription: Subscription) -> None:
        """As `unsubscribe`; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.unsubscribe, subscription)

    def wake(self, game: UUID) -> None:
        """Read the new events of this game now; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, game)

    def _wake(self, game: UUID) -> None:
        if game in self._games:
            self._woken.add(game)
            self._wake_up.set()

    def _start(self) -> None:
        if all(task.done() for task in self._tasks):
            self._tasks = [self._loop.create_task(self._poll())]
            if settings.REDIS_URL:
                self._tasks.append(self._loop.create_task(self._follow_redis(settings.REDIS_URL)))

    async def _poll(self) -> None:
        """Read new events until nobody listens any more."""
        polled = checked = time.monotonic()
        while self._games:
            interval = POLL_INTERVAL_WITH_REDIS if self._is_woken_by_redis else POLL_INTERVAL
            with contextlib.suppress(TimeoutError):
                remaining = max(polled + interval - time.monotonic(), 0)
                await asyncio.wait_for(self._wake_up.wait(), remaining)
            self._wake_up.clear()
            games: Iterable[UUID] = self._woken & self._games.keys()
            self._woken = set()
            now = time.monotonic()
            if now >= polled + interval:
                games, polled = list(self._games), now
            try:
                await self._distribute_events(games)
                if now >= checked + ACCESS_CHECK_INTERVAL:
                    checked = now
                    await self._check_access()
            except DatabaseError:
                logger.exception("The log of events cannot be read; trying again.")
                await asyncio.sleep(1)
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def _distribute_events(self, games: Iterable[UUID]) -> None:
        last_seen = {game: self._games[game].last_seen for game in games}
        if not last_seen:
            return
        for event in await run_in_database_thread(new_events, last_seen):
            game = self._games.get(event.game_id)
            if game is None or event.number <= game.last_seen:
                continue
            game.last_seen = event.number
            encoded = EncodedEvent(event.number, encode_event(event))
            for subscription in game.subscriptions:
                subscription.put(encoded)

    async def _check_access(self) -> None:
        """End the subscriptions of those who may no longer listen."""
        subscriptions = [
            subscription for game in self._games.values() for subscription in game.subscriptions
        ]
        listeners = {subscription.listener for subscription in subscriptions}
        excluded = await run_in_database_thread(without_access, listeners)
        for subscription in subscriptions:
            if subscription.listener in excluded:
                subscription.end()

    async def _follow_redis(self, url: str) -> None:
        """Be woken by other processes; without Redis, poll more often instead."""
        while True:
            try:
                async with redis.asyncio.from_url(url) as client, client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._is_woken_by_redis = True
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._wake(UUID(message["data"].decode()))
            except (redis.RedisError, ValueError, OSError):
                logger.warning("Redis cannot be reached: polling more often instead.")
            finally:
                self._is_woken_by_redis = False
            await asyncio.sleep(1)


_hubs: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop: one per process, for a server has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


_ENCODER = JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode_event(event: Event) -> bytes:
    """Return an event as a stream sends it."""
    data = _ENCODER.encode(event_answer(event))
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n".encode()

"""One hub per process: it reads the new events of the games and groups that somebody listens to.

It polls the logs every `POLL_INTERVAL` seconds, and at once when a game or a group is woken
(`games.live.wake`). One poller serves all subscriptions of the process, by two queries
for games and two for groups, however many they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterable, Sequence
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
from games.live.log import AnyEvent, new_game_events, new_group_events, topic_of
from games.live.wake import CHANNEL, register
from games.models import Event
from games.models.table import GroupEventKind
from games.wire.events import event_answer
from games.wire.group_events import group_event_answer

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
        if self.lags or self.ended:
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
class Topic:
    """A game or a group: its subscriptions, and the last event that they were given."""

    last_seen: int
    is_group: bool
    subscriptions: set[Subscription] = field(default_factory=set)


class Hub:
    """The subscriptions of this process.

    Its methods belong to its event loop, except those that say "from any thread".
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._topics: dict[UUID, Topic] = {}
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
        if listener.topic not in self._topics:
            self._topics[listener.topic] = Topic(last_seen, is_group=listener.game is None)
            self._wake(listener.topic)  # for what was stored since `last_seen`
        self._topics[listener.topic].subscriptions.add(subscription)
        self._start()
        return subscription

    def last_seen(self, topic: UUID) -> int:
        """Return the number of the last event that the subscriptions of a topic were given."""
        return self._topics[topic].last_seen

    def unsubscribe(self, subscription: Subscription) -> None:
        """Drop a subscription; harmless if it was dropped before."""
        topic = self._topics.get(subscription.listener.topic)
        if topic is None or subscription not in topic.subscriptions:
            return
        topic.subscriptions.discard(subscription)
        self._counts[subscription.listener.key] -= 1
        self._counts += Counter()  # drops the keys whose count is 0
        if not topic.subscriptions:
            del self._topics[subscription.listener.topic]

    def unsubscribe_soon(self, subscription: Subscription) -> None:
        """As `unsubscribe`; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.unsubscribe, subscription)

    def wake(self, topic: UUID) -> None:
        """Read the new events of this game or group now; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, topic)

    def _wake(self, topic: UUID) -> None:
        if topic in self._topics:
            self._woken.add(topic)
            self._wake_up.set()

    def _start(self) -> None:
        if all(task.done() for task in self._tasks):
            self._tasks = [self._loop.create_task(self._poll())]
            if settings.REDIS_URL:
                self._tasks.append(self._loop.create_task(self._follow_redis(settings.REDIS_URL)))

    async def _poll(self) -> None:
        """Read new events until nobody listens any more."""
        polled = checked = time.monotonic()
        while self._topics:
            interval = POLL_INTERVAL_WITH_REDIS if self._is_woken_by_redis else POLL_INTERVAL
            with contextlib.suppress(TimeoutError):
                remaining = max(polled + interval - time.monotonic(), 0)
                await asyncio.wait_for(self._wake_up.wait(), remaining)
            self._wake_up.clear()
            topics: Iterable[UUID] = self._woken & self._topics.keys()
            self._woken = set()
            now = time.monotonic()
            if now >= polled + interval:
                topics, polled = list(self._topics), now
            try:
                await self._distribute_events(topics)
                if now >= checked + ACCESS_CHECK_INTERVAL:
                    checked = now
                    await self._check_access()
            except DatabaseError:
                logger.exception("The log of events cannot be read; trying again.")
                await asyncio.sleep(1)
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def _distribute_events(self, topics: Iterable[UUID]) -> None:
        games: dict[UUID, int] = {}
        groups: dict[UUID, int] = {}
        for id in topics:
            topic = self._topics[id]
            (groups if topic.is_group else games)[id] = topic.last_seen
        if games:
            self._distribute(await run_in_database_thread(new_game_events, games))
        if groups:
            events = await run_in_database_thread(new_group_events, groups)
            if any(event.kind == GroupEventKind.MEMBER_REMOVED for event in events):
                await self._check_access()  # first: what comes now is not for those who have left
            self._distribute(events)

    def _distribute(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            topic = self._topics.get(topic_of(event))
            if topic is None or event.number <= topic.last_seen:
                continue
            topic.last_seen = event.number
            encoded = EncodedEvent(event.number, encode_event(event))
            for subscription in topic.subscriptions:
                subscription.put(encoded)

    async def _check_access(self) -> None:
        """End the subscriptions of those who may no longer listen."""
        subscriptions = [
            subscription for topic in self._topics.values() for subscription in topic.subscriptions
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


def encode_event(event: AnyEvent) -> bytes:
    """Return an event as a stream sends it."""
    answer = event_answer(event) if isinstance(event, Event) else group_event_answer(event)
    data = _ENCODER.encode(answer)
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n".encode()

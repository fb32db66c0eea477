"""One hub a process: it looks for news of the games that are listened to, and hands them on.

It looks every `LOOK_EVERY` seconds, and at once when a game is woken (`games.live.wake`).
One poller serves all streams of the process, by two queries however many they are.
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

from games.live.log import Listener, event_answer, read_news, shut_out
from games.live.threads import in_database
from games.models import Event

logger = logging.getLogger(__name__)

LOOK_EVERY = 0.25  # seconds, where nobody but this process wakes it
LOOK_EVERY_WOKEN = 2.0  # with Redis to wake it
CHECK_EVERY = 2.0  # how often it looks whether everybody may still listen
MOST_WAITING = 200  # events that a stream may be behind before it is told to read anew
MOST_STREAMS = {"member": 12, "link": 200}  # of one member or one link, in one process


@dataclass(frozen=True, slots=True)
class Told:
    """An event ready to be sent: made once, whoever listens."""

    number: int
    content: bytes


@dataclass(eq=False, slots=True)
class Stream:
    """One listener's place: the events that wait to be sent.

    `ended` says that no more will come, `behind` that some were dropped.
    """

    listener: Listener
    waiting: asyncio.Queue[Told | None]
    ended: bool = False
    behind: bool = False

    def put(self, told: Told) -> None:
        if self.behind:
            return
        if self.waiting.full():
            self.behind = True
            self.waiting.get_nowait()
            self.waiting.put_nowait(None)
        else:
            self.waiting.put_nowait(told)

    def end(self) -> None:
        self.ended = True
        if self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


@dataclass(slots=True)
class Channel:
    """The streams of one game, and the last event that was handed to them."""

    seen: int
    streams: set[Stream] = field(default_factory=set)


class Hub:
    """The streams of this process; its methods belong to its event loop, but for those
    that say otherwise."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._channels: dict[UUID, Channel] = {}
        self._counts: Counter[UUID | None] = Counter()
        self._woken: set[UUID] = set()
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._by_redis = False

    def admit(self, listener: Listener, seen: int) -> Stream | None:
        """Begin to collect what happens after the event `seen`; None for one stream too many.

        `seen` may be old: what is on record by now has to be read by the caller, after this.
        """
        kind = "link" if listener.link else "member"
        if self._counts[listener.key] >= MOST_STREAMS[kind]:
            return None
        self._counts[listener.key] += 1
        stream = Stream(listener, asyncio.Queue(MOST_WAITING))
        self._channels.setdefault(listener.game, Channel(seen)).streams.add(stream)
        self._start()
        return stream

    def leave(self, stream: Stream) -> None:
        """Forget a stream; harmless when it was forgotten before."""
        channel = self._channels.get(stream.listener.game)
        if channel is None or stream not in channel.streams:
            return
        channel.streams.discard(stream)
        self._counts[stream.listener.key] -= 1
        self._counts += Counter()  # forgets those that have come to nothing
        if not channel.streams:
            del self._channels[stream.listener.game]

    def leave_from_any_thread(self, stream: Stream) -> None:
        """As `leave`."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.leave, stream)

    def look_at(self, game: UUID) -> None:
        """Look for news of this game now; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, game)

    def _wake(self, game: UUID) -> None:
        if game in self._channels:
            self._woken.add(game)
            self._news.set()

    def _start(self) -> None:
        if all(task.done() for task in self._tasks):
            self._tasks = [self._loop.create_task(self._look())]
            if settings.REDIS_URL:
                self._tasks.append(self._loop.create_task(self._listen(settings.REDIS_URL)))

    async def _look(self) -> None:
        """Look for news until nobody listens any more."""
        looked = checked = time.monotonic()
        while self._channels:
            every = LOOK_EVERY_WOKEN if self._by_redis else LOOK_EVERY
            with contextlib.suppress(TimeoutError):
                left = max(looked + every - time.monotonic(), 0)
                await asyncio.wait_for(self._news.wait(), left)
            self._news.clear()
            games: Iterable[UUID] = self._woken & self._channels.keys()
            self._woken = set()
            now = time.monotonic()
            if now >= looked + every:
                games, looked = list(self._channels), now
            try:
                await self._hand_out(games)
                if now >= checked + CHECK_EVERY:
                    checked = now
                    await self._check()
            except DatabaseError:
                logger.exception("The log of events cannot be read; trying again.")
                await asyncio.sleep(1)
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def _hand_out(self, games: Iterable[UUID]) -> None:
        seen = {game: self._channels[game].seen for game in games}
        if not seen:
            return
        for event in await in_database(read_news, seen):
            channel = self._channels.get(event.game_id)
            if channel is None or event.number <= channel.seen:
                continue
            channel.seen = event.number
            told = Told(event.number, render(event))
            for stream in channel.streams:
                stream.put(told)

    async def _check(self) -> None:
        """End the streams of those who may not listen any more."""
        streams = [stream for channel in self._channels.values() for stream in channel.streams]
        out = await in_database(shut_out, {stream.listener for stream in streams})
        for stream in streams:
            if stream.listener in out:
                stream.end()

    async def _listen(self, url: str) -> None:
        """Be woken by other processes; while Redis is away, look more often instead."""
        from games.live.wake import CHANNEL

        while True:
            try:
                async with redis.asyncio.from_url(url) as client, client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._by_redis = True
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._wake(UUID(message["data"].decode()))
            except (redis.RedisError, ValueError, OSError):
                logger.warning("Redis cannot be listened to: looking more often instead.")
            finally:
                self._by_redis = False
            await asyncio.sleep(1)


_hubs: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop: one a process, for a server has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


def hubs() -> list[Hub]:
    """The hubs of this process."""
    return list(_hubs.values())


_ENCODER = JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def render(event: Event) -> bytes:
    """An event as a stream sends it."""
    data = _ENCODER.encode(event_answer(event))
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n".encode()

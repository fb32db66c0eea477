"""One hub per process: it tells all subscriptions of the process what is new.

Every `TURN` seconds it reads the end of the log (with Redis, every two) and checks a part of its
topics, so that each is checked every two seconds: whether something is new that the end of the log
did not show, and who may no longer listen. The events of a game or a group are always read by their
numbers, after the last one that was sent. So it does not matter how often and by whom the hub is
woken (`games.live.wake`), and nothing is lost, doubled or told out of order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from django.conf import settings

from games.live.database_threads import run_in_database_thread
from games.live.listeners import Listener, without_access
from games.live.log import (
    LastEvent,
    NewRow,
    Told,
    encode_event,
    games_unlike,
    groups_unlike,
    new_events,
)
from games.live.subscriptions import EncodedEvent, StreamLimit, Subscription, Topic, Topics
from games.live.tail import Tail
from games.live.wake import CHANNEL, register
from games.models.log import GroupEventKind
from rest import outages

logger = logging.getLogger(__name__)

TURN = 0.25  # seconds
TURNS = 8  # after which all topics and listeners have been checked
TURNS_WITH_REDIS = 8  # between two looks at the end of the log, if Redis tells what is new
MAX_READ = 500  # rows of the log at a time, of games and of groups
RETRY_AFTER = 1.0  # seconds, if the database or Redis cannot be reached


class Hub:
    """The subscriptions of this process.

    Its methods belong to its event loop, except those that say "from any thread".
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._topics = Topics(TURNS)
        self._tail = Tail()
        self._turns = 0
        self._woken: set[UUID] = set()
        self._wake_up = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_woken_by_redis = False
        register(self)

    def limit_reached(self, listener: Listener, address: str) -> StreamLimit | None:
        """Return the limit because of which `subscribe` has refused."""
        return self._topics.limit_reached(listener, address)

    def subscribe(
        self, listener: Listener, last_seen: int, address: str = ""
    ) -> Subscription | None:
        """Begin to collect events; None if there are too many subscriptions (`limit_reached`).

        `last_seen` is the number of an event that is stored. The subscription gets all events after
        `subscription.told_after`, which may be a later one: read those in between from the log.
        """
        is_new = self._topics.get(listener.topic) is None
        subscription = self._topics.add(listener, last_seen, address)
        if subscription is not None:
            if is_new:  # there may be later events by now; with the next turn is soon enough
                self._woken.add(listener.topic)
            self._start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Drop a subscription that was begun."""
        self._topics.remove(subscription)

    def wake(self, topic: UUID) -> None:
        """Read the new events of this game or group now; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake, topic)

    def _wake(self, topic: UUID) -> None:
        if self._topics.get(topic):
            self._woken.add(topic)
            self._wake_up.set()

    def _start(self) -> None:
        if not self._tasks or self._tasks[0].done():
            self._tail.start_again()
            works = [self._follow_logs(), self._send_heartbeats()]
            if settings.REDIS_URL:
                works.append(self._follow_redis(settings.REDIS_URL))
            self._tasks = [self._loop.create_task(work) for work in works]

    async def _follow_logs(self) -> None:
        """Take turns, and tell what others say is new, until nobody listens any more."""
        next_turn = self._loop.time()
        while self._topics:
            with contextlib.suppress(TimeoutError):
                remaining = max(next_turn - self._loop.time(), 0)
                await asyncio.wait_for(self._wake_up.wait(), remaining)
            self._wake_up.clear()
            is_due = self._loop.time() >= next_turn
            if is_due:
                next_turn = self._loop.time() + TURN
            try:
                await self.look(takes_turn=is_due)
            except Exception as error:
                if not outages.database_fails(error):
                    logger.exception("The logs of events cannot be read; trying again.")
                await asyncio.sleep(RETRY_AFTER)
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def look(self, *, takes_turn: bool) -> None:
        """Tell the events of the topics that were woken; with a turn, look for others, too."""
        removed: set[UUID] = set()
        if takes_turn:
            self._turns += 1
            removed = await self._take_turn(self._turns)
        await self._tell_news(removed)

    async def _take_turn(self, turn: int) -> set[UUID]:
        """Look what is new, and check a part of the topics.

        Returns the groups from which members have been removed.
        """
        topics = {topic.id: topic for topic in self._topics.in_turn(turn % TURNS)}
        reads_tail = not self._is_woken_by_redis or turn % TURNS_WITH_REDIS == 0
        found = await run_in_database_thread(
            _look,
            self._tail if reads_tail else None,
            topics_seen(topics.values()),
            listeners_to(topics.values()),
        )
        _end(topics.values(), found.excluded)
        for last in found.unlike:
            self._compare(topics[last.topic], last)
        news = {topic for row in found.news for topic in (row.game, row.group) if topic}
        self._woken.update(topic for topic in news if self._topics.get(topic))
        removals = (row for row in found.news if row.kind == GroupEventKind.MEMBER_REMOVED)
        return {row.group for row in removals if row.group}

    def _compare(self, topic: Topic, last: LastEvent) -> None:
        """Deal with a topic whose last event is not the one that was sent last."""
        if last.number > topic.last_seen:
            self._woken.add(topic.id)
        elif last.is_gone:
            for subscription in topic.subscriptions:
                subscription.end()
        elif last.number < topic.last_seen:  # an older state of the database was restored
            _let_lag(topic, last.number)

    async def _tell_news(self, removed: Collection[UUID]) -> None:
        """Tell the events of the topics that were woken."""
        woken, self._woken = self._woken, set()
        topics = {id: topic for id in woken if (topic := self._topics.get(id))}
        events: Sequence[tuple[Told, EncodedEvent]] = []
        if topics:
            try:
                events = await run_in_database_thread(_read, topics_seen(topics.values()))
            except Exception:
                self._woken |= woken
                raise
        removed = {*removed, *(told.topic for told, _content in events if is_removal(told))}
        if removed:  # first: what comes now is not for those who have left
            leaving = self._topics.of_groups(removed)
            _end(leaving, await run_in_database_thread(without_access, listeners_to(leaving)))
        for told, encoded in events:
            _tell(topics[told.topic], encoded, told)
        if len(events) >= MAX_READ:  # there may be more
            self._woken |= woken
            self._wake_up.set()

    async def _send_heartbeats(self) -> None:
        """Have a heartbeat sent to everybody who was sent nothing for a while.

        One pass over all of them costs less than a timer for each.
        """
        silence: float = settings.LIVE_HEARTBEAT
        while True:
            await asyncio.sleep(min(1.0, silence / 4))
            since = self._loop.time() - silence
            for topic in self._topics:
                for subscription in topic.subscriptions:
                    if subscription.sent_at <= since:
                        subscription.beat()

    async def _follow_redis(self, url: str) -> None:
        """Be woken by other processes; without Redis, look more often instead."""
        import redis.asyncio  # here, because few servers need it

        while True:
            try:
                async with redis.asyncio.from_url(url) as client, client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._is_woken_by_redis = True
                    outages.redis.is_over()
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._wake(UUID(message["data"].decode()))
            except (redis.RedisError, ValueError, OSError) as error:
                outages.redis.met(type(error).__name__)
            finally:
                self._is_woken_by_redis = False
            await asyncio.sleep(RETRY_AFTER)


_hubs: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop: one per process, for a server has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


@contextlib.contextmanager
def subscribed(listener: Listener, last_seen: int, address: str) -> Iterator[Subscription | None]:
    """Subscribe for the time of a block; None if there are too many subscriptions."""
    here = hub()
    subscription = here.subscribe(listener, last_seen, address)
    try:
        yield subscription
    finally:
        if subscription is not None:
            here.unsubscribe(subscription)


def limit_reached(listener: Listener, address: str) -> StreamLimit | None:
    """Return the limit that keeps a listener from one more subscription; from any thread."""
    limits = (hub.limit_reached(listener, address) for hub in list(_hubs.values()))
    return next(filter(None, limits), None)


class Seen(NamedTuple):
    """The numbers of the last events that were told, of games and of groups."""

    games: dict[UUID, int]
    groups: dict[UUID, int]


class Looked(NamedTuple):
    """What a look at the database found: new events, topics with others, who may not listen."""

    news: list[NewRow]
    unlike: list[LastEvent]
    excluded: list[Listener]


def topics_seen(topics: Collection[Topic]) -> Seen:
    """Return the last events that some topics were told."""
    return Seen(
        {topic.id: topic.last_seen for topic in topics if not topic.is_group},
        {topic.id: topic.last_seen for topic in topics if topic.is_group},
    )


def listeners_to(topics: Iterable[Topic]) -> list[Listener]:
    """Return who listens to some topics, everybody once."""
    return list({s.listener for topic in topics for s in topic.subscriptions})


def is_removal(told: Told) -> bool:
    """Whether this event says that somebody is no longer a member of a group."""
    return told.event["kind"] == GroupEventKind.MEMBER_REMOVED


def _look(tail: Tail | None, seen: Seen, listeners: list[Listener]) -> Looked:
    """Look at the database; in a database thread."""
    news = tail.read() if tail else []
    unlike = games_unlike(seen.games) + groups_unlike(seen.groups)
    return Looked(news, unlike, without_access(listeners))


def _read(seen: Seen) -> list[tuple[Told, EncodedEvent]]:
    """Read and encode new events; in a database thread."""
    events = new_events(seen.games, seen.groups, MAX_READ)
    return [(told, encode_event(told.event)) for told in events]


def _tell(topic: Topic, event: EncodedEvent, told: Told) -> None:
    """Give a topic's listeners its next event; those with a link are not told who did it."""
    if event.number <= topic.last_seen:
        return
    if event.number > topic.last_seen + 1:  # those in between are not there to be sent
        _let_lag(topic, event.number)
        return
    topic.last_seen = event.number
    watched: EncodedEvent | None = None
    for subscription in topic.subscriptions:
        if subscription.listener.link is None:
            subscription.put(event)
        else:
            watched = watched or encode_event(told.event, by_link=True)
            subscription.put(watched)


def _end(topics: Iterable[Topic], excluded: Collection[Listener]) -> None:
    """End the subscriptions of those who may no longer listen."""
    if excluded := set(excluded):
        for subscription in [s for topic in topics for s in topic.subscriptions]:
            if subscription.listener in excluded:
                subscription.end()


def _let_lag(topic: Topic, last_seen: int) -> None:
    """Have everybody who listens to a topic read again what is there; go on after `last_seen`."""
    topic.last_seen = last_seen
    for subscription in topic.subscriptions:
        subscription.lag()

"""The listeners of one process, and what waits to be sent to each of them.

There may be ten thousand, nearly all of them idle. So an idle one has no queue and no timer of its
own: only a list that is empty, and a future that it waits for.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.conf import settings

from games.live.listeners import Listener

MAX_PENDING = 200  # events that a subscription may lag behind before the phone must reload
MAX_SUBSCRIPTIONS = {"member": 12, "link": 2_000}  # of one member or one link, in one process


class StreamLimit(NamedTuple):
    """A limit of streams and long polls in one process that is reached."""

    name: str
    maximum: int


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """An event ready to be sent: encoded once for all who listen."""

    number: int
    content: bytes


@dataclass(eq=False, slots=True)
class Subscription:
    """The events that wait to be sent to one listener.

    It gets all events after the one numbered `told_after`. `ended` says that no more will follow,
    `lags` that some were dropped. `sent_at` is when something was sent last, by the clock of the
    event loop; heartbeats count from then. `address` is the network of the listener.
    """

    listener: Listener
    told_after: int
    address: str = ""
    pending: list[EncodedEvent] = field(default_factory=list)
    ended: bool = False
    lags: bool = False
    sent_at: float = math.inf  # no heartbeats yet
    needs_heartbeat: bool = False
    _waiter: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait until there is something to send: events, the end, or a heartbeat."""
        if self.pending or self.ended or self.lags or self.needs_heartbeat:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def take(self) -> list[EncodedEvent]:
        """Return the events that wait, to be sent; a heartbeat is not needed then."""
        events, self.pending, self.needs_heartbeat = self.pending, [], False
        return events

    def put(self, event: EncodedEvent) -> None:
        """Add an event; more than `MAX_PENDING` are dropped, and the phone must reload."""
        if self.lags or self.ended:
            return
        if len(self.pending) < MAX_PENDING:
            self.pending.append(event)
        else:
            self.lags, self.pending = True, []
        self._wake()

    def lag(self) -> None:
        """Send no more: the phone must reload."""
        self.lags = True
        self._wake()

    def end(self) -> None:
        """Send what waits, and then no more."""
        self.ended = True
        self._wake()

    def beat(self) -> None:
        """Have a heartbeat sent."""
        self.needs_heartbeat = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


@dataclass(eq=False, slots=True)
class Topic:
    """A game or a group: who listens to it, and the number of the last event they were given."""

    id: UUID
    group: UUID
    last_seen: int
    turn: int  # in which of the hub's turns it is checked
    subscriptions: set[Subscription] = field(default_factory=set)

    @property
    def is_group(self) -> bool:
        return self.id == self.group


class Topics:
    """All topics that somebody listens to, in `turns` parts that are checked one after another."""

    def __init__(self, turns: int) -> None:
        self._by_id: dict[UUID, Topic] = {}
        self._by_turn: list[dict[UUID, Topic]] = [{} for _ in range(turns)]
        self._counts: Counter[UUID | str | None] = Counter()  # by listener and by address
        self._total = 0

    def __bool__(self) -> bool:
        return bool(self._by_id)

    def __iter__(self) -> Iterator[Topic]:
        return iter(self._by_id.values())

    def get(self, id: UUID) -> Topic | None:
        return self._by_id.get(id)

    def in_turn(self, turn: int) -> list[Topic]:
        """The topics of one part."""
        return list(self._by_turn[turn].values())

    def of_groups(self, groups: set[UUID]) -> list[Topic]:
        """The topics of some groups and of their games."""
        return [topic for topic in self._by_id.values() if topic.group in groups]

    def limit_reached(self, listener: Listener, address: str) -> StreamLimit | None:
        """Return the limit that keeps a listener from one more subscription, None if there is room.

        Addresses are counted only with `settings.THROTTLE`, as all that is limited by address.
        """
        kind = "link" if listener.link else "member"
        limits = [
            (f"streams_of_{kind}", MAX_SUBSCRIPTIONS[kind], self._counts[listener.key]),
            ("streams_in_total", settings.LIVE_STREAMS, self._total),
        ]
        if settings.THROTTLE and address:
            maximum = settings.LIVE_STREAMS_PER_ADDRESS
            limits.append(("streams_of_address", maximum, self._counts[address]))
        for name, maximum, count in limits:
            if count >= maximum:
                return StreamLimit(name, maximum)
        return None

    def add(self, listener: Listener, last_seen: int, address: str = "") -> Subscription | None:
        """Subscribe a listener; None if there are too many subscriptions (`limit_reached`).

        `last_seen` is where a topic begins to which nobody listened.
        """
        if self.limit_reached(listener, address):
            return None
        self._counts.update((listener.key, address))
        self._total += 1
        topic = self._by_id.get(listener.topic)
        if topic is None:
            turn = min(range(len(self._by_turn)), key=lambda turn: len(self._by_turn[turn]))
            topic = Topic(listener.topic, listener.group, last_seen, turn)
            self._by_id[topic.id] = self._by_turn[turn][topic.id] = topic
        subscription = Subscription(listener, told_after=topic.last_seen, address=address)
        topic.subscriptions.add(subscription)
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """Drop a subscription that was added."""
        listener = subscription.listener
        topic = self._by_id[listener.topic]
        topic.subscriptions.remove(subscription)
        self._total -= 1
        for key in (listener.key, subscription.address):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
        if not topic.subscriptions:
            del self._by_id[topic.id], self._by_turn[topic.turn][topic.id]

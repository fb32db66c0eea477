"""What a stream sends, to phones that read at once, slowly, or no more."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any
from uuid import uuid4

import pytest

from games.live import streams
from games.live.hub import Hub, hub
from games.live.listeners import Listener
from games.live.streams import ENDED, HEARTBEAT, RELOAD, RETRY
from games.live.subscriptions import MAX_PENDING, EncodedEvent, Subscription

LISTENER = Listener(uuid4(), uuid4(), link=uuid4())


class Phone:
    """The other end of a stream; while `reads` is not set, nothing more can be sent to it."""

    def __init__(self, after: int) -> None:
        self.received: list[bytes] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self._parts = streams.events(LISTENER, "", last_event=after, after=after)
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async with aclosing(self._parts) as parts:
            async for part in parts:
                await self.reads.wait()
                self.received.append(part)


Work = Callable[[Hub, Subscription, Phone], Awaitable[None]]


def streaming(work: Work, monkeypatch: pytest.MonkeyPatch, *, told: int = 5) -> Hub:
    """Stream to a phone that knows the events up to 5, from a hub that has told `told`."""
    monkeypatch.setattr(Hub, "_start", lambda hub: None)

    async def run() -> Hub:
        here = hub()
        other = here.subscribe(LISTENER, told)
        assert other
        phone = Phone(5)
        await settle()
        [topic] = here._topics
        [subscription] = topic.subscriptions - {other} or {other}  # if the stream has ended
        await work(here, subscription, phone)
        phone.listening.cancel()
        with suppress(asyncio.CancelledError):
            await phone.listening
        return here

    here = asyncio.run(run())
    [topic] = here._topics
    assert len(topic.subscriptions) == 1  # the one that was there before
    return here


async def settle() -> None:
    for _step in range(10):
        await asyncio.sleep(0)


def event(number: int) -> EncodedEvent:
    return EncodedEvent(number, b"%d;" % number)


def test_each_event_is_sent_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, subscription: Subscription, phone: Phone) -> None:
        assert phone.received == [RETRY]
        for number in (6, 7):
            subscription.put(event(number))
            await settle()
        assert phone.received == [RETRY, b"6;", b"7;"]
        subscription.beat()
        await settle()
        subscription.put(event(8))
        subscription.end()
        await settle()
        assert phone.received[3:] == [HEARTBEAT, b"8;" + ENDED]

    streaming(work, monkeypatch)


def test_when_the_server_stops_phones_come_back_at_different_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hub, "_start", lambda hub: None)

    async def stopped() -> bytes:
        phone = Phone(5)
        await settle()
        phone.listening.cancel()
        await phone.listening
        assert not hub()._topics
        assert phone.received[0] == RETRY
        return phone.received[1]

    lines = {asyncio.run(stopped()) for _phone in range(20)}
    assert len(lines) > 5
    for line in lines:
        told = re.fullmatch(rb"retry: (\d+)\n\n", line)
        assert told
        assert 500 <= int(told[1]) <= 3000


def test_a_slow_phone_gets_what_waits_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, subscription: Subscription, phone: Phone) -> None:
        phone.reads.clear()
        for number in range(6, 20):
            subscription.put(event(number))
            subscription.beat()
            await settle()
        phone.reads.set()
        await settle()
        assert b"".join(phone.received) == RETRY + b"".join(b"%d;" % n for n in range(6, 20))

    streaming(work, monkeypatch)


def test_a_phone_that_reads_too_slowly_must_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, subscription: Subscription, phone: Phone) -> None:
        phone.reads.clear()
        subscription.put(event(6))
        await settle()
        for number in range(7, 7 + MAX_PENDING + 1):
            subscription.put(event(number))
        phone.reads.set()
        await settle()
        assert phone.received == [RETRY, b"6;", RELOAD]

    streaming(work, monkeypatch)


def test_what_was_told_before_is_read_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing of it is sent twice, though it may be told once more."""

    async def stored(*arguments: Any) -> list[dict[str, int]]:
        assert arguments[1:] == (LISTENER, 5, MAX_PENDING + 1)
        return [{"number": number} for number in range(6, 10)]

    monkeypatch.setattr(streams, "run_in_database_thread", stored)
    monkeypatch.setattr(streams, "encode_event", lambda one, by_link: event(one["number"]))

    async def work(hub: Hub, subscription: Subscription, phone: Phone) -> None:
        assert subscription.told_after == 8
        assert phone.received == [RETRY + b"6;7;8;9;"]
        for number in (9, 10):
            subscription.put(event(number))
        await settle()
        assert phone.received[1:] == [b"10;"]

    streaming(work, monkeypatch, told=8)


def test_whoever_is_too_far_behind_is_not_sent_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stored(*_arguments: Any) -> list[EncodedEvent]:
        return [event(number) for number in range(6, 6 + MAX_PENDING + 1)]

    monkeypatch.setattr(streams, "run_in_database_thread", stored)

    async def work(hub: Hub, subscription: Subscription, phone: Phone) -> None:
        assert phone.received == [RETRY, RELOAD]

    streaming(work, monkeypatch, told=1000)

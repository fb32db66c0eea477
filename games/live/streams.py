"""Server-sent events: one answer that lasts for as long as the phone listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Final

from django.conf import settings

from games.live.database_threads import run_in_database_thread
from games.live.hub import MAX_QUEUED, Hub, Subscription, encode_event, hub
from games.live.listeners import Listener
from games.live.log import events_after
from rest.asgi_types import Receive, Send
from rest.waiting import AskAgain, Stream, WriteBody, while_connected

TOO_MANY: Final = "too many streams"  # the outcome of waiting, for the view
RECONNECT_AFTER = 2000  # milliseconds that a phone waits before it connects again

# Not events of the log: without an id, the number from which a phone resumes does not change.
RELOAD = b"event: reload\ndata: {}\n\n"
ENDED = b"event: ended\ndata: {}\n\n"


class EventStream(Stream):
    """The events for a listener after the one numbered `after`, and each new one as it happens.

    `last_event` is the last one that was stored when the stream was requested. If the listener has
    too many streams, the view is asked again, with `TOO_MANY`.
    """

    def __init__(self, listener: Listener, *, after: int, last_event: int) -> None:
        super().__init__(
            content_type="text/event-stream",
            # A proxy that collects an answer before passing it on would hold this one back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self.listener, self.after, self.last_event = listener, after, last_event

    def open(self) -> WriteBody:
        subscription = hub().subscribe(self.listener, self.last_event)
        if subscription is None:
            raise AskAgain(TOO_MANY)
        return partial(_write, hub(), subscription, self.after)


async def _write(
    hub: Hub, subscription: Subscription, after: int, receive: Receive, send: Send
) -> None:
    async def write() -> None:
        async with aclosing(stream_events(hub, subscription, after)) as parts:
            async for part in parts:
                await send({"type": "http.response.body", "body": part, "more_body": True})

    try:
        await while_connected(receive, write())
    finally:
        hub.unsubscribe(subscription)  # also if the phone went before anything was sent


async def stream_events(
    hub: Hub, subscription: Subscription, after: int
) -> AsyncGenerator[bytes, None]:
    """Yield the stored events after the one numbered `after`, then new ones, until the end."""
    try:
        yield f"retry: {RECONNECT_AFTER}\n\n".encode()
        # Read after subscribing: an event that one of the two misses, the other has.
        missed = await run_in_database_thread(
            events_after, subscription.listener, after, MAX_QUEUED + 1
        )
        if len(missed) > MAX_QUEUED:
            yield RELOAD
            return
        for stored in missed:
            after = stored.number
            yield encode_event(stored)
        while not (subscription.ended or subscription.lags):
            try:
                event = await asyncio.wait_for(subscription.queue.get(), settings.LIVE_HEARTBEAT)
            except TimeoutError:  # keeps phones and proxies from giving the connection up
                yield b":\n\n"
                continue
            if event is not None and event.number > after:
                after = event.number
                yield event.content
        yield ENDED if subscription.ended else RELOAD
    finally:
        hub.unsubscribe(subscription)

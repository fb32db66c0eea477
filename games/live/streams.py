"""Server-sent events: one answer that lasts for as long as the phone listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from django.conf import settings
from django.http import StreamingHttpResponse

from games.live.database_threads import run_in_database_thread
from games.live.hub import MAX_QUEUED, Hub, Subscription, encode_event
from games.live.listeners import Listener
from games.live.log import events_after

RECONNECT_AFTER = 2000  # milliseconds that a phone waits before it connects again

# Not events of the log: without an id, the number from which a phone resumes does not change.
RELOAD = b"event: reload\ndata: {}\n\n"
ENDED = b"event: ended\ndata: {}\n\n"


class EventStream(StreamingHttpResponse):
    """The events for a listener after the one numbered `after`, and each new one as it happens.

    `last_event` is the last one that was stored when the stream was requested.
    """

    def __init__(self, listener: Listener, *, after: int, last_event: int) -> None:
        super().__init__(
            content_type="text/event-stream",
            # A proxy that collects an answer before passing it on would hold this one back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self.listener, self.after, self.last_event = listener, after, last_event
        self._subscribed: tuple[Hub, Subscription] | None = None

    def subscribe(self, hub: Hub) -> bool:
        """Begin to stream; return False if this listener has too many streams."""
        subscription = hub.subscribe(self.listener, self.last_event)
        if subscription is None:
            return False
        self._subscribed = (hub, subscription)
        self.streaming_content = stream_events(hub, subscription, self.after)
        return True

    def close(self) -> None:
        # Needed if the phone disconnected before the first event was sent.
        if self._subscribed:
            hub, subscription = self._subscribed
            hub.unsubscribe_soon(subscription)
        super().close()


async def stream_events(hub: Hub, subscription: Subscription, after: int) -> AsyncIterator[bytes]:
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

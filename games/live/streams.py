"""Server-sent events: one answer that lasts for as long as the phone listens."""

from __future__ import annotations

import asyncio
import random
from functools import partial

from games.live.database_threads import run_in_database_thread
from games.live.hub import Hub, hub
from games.live.listeners import Listener
from games.live.log import encode_event, events_after
from games.live.subscriptions import MAX_PENDING, Subscription
from rest.asgi_types import Receive, Send
from rest.waiting import AskAgain, Stream, WriteBody, until_disconnected

RECONNECT_AFTER = 2000  # milliseconds that a phone waits before it connects again

RECONNECT_WITHIN = (500, 3000)  # milliseconds, if the server stops

RETRY = b"retry: %d\n\n" % RECONNECT_AFTER
HEARTBEAT = b":\n\n"  # keeps phones and proxies from giving the connection up
# Not events of the log: without an id, the number from which a phone resumes does not change.
RELOAD = b"event: reload\ndata: {}\n\n"
ENDED = b"event: ended\ndata: {}\n\n"


class EventStream(Stream):
    """The events for a listener after the one numbered `after`, and each new one as it happens.

    `last_event` is the last one that was stored when the stream was requested. If the listener has
    too many streams, or there are too many from its `address` or in all, the view is asked again,
    with the `StreamLimit`.
    """

    def __init__(
        self, listener: Listener, *, after: int, last_event: int, address: str = ""
    ) -> None:
        super().__init__(
            content_type="text/event-stream",
            # A proxy that collects an answer before passing it on would hold this one back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self.listener, self.after, self.last_event = listener, after, last_event
        self.address = address

    def open(self) -> WriteBody:
        subscription = hub().subscribe(self.listener, self.last_event, self.address)
        if subscription is None:
            raise AskAgain(hub().limit_reached(self.listener, self.address))
        return partial(write_events, hub(), subscription, self.after)


def _retry_soon() -> bytes:
    """Have phones come back at different times: all of them at once would be too many."""
    return b"retry: %d\n\n" % random.randint(*RECONNECT_WITHIN)  # noqa: S311  (no secret)


async def write_events(
    hub: Hub, subscription: Subscription, after: int, receive: Receive, send: Send
) -> None:
    """Send the stored events after the one numbered `after`, then new ones, until the end.

    A phone that reads slowly holds up nobody else: its events wait, and if they become too many, it
    must reload.
    """
    loop = asyncio.get_running_loop()
    gone = loop.create_task(until_disconnected(receive))
    gone.add_done_callback(lambda _gone: subscription.end())
    try:
        content = RETRY
        if after < subscription.told_after:
            missed = await run_in_database_thread(
                events_after, subscription.listener, after, MAX_PENDING + 1
            )
            if len(missed) > MAX_PENDING:
                subscription.lag()
            else:
                by_link = subscription.listener.link is not None
                encoded = (encode_event(event, by_link=by_link) for event in missed)
                content += b"".join(event.content for event in encoded)
                after = missed[-1].number if missed else after
        is_last = False
        while not gone.done():
            await send({"type": "http.response.body", "body": content, "more_body": True})
            if is_last:
                return
            subscription.sent_at = loop.time()
            await subscription.wait()
            # Some of those that were put may have been read from the log before.
            events = [event for event in subscription.take() if event.number > after]
            after = events[-1].number if events else after
            content = b"".join(event.content for event in events)
            is_last = subscription.lags or subscription.ended
            if is_last:
                content += RELOAD if subscription.lags else ENDED
            content = content or HEARTBEAT
    except asyncio.CancelledError:  # the server stops
        await send({"type": "http.response.body", "body": _retry_soon(), "more_body": True})
        raise
    finally:
        gone.cancel()
        hub.unsubscribe(subscription)

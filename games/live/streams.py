"""Server-sent events: one answer that lasts for as long as the phone listens."""

from __future__ import annotations

import asyncio
import random

from games.live.database_threads import run_in_database_thread
from games.live.hub import subscribed
from games.live.listeners import Listener
from games.live.log import encode_event, events_after
from games.live.subscriptions import MAX_PENDING
from rest.follow import Parts

RECONNECT_AFTER = 2000  # milliseconds that a phone waits before it connects again

RECONNECT_WITHIN = (500, 3000)  # milliseconds, if the server stops

RETRY = b"retry: %d\n\n" % RECONNECT_AFTER
HEARTBEAT = b":\n\n"  # keeps phones and proxies from giving the connection up
# Not events of the log: without an id, the number from which a phone resumes does not change.
RELOAD = b"event: reload\ndata: {}\n\n"
ENDED = b"event: ended\ndata: {}\n\n"


def _retry_soon() -> bytes:
    """Have phones come back at different times: all of them at once would be too many."""
    return b"retry: %d\n\n" % random.randint(*RECONNECT_WITHIN)  # noqa: S311  (no secret)


async def events(listener: Listener, address: str, *, last_event: int, after: int) -> Parts:
    """Yield the stored events after the one numbered `after`, then new ones, until the end.

    `last_event` is the last one that was stored when the stream was requested. A phone that reads
    slowly holds up nobody else: its events wait, and if they become too many, it must reload.
    """
    with subscribed(listener, last_event, address) as subscription:
        if subscription is None:
            return
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
                    after = missed[-1]["number"] if missed else after
            is_last = False
            while True:
                yield content
                if is_last:
                    return
                subscription.sent_at = asyncio.get_running_loop().time()
                await subscription.wait()
                # Some of those that were put may have been read from the log before.
                new = [event for event in subscription.take() if event.number > after]
                after = new[-1].number if new else after
                content = b"".join(event.content for event in new)
                is_last = subscription.lags or subscription.ended
                if is_last:
                    content += RELOAD if subscription.lags else ENDED
                content = content or HEARTBEAT
        except asyncio.CancelledError:  # the server stops, or the phone has gone
            yield _retry_soon()

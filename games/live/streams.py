"""Server-sent events: one answer that goes on for as long as the phone listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from django.conf import settings
from django.http import StreamingHttpResponse

from games.live.hub import MOST_WAITING, Hub, Stream, render
from games.live.log import Listener, read_log
from games.live.threads import in_database

RETRY = 2000  # milliseconds that a phone waits before it comes again

# Not events of the log: they have no id, so that what a phone resumes from stays as it is.
RELOAD = b"event: reload\ndata: {}\n\n"
ENDED = b"event: ended\ndata: {}\n\n"


class EventStream(StreamingHttpResponse):
    """The events of a game after the one numbered `after`, and each new one as it comes.

    `seen` is the last event on record when the stream was asked for.
    """

    def __init__(self, listener: Listener, *, after: int, seen: int) -> None:
        super().__init__(
            content_type="text/event-stream",
            # A proxy that collects answers before it hands them on would hold this one back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self.listener, self.after, self.seen = listener, after, seen
        self._leave: tuple[Hub, Stream] | None = None

    def begin(self, hub: Hub) -> bool:
        """Take a place at the hub; False where this listener has too many."""
        stream = hub.admit(self.listener, self.seen)
        if stream is None:
            return False
        self._leave = (hub, stream)
        self.streaming_content = tell(hub, stream, self.after)
        return True

    def close(self) -> None:
        # Also where the phone was gone before the first word.
        if self._leave:
            hub, stream = self._leave
            hub.leave_from_any_thread(stream)
        super().close()


async def tell(hub: Hub, stream: Stream, after: int) -> AsyncIterator[bytes]:
    """Send what is on record after the event `after`, then what comes, until it ends."""
    try:
        yield f"retry: {RETRY}\n\n".encode()
        # Read after the place at the hub was taken: what the one misses the other has.
        missed = await in_database(read_log, stream.listener.game, after, MOST_WAITING + 1)
        if len(missed) > MOST_WAITING:
            yield RELOAD
            return
        for event in missed:
            after = event.number
            yield render(event)
        while not (stream.ended or stream.behind):
            try:
                told = await asyncio.wait_for(stream.waiting.get(), settings.LIVE_HEARTBEAT)
            except TimeoutError:  # or the phone, and what lies between, would doubt
                yield b":\n\n"
                continue
            if told is not None and told.number > after:
                after = told.number
                yield told.content
        yield ENDED if stream.ended else RELOAD
    finally:
        hub.leave(stream)

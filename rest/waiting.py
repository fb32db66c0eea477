"""Responses that are finished without a thread: long polls and streams.

A view always runs in a thread of the server, of which there are few, and it must not wait there. It
returns one of these instead, which waits on the event loop once the thread has been given back.
`rest.asgi.entry_point` does the rest:

- `LongPoll.wait` waits for something to happen. Then the request is **asked again**: the same view
  runs once more in a thread, finds in `asked_again(request)` what `wait` returned, and answers. The
  middleware runs again too, so the answer has all its headers; for the throttle, it is one request.
  What happens after the view has read, and before `wait` begins, must not be missed: `wait`
  subscribes first, and returns at once if there is something new by then.
- `Stream.open` is called when the status and the headers are about to be sent, which are those that
  view and middleware have given the response. It returns a function that writes the body:
  `await write(receive, send)` sends `http.response.body` messages by `send` (each with `more_body`;
  the last one is sent for it), and returns at the end of the stream, or when `receive` reports
  `http.disconnect` (`while_connected` does that). The function is all that is kept meanwhile: the
  request, the response and the view are let go. It should keep little, as there may be ten
  thousand of them.

Both may raise `AskAgain(outcome)`, to have the view answer something else: that there are too many
streams, say. If the client goes, `wait` is cancelled (CancelledError); if the server stops, `wait`
and `write` are.

Django's test clients know nothing of this, and get what the view has returned: a `LongPoll` is an
ordinary response, with what there was at once, and a `Stream` is empty.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from rest.asgi_types import Receive, Send
from rest.rate_limit import RateLimit

WriteBody = Callable[[Receive, Send], Awaitable[None]]


class AskAgain(Exception):
    """Raise it to have the view called again, which finds `outcome` in `asked_again`."""

    def __init__(self, outcome: Any) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class LongPoll(Response):
    """The answer of now, if nothing is worth waiting for; see the module."""

    @abstractmethod
    async def wait(self) -> Any:
        """Wait, and return what the view should know when it is asked again."""


class Stream(StreamingHttpResponse):
    """A body that is written for as long as the client listens; see the module."""

    @abstractmethod
    def open(self) -> WriteBody:
        """Return what writes the body."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an earlier run of the view has led to; `rate_limit` is what was left of it then."""

    outcome: Any
    rate_limit: RateLimit | None


def asked_again(request: HttpRequest | Request) -> Asked | None:
    """Return what the request has waited for; None if it is asked for the first time."""
    asked: Asked | None = getattr(request, "asked_again", None)
    return asked


async def while_connected(receive: Receive, writing: Awaitable[None]) -> None:
    """Await `writing`, and cancel it when the client goes."""
    task = asyncio.ensure_future(writing)
    gone = asyncio.ensure_future(until_disconnected(receive))
    gone.add_done_callback(lambda _gone: task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        if not gone.done() or gone.cancelled():  # the server stops
            task.cancel()
            raise
    finally:
        gone.cancel()


async def until_disconnected(receive: Receive) -> None:
    """Return once the client has gone, or was answered; its request must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass

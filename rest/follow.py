"""Answers that wait on the event loop, without a thread: streams, and whatever takes its time.

An ordinary view, in a thread as any other, decides who may follow what. Its response names it in a
header that never leaves the server, as with nginx's `X-Accel-Redirect`: `follow(response, "events",
game=...)`. The thread is given back, and `rest.gateway` sends the response with the parts that the
asynchronous generator yields which is registered by this name (`@followed("events")`). Its
arguments are what JSON has. With the first part go the status and the headers; if there is none,
the response is sent as it is, and before it `Refused` may be raised. If the client goes or the
server stops, the generator is cancelled (CancelledError), and may yield a last part.

Django's test clients get the response as it is: what there is without waiting.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar
from uuid import UUID

from django.http import HttpResponse

FOLLOW = "X-Follow"

Parts = AsyncGenerator[bytes, None]
Followed = TypeVar("Followed", bound=Callable[..., Parts])
_registered: dict[str, Callable[..., Parts]] = {}


class Refused(Exception):
    """Its argument makes the Problem to answer, in the language of the caller."""


def followed(name: str) -> Callable[[Followed], Followed]:
    """Register an asynchronous generator of bytes."""
    return lambda function: _registered.setdefault(name, function)  # type: ignore[return-value]


def follow(response: HttpResponse, name: str, **arguments: str | int | UUID | None) -> None:
    """Have what is registered by this name make the body of a response."""
    response.headers[FOLLOW] = json.dumps([name, arguments], default=str)


def parts_of(header: str) -> Parts:
    """Begin what a response names."""
    name, arguments = json.loads(header)
    return _registered[name](**arguments)

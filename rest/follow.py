"""Answers that wait on the event loop, without a thread: streams, long polls, drawings.

An ordinary view, in a thread like any other, decides who may follow what. Its response names it in
a header that never leaves the server, as with nginx's `X-Accel-Redirect`: `follow(response,
"events", game=...)`. The thread is free again, and `rest.gateway` sends the response with the parts
that the asynchronous generator of that name yields (`@followed("events")`). Status and headers go
with the first part. Without any part, the response is sent as it is; before the first one, the
generator may raise `Refused`. It is cancelled (CancelledError) if the client goes or the server
stops, and may then yield a last part.

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
    """Its argument returns the Problem to answer, in the language of the caller."""


def followed(name: str) -> Callable[[Followed], Followed]:
    """Register an asynchronous generator of bytes."""
    return lambda function: _registered.setdefault(name, function)  # type: ignore[return-value]


def follow(response: HttpResponse, name: str, **arguments: str | int | UUID | None) -> None:
    """Have the generator of this name make the body of a response. Arguments go through JSON."""
    response.headers[FOLLOW] = json.dumps([name, arguments], default=str)


def parts_of(header: str) -> Parts:
    """Begin what a response follows."""
    name, arguments = json.loads(header)
    return _registered[name](**arguments)

"""Answers that wait on the event loop, without a thread: streams, long polls, drawings.

An ordinary view, in a thread like any other, decides who may follow what, and gives its response an
asynchronous generator for the body: `follow(response, events(game))`. The thread is free again, and
`rest.gateway` sends the response with the parts that the generator yields. Status and headers go
with the first part. Without any part, the response is sent as it is; before the first one, the
generator may raise `Refused`. It is cancelled (CancelledError) if the client goes or the server
stops, and may then yield a last part.

Django's test clients get the response as it is: what there is without waiting.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from django.http import HttpResponse

Parts = AsyncGenerator[bytes, None]


class Refused(Exception):
    """Its argument returns the Problem to answer, in the language of the caller."""


def follow(response: HttpResponse, parts: Parts) -> None:
    """Have the generator make the body of a response."""
    response._followed = parts  # type: ignore[attr-defined]


def parts_of(response: HttpResponse) -> Parts | None:
    """Return what a response follows, if anything."""
    return getattr(response, "_followed", None)

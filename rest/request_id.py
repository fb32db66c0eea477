"""The id of a request, which ties its response, its problem and its log lines together."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

HEADER = "X-Request-Id"
RECEIVED = "tableside.received"  # in the environ: when the request had been read
# Nothing that could end a log line or a header.
_SANE = re.compile(r"[A-Za-z0-9._:+/=@-]{1,128}")
_current: ContextVar[str] = ContextVar("request_id", default="")
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def chosen_id(given: str | None) -> str:
    """Return the id that the client has sent, or a new one if it is missing or odd.

    >>> chosen_id("phone-7.42")
    'phone-7.42'
    >>> len(chosen_id("two words"))
    36
    """
    return given if given and _SANE.fullmatch(given) else str(uuid.uuid4())


def current_request_id() -> str:
    """Return the id of the current request, or an empty text if there is none."""
    return _current.get()


def current_request() -> HttpRequest | None:
    return _request.get()


@contextmanager
def request_id(id: str, request: HttpRequest | None = None) -> Iterator[None]:
    """Make this the current request until the end of the block."""
    token, request_token = _current.set(id), _request.set(request)
    try:
        yield
    finally:
        _current.reset(token)
        _request.reset(request_token)

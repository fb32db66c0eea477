"""The id of a request, by which its response, a problem and lines of logs can be matched."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "X-Request-Id"
# Nothing that could end a line of a log, or a header.
_SANE = re.compile(r"[A-Za-z0-9._:+/=@-]{1,128}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def chosen_id(given: str | None) -> str:
    """Return the id that the client has given, or a new one if that is missing or odd.

    >>> chosen_id("phone-7.42")
    'phone-7.42'
    >>> len(chosen_id("two words"))
    36
    """
    return given if given and _SANE.fullmatch(given) else str(uuid.uuid4())


def current_request_id() -> str:
    """Return the id of the request at hand; empty outside of one."""
    return _current.get()


@contextmanager
def request_id(id: str) -> Iterator[None]:
    """Work on the request with this id."""
    token = _current.set(id)
    try:
        yield
    finally:
        _current.reset(token)


class RequestIdFilter(logging.Filter):
    """Give each line of a log the `request_id` to which it belongs, or a dash."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Django also logs a refused request once it is answered, and names it.
        request = getattr(record, "request", None)
        record.request_id = current_request_id() or getattr(request, "id", "") or "-"
        return True

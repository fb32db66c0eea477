"""Log lines, as text or JSON, without anything private.

Addresses contain tokens, codes and tickets, and the texts of exceptions contain names and e-mail
addresses (`Key (email)=(...) already exists`). So a line names the route instead of the address,
and of an exception only the types and the places in the code.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import orjson

from rest.request_id import current_request, current_request_id

access_logger = logging.getLogger("tableside.access")

NO_ROUTE = "none"  # no route matches the request, or it was refused before one was sought
CATCH_ALL = "page_not_found"  # the function of the route that matches every address
MEMBERS = ("route", "status", "duration")  # of a line about a request


def route_of(request: Any) -> str:
    """Return the address of a request as the code writes it, such as `/watch/<str:token>`."""
    match = getattr(request, "resolver_match", None)
    if match is None or getattr(match.func, "__name__", "") == CATCH_ALL:
        return NO_ROUTE
    return f"/{match.route}"


def log_access(method: str, route: str, status: int, seconds: float, request_id: str) -> None:
    """Log that a request was answered."""
    duration = round(seconds, 4)
    extra = {"route": route, "status": status, "duration": duration, "request_id": request_id}
    access_logger.info("%s %s %s %s s", method, route, status, duration, extra=extra)


class PrivacyFilter(logging.Filter):
    """Give each line its request, and remove what libraries say with values in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Django also logs a response once it is ready, and names its request.
        request = getattr(record, "request", None)
        if not hasattr(record, "request_id"):
            record.request_id = current_request_id() or getattr(request, "id", "") or "-"
        request = current_request() or request
        if request is not None and not hasattr(record, "route"):
            record.route = route_of(request)
        # The message of this one has the path.
        if record.name == "django.request" and hasattr(record, "status_code"):
            record.status = record.status_code
            record.msg, record.args = "%s: %s", (record.status_code, getattr(record, "route", "-"))
        elif record.name == "asyncio":  # the lines after the first show objects
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
        elif record.name.startswith("celery.") and isinstance(record.args, dict):
            hidden = dict.fromkeys(("exc", "traceback", "args", "kwargs", "return_value"), "...")
            record.args = {**record.args, **hidden}
        elif isinstance(record.args, tuple):
            record.args = tuple(map(_without_value, record.args))
        return True


def _without_value(argument: object) -> object:
    return type(argument).__name__ if isinstance(argument, BaseException) else argument


class TextFormatter(logging.Formatter):
    """A line, and the types and places of an exception."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another handler may have written it, with its values
        line = super().format(record)
        record.exc_text = None
        return line

    def formatException(self, exc_info: Any) -> str:
        return "\n".join(_told(exc_info[1]))


class JSONFormatter(logging.Formatter):
    """An object on one line; without `request_id`, `route`, `status`, `duration` if there is none.

    `duration` is in seconds.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (id := getattr(record, "request_id", "-")) != "-":
            line["request_id"] = id
        line |= {name: getattr(record, name) for name in MEMBERS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1]:
            line["exception"] = "\n".join(_told(record.exc_info[1]))
        return orjson.dumps(line, default=str, option=orjson.OPT_UTC_Z).decode()


def _told(error: BaseException | None, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the lines of a traceback: causes first, no values."""
    if error is None or id(error) in seen:
        return
    seen |= {id(error)}
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before, seen)
        yield "Then:"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip("\n")
    kind = type(error)
    yield f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield "Of the group:"
            yield from _told(part, seen)

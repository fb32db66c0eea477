"""Answering a request in the thread that runs this, from its first middleware to its last byte."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from rest import tracing
from rest.asgi_types import Message, Scope
from rest.logs import NO_ROUTE, route_of
from rest.problems import REFUSAL, unreadable_request
from rest.rate_limit import RateLimit
from rest.request_id import HEADER
from rest.waiting import Asked, LongPoll, Stream

logger = logging.getLogger("django.request")

REQUEST_ID = HEADER.encode()
FILE_BLOCK = 64 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be sent: the status and the headers, and the body, unless that is `unfinished`.

    `rate_limit` is what was left of it, `route` the address as the code writes it.
    """

    start: Message
    body: bytes = b""
    unfinished: LongPoll | Stream | StreamingHttpResponse | None = None
    rate_limit: RateLimit | None = None
    route: str = NO_ROUTE

    @property
    def status(self) -> int:
        status: int = self.start["status"]
        return status

    @property
    def id(self) -> str:
        """The id of the request."""
        headers: list[tuple[bytes, bytes]] = self.start["headers"]
        return next((value.decode() for name, value in headers if name == REQUEST_ID), "-")


class Handler(BaseHandler):
    """Django's handler, with all middleware and views called one after the other, as functions."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def answer(self, scope: Scope, body: IO[bytes], asked: Asked | None = None) -> Answer:
        """Answer a request; `asked` is what it has waited for."""
        with tracing.of_request(scope) as answered:
            answer = self._answer(scope, body, asked)
            answered(answer.route, answer.status, answer.id)
        return answer

    def _answer(self, scope: Scope, body: IO[bytes], asked: Asked | None) -> Answer:
        set_script_prefix(scope.get("root_path", ""))
        signals.request_started.send(sender=Handler, scope=scope)
        request = _request(scope, body)
        request.asked_again = asked  # type: ignore[attr-defined]
        response = self.get_response(request)
        response._handler_class = Handler  # type: ignore[attr-defined]
        start = {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": list(_headers(response)),
        }
        limit = getattr(request, "rate_limit", None)
        route = route_of(request)
        match response:
            case LongPoll():
                answer = Answer(start, response.content, response, limit, route)
            case Stream():
                answer = Answer(start, b"", response, limit, route)
            case HttpResponse():
                answer = Answer(start, response.content, route=route)
            case StreamingHttpResponse():
                if isinstance(response, FileResponse):
                    response.block_size = FILE_BLOCK
                # Its parts are still to be read.
                return Answer(start, b"", response, route=route)
            case _:
                raise TypeError(f"not a response that can be sent: {type(response).__name__}")
        close(response)
        return answer


def close(response: HttpResponseBase) -> None:
    """Give back what a response holds. An error is told to the log, as the answer is ready."""
    try:
        response.close()
    except Exception:
        logger.exception("A response could not be closed.")


def _request(scope: Scope, body: IO[bytes]) -> ASGIRequest:
    try:
        return ASGIRequest(scope, body)
    except UnicodeDecodeError:  # in the query
        return ASGIRequest({**scope, "query_string": b"", REFUSAL: unreadable_request}, body)


def _headers(response: HttpResponseBase) -> Iterator[tuple[bytes, bytes]]:
    for name, value in response.items():
        yield name.encode("ascii"), _bytes(value)
    for cookie in response.cookies.values():
        yield b"Set-Cookie", cookie.output(header="").encode("ascii").strip()


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("latin-1")

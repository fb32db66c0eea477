"""Views that take their time, or leave something behind: for the tests of the gateway."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from django.core.cache import caches
from django.http import HttpResponse, HttpResponseBase
from django.urls import path
from django.utils import translation
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rest.bodies import ACCOUNT
from rest.follow import Parts, Refused, follow
from rest.problems import server_busy
from rest.query import read_query, whole_number
from rest.request_id import current_request_id
from rest.views import StrictView
from tests.rest.urls import handler400, handler403, handler404, handler500
from tests.rest.urls import urlpatterns as other_patterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class Gate:
    """What the slow views have done, and whether they may end."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.happened = asyncio.Event()  # what is waited for
        self.cancelled = 0  # of what was followed


gate = Gate()


class OpenView(StrictView):
    permission_classes = [AllowAny]


class GateView(OpenView):
    def get(self, request: Request, name: str) -> Response:
        gate.begun.append(name)
        assert gate.opened.wait(10)
        gate.ended.append(name)
        if name == "bug":
            raise RuntimeError("a bug behind the gate")
        return Response({"name": name})


class ExitView(OpenView):
    def get(self, request: Request) -> Response:
        raise SystemExit("a view must not end the server")


class LeavingView(OpenView):
    """Tell what the thread knows, and leave other things behind."""

    def get(self, request: Request) -> Response:
        found = {
            "language": translation.get_language(),
            "id": current_request_id(),
            "thread": threading.get_ident(),
            "cache": id(caches["default"]),
        }
        translation.activate("de")
        return Response(found)


async def happening(what: str) -> Parts:
    try:
        await gate.happened.wait()
    except asyncio.CancelledError:
        gate.cancelled += 1
        raise
    if what == "refusal":
        raise Refused(server_busy)
    if what == "event":
        yield b"it has happened"


class PollView(OpenView):
    def get(self, request: Request, what: str) -> Response:
        gate.begun.append("poll")
        response = Response({"what": what})
        follow(response, happening(what))
        return response


async def ticks(count: int) -> Parts:
    try:
        for number in range(count):
            yield b"%d\n" % number
            await asyncio.sleep(0.01)
    except asyncio.CancelledError:
        gate.cancelled += 1
        yield b"the last"


class StreamView(OpenView):
    def get(self, request: Request, count: int) -> HttpResponse:
        response = HttpResponse(content_type="text/event-stream")
        follow(response, ticks(count))
        return response


class LargeView(OpenView):
    """Take large bodies of whom the header names."""

    def options(self, request: Request) -> Response:  # type: ignore[override]
        name = request.headers.get("X-Name", "")
        return Response(status=200 if name else 403, headers={ACCOUNT: name})

    def post(self, request: Request) -> Response:
        gate.begun.append("large")
        assert gate.opened.wait(10)
        return Response({"length": len(request._request.body)})


class NumberView(OpenView):
    def post(self, request: Request) -> Response:
        read_query(request, {"unused": whole_number(0, 1)})
        body: dict[str, str] = request.data  # type: ignore[assignment]
        return Response({"length": len(body["text"])})


def no_response(request: Any) -> Any:
    return HttpResponseBase()


urlpatterns = [
    path("gate/<name>/", GateView.as_view()),
    path("exit/", ExitView.as_view()),
    path("leaving/", LeavingView.as_view()),
    path("large/", LargeView.as_view()),
    path("poll/<what>/", PollView.as_view()),
    path("stream/<int:count>/", StreamView.as_view()),
    path("length/", NumberView.as_view()),
    path("no-response/", no_response),
    *other_patterns,
]

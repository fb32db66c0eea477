"""Views that take their time, or leave something behind: for the tests of the entry point."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from io import BytesIO
from typing import Any

from django.core.cache import caches
from django.http import FileResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import path
from django.utils import translation
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rest.asgi_types import Receive, Send
from rest.problems import ProblemError
from rest.query import read_query, whole_number
from rest.request_id import current_request_id
from rest.views import StrictView
from rest.waiting import AskAgain, LongPoll, Stream, WriteBody, asked_again, while_connected
from tests.rest.urls import handler400, handler403, handler404, handler500
from tests.rest.urls import urlpatterns as other_patterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

PARTS = 50
PART = b"x" * 1000
left_behind: ContextVar[str] = ContextVar("left_behind", default="nothing")


class Gate:
    """What the slow views have done, and whether they may end."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.parts = 0  # that were read
        self.closed = threading.Event()  # the response was closed
        self.happened = asyncio.Event()  # what a long poll waits for
        self.cancelled = 0  # waits and streams


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
            "left": left_behind.get(),
            "id": current_request_id(),
            "thread": threading.get_ident(),
            "cache": id(caches["default"]),
        }
        translation.activate("de")
        left_behind.set("something")
        return Response(found)


class PartsView(OpenView):
    def get(self, request: Request) -> HttpResponseBase:
        def parts() -> Iterator[bytes]:
            for _ in range(PARTS):
                gate.parts += 1
                yield PART

        response = StreamingHttpResponse(parts(), content_type="application/octet-stream")
        response._resource_closers.append(gate.closed.set)  # type: ignore[attr-defined]
        return response


class FileView(OpenView):
    def get(self, request: Request) -> HttpResponseBase:
        return FileResponse(BytesIO(PART * 1000), filename="file.bin")


class Happening(LongPoll):
    async def wait(self) -> str:
        if self.data["wait"] == 0:
            raise AskAgain("no need to wait")
        try:
            await gate.happened.wait()
        except asyncio.CancelledError:
            gate.cancelled += 1
            raise
        return "it has happened"


class PollView(OpenView):
    def get(self, request: Request, wait: int) -> Response:
        gate.begun.append("poll")
        if asked := asked_again(request):
            return Response({"outcome": asked.outcome})
        return Happening({"wait": wait})


class Ticks(Stream):
    def __init__(self, count: int) -> None:
        super().__init__(content_type="text/event-stream")
        self.count = count

    def open(self) -> WriteBody:
        if self.count == 0:
            raise AskAgain("nothing to stream")
        count = self.count

        async def write(receive: Receive, send: Send) -> None:
            async def ticks() -> None:
                try:
                    for number in range(count):
                        body = b"%d\n" % number
                        await send({"type": "http.response.body", "body": body, "more_body": True})
                        await asyncio.sleep(0.01)
                except asyncio.CancelledError:
                    gate.cancelled += 1
                    raise

            await while_connected(receive, ticks())

        return write


class StreamView(OpenView):
    def get(self, request: Request, count: int) -> HttpResponseBase:
        if asked := asked_again(request):
            raise ProblemError(409, "no_stream", asked.outcome)
        return Ticks(count)


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
    path("parts/", PartsView.as_view()),
    path("file/", FileView.as_view()),
    path("poll/<int:wait>/", PollView.as_view()),
    path("stream/<int:count>/", StreamView.as_view()),
    path("length/", NumberView.as_view()),
    path("no-response/", no_response),
    *other_patterns,
]

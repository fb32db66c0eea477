"""What happens in a game, as it happens: streams, and the same log for who cannot stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.base import AccountView, idempotent
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken
from games.api import table_serializers as shapes
from games.live.hub import Hub, hub
from games.live.log import PAGE, Listener, event_answer, read_log
from games.live.streams import EventStream
from games.live.threads import in_database
from games.live.tickets import GOOD_FOR, TicketAuthentication, issue
from games.models import Game
from games.selectors.listeners import listening, listening_by_link
from rest.negotiation import OneFormat
from rest.problem_schema import problem_responses
from rest.problems import FieldError, Problem, ProblemError
from rest.query import read_query, whole_number

MAX_WAIT = 25  # seconds: less than what proxies on the way are patient for
NUMBER = whole_number(0, 2**31 - 1)

AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    description="The number of the last event that you know of: `event` of a game or table.",
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    OpenApiParameter.HEADER,
    description="As `after`; a browser sends it by itself when it resumes, and it goes first.",
)
TICKET = OpenApiParameter(
    "ticket", str, description="In the place of a token, for a browser's `EventSource`."
)
WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": MAX_WAIT},
    description="For how many seconds to wait for an event where there is none yet.",
)
STREAM = {(200, "text/event-stream"): OpenApiTypes.STR}
STREAM_DESCRIPTION = (
    "Each event has its number as `id`, its kind as `event`, and the `Event` as `data`. "
    "`reload` says that too much was missed: read the game anew. `ended` says that you may "
    "listen no longer. A line with nothing but a colon keeps the connection alive."
)

View = Callable[..., Any]


class LiveView(APIView):
    """A view whose answer waits: it is asked in a thread, and waits in none.

    `get` answers as any view does, or with an `EventStream` or a `Waiting`.
    """

    # A browser's `EventSource` accepts `text/event-stream` and nothing else.
    content_negotiation_class = OneFormat

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        asked: View = super().as_view(**initkwargs)

        async def view(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            response: HttpResponseBase = await in_database(asked, request, **kwargs)
            if isinstance(response, EventStream):
                return response if response.begin(hub()) else _too_many()
            if isinstance(response, Waiting):
                return await response.settled(hub())
            return response

        view.cls = cls  # type: ignore[attr-defined]  # by which the schema finds the class
        view.view_class = cls  # type: ignore[attr-defined]
        view.initkwargs = initkwargs  # type: ignore[attr-defined]
        view.csrf_exempt = True  # type: ignore[attr-defined]
        return markcoroutinefunction(view)


class Waiting(Response):
    """A part of the log; where it is empty, what comes within `wait` seconds."""

    def __init__(self, listener: Listener, *, after: int, seen: int, wait: int) -> None:
        self.listener, self.after, self.seen, self.wait = listener, after, seen, wait
        super().__init__(_page(listener.game, after))

    async def settled(self, hub: Hub) -> HttpResponseBase:
        """The answer, once there is something to say or the time is up."""
        if self.data["events"] or not self.wait:
            return self
        stream = hub.admit(self.listener, self.seen)
        if stream is None:
            return _too_many()
        try:
            # Once more, for what came before the place at the hub was taken.
            self.data = await in_database(_page, self.listener.game, self.after)
            if not self.data["events"]:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stream.waiting.get(), self.wait)
                if not stream.ended:
                    self.data = await in_database(_page, self.listener.game, self.after)
        finally:
            hub.leave(stream)
        return self


def _page(game: UUID, after: int) -> dict[str, Any]:
    events = read_log(game, after, PAGE + 1)
    return {
        "events": [event_answer(event) for event in events[:PAGE]],
        "more": len(events) > PAGE,
    }


class EventsView(LiveView, AccountView):
    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = [  # type: ignore[misc]
        DeviceAuthentication,
        TicketAuthentication,
    ]

    @extend_schema(
        operation_id="streamGame",
        summary="What happens in a game, as it happens",
        tags=["live"],
        parameters=[AFTER, LAST_EVENT_ID, TICKET],
        description=STREAM_DESCRIPTION,
        responses={**STREAM, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        return _stream(request, *listening(self.actor, _device(request), game))


class WatchedEventsView(LiveView):
    """The stream behind a share link: open to whoever has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="streamWatchedGame",
        summary="What happens in a game that you watch",
        tags=["sharing"],
        auth=[],
        parameters=[AFTER, LAST_EVENT_ID],
        description=STREAM_DESCRIPTION,
        responses={**STREAM, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        return _stream(request, *listening_by_link(token))


class LogView(LiveView, AccountView):
    @extend_schema(
        operation_id="readLog",
        summary="The log of a game's events",
        tags=["live"],
        parameters=[AFTER, WAIT],
        responses={200: shapes.LogSerializer, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """What a stream would say, for those who cannot stream; with `wait`, as it happens."""
        return _log(request, *listening(self.actor, _device(request), game))


class WatchedLogView(LiveView):
    """The log behind a share link: open to whoever has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="readWatchedLog",
        summary="The log of a game that you watch",
        tags=["sharing"],
        auth=[],
        parameters=[AFTER, WAIT],
        responses={200: shapes.LogSerializer, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """What a stream would say, for those who cannot stream; with `wait`, as it happens."""
        return _log(request, *listening_by_link(token))


class TicketView(AccountView):
    @extend_schema(
        operation_id="getTicket",
        summary="A ticket for the stream",
        tags=["live"],
        request=None,
        responses={201: shapes.TicketSerializer, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        listening(self.actor, _device(request), game)
        return Response({"ticket": issue(game, _device(request)), "good_for": GOOD_FOR}, 201)


def _device(request: Request) -> DeviceToken:
    token = request.auth
    assert isinstance(token, DeviceToken)
    return token


def _stream(request: Request, listener: Listener, game: Game) -> EventStream:
    query = read_query(request, {"after": NUMBER}, also=["ticket"])
    after = _seen_before(request, game, query)
    seen = game.last_event
    return EventStream(listener, after=seen if after is None else after, seen=seen)


def _log(request: Request, listener: Listener, game: Game) -> Response:
    query = read_query(request, {"after": NUMBER, "wait": whole_number(0, MAX_WAIT)})
    after = _seen_before(request, game, query) or 0
    return Waiting(listener, after=after, seen=game.last_event, wait=query.get("wait", 0))


def _seen_before(request: Request, game: Game, query: dict[str, Any]) -> int | None:
    """The last event that the phone knows of, None where it does not say."""
    field, number = "after", query.get("after")
    if text := request.headers.get("Last-Event-ID"):
        read, right = NUMBER
        field = "Last-Event-ID"
        try:
            number = read(text)
        except ValueError:
            raise _bad(field, "invalid", _("This must be %(right)s.") % {"right": right}) from None
    if number is not None and number > game.last_event:
        detail = _("This game has no event %(number)s yet; the last one is %(last)s.")
        params = {"number": number, "last": game.last_event}
        raise _bad(field, "unknown_event", detail % params)
    return number


def _bad(field: str, code: str, detail: str) -> ProblemError:
    return ProblemError(400, "invalid_request", detail, errors=[FieldError(field, code, detail)])


def _too_many() -> HttpResponseBase:
    detail = _("You listen in too many places already: close some of them.")
    headers = {"Retry-After": "30"}
    return Problem(429, "too_many_streams", detail, headers=headers).response()

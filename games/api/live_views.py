"""Events of a game as they happen: as streams, and by long polling for those who cannot stream."""

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

from accounts.api.base import AccountView, idempotent
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken
from games.live.database_threads import run_in_database_thread
from games.live.hub import Hub, hub
from games.live.listeners import Listener
from games.live.log import events_after
from games.live.streams import EventStream
from games.live.tickets import TICKET_LIFETIME, TicketAuthentication, issue_ticket
from games.models import Game
from games.selectors.listeners import listening, listening_by_link
from games.wire.events import LogPage, StreamTicket, log_answer, ticket_answer
from rest.negotiation import IgnoreAcceptHeader
from rest.problem_schema import problem_responses
from rest.problems import FieldError, Problem, ProblemError
from rest.query import read_query, whole_number
from rest.views import StrictView

PAGE_SIZE = 100  # events in one answer
MAX_WAIT = 25  # seconds: less than proxies on the way usually allow
MAX_NUMBER = 2**31 - 1
EVENT_NUMBER = whole_number(0, MAX_NUMBER)

AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
    description="The number of the last event that you know: `event` of a game or table.",
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
    OpenApiParameter.HEADER,
    description="The same as `after`, which it overrides. A browser sends it when it reconnects.",
)
TICKET = OpenApiParameter(
    "ticket", str, description="Instead of a token, for a browser's `EventSource`."
)
WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": MAX_WAIT},
    description="How many seconds to wait for an event if there is none yet.",
)
STREAM = {(200, "text/event-stream"): OpenApiTypes.STR}
STREAM_DESCRIPTION = (
    "Each event has its number as `id`, its kind as `event`, and a `GameEvent` as `data`. "
    "`reload` says that too many events were missed: read the game again. `ended` says that "
    "you may no longer listen. A line with only a colon keeps the connection alive."
)

View = Callable[..., Any]


class LiveView(StrictView):
    """A view whose answer waits without a thread or a database connection.

    `get` runs in a database thread, and returns what any view returns, or an `EventStream`
    or a `LongPoll`.
    """

    # A browser's `EventSource` accepts only `text/event-stream`.
    content_negotiation_class = IgnoreAcceptHeader

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        synchronous_view: View = super().as_view(**initkwargs)

        async def view(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            response: HttpResponseBase = await run_in_database_thread(
                synchronous_view, request, **kwargs
            )
            if isinstance(response, EventStream):
                return response if response.subscribe(hub()) else _too_many_streams()
            if isinstance(response, LongPoll):
                return await response.settled(hub())
            return response

        view.cls = cls  # type: ignore[attr-defined]  # by which the schema finds the class
        view.view_class = cls  # type: ignore[attr-defined]
        view.initkwargs = initkwargs  # type: ignore[attr-defined]
        view.csrf_exempt = True  # type: ignore[attr-defined]
        return markcoroutinefunction(view)


class LongPoll(Response):
    """The events after the one numbered `after`; if there are none, those of the next seconds."""

    def __init__(self, listener: Listener, *, after: int, last_event: int, wait: int) -> None:
        self.listener, self.after, self.last_event, self.wait = listener, after, last_event, wait
        super().__init__(_log_page(listener.game, after))

    async def settled(self, hub: Hub) -> HttpResponseBase:
        """Return the answer as soon as it has an event, or after `wait` seconds."""
        if self.data["events"] or not self.wait:
            return self
        subscription = hub.subscribe(self.listener, self.last_event)
        if subscription is None:
            return _too_many_streams()
        try:
            # Read again, for what was stored before the subscription began.
            await self._read()
            if not self.data["events"]:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(subscription.queue.get(), self.wait)
                if not subscription.ended:
                    await self._read()
        finally:
            hub.unsubscribe(subscription)
        return self

    async def _read(self) -> None:
        self.data = await run_in_database_thread(_log_page, self.listener.game, self.after)


def _log_page(game: UUID, after: int) -> LogPage:
    events = events_after(game, after, PAGE_SIZE + 1)
    return log_answer(events[:PAGE_SIZE], more=len(events) > PAGE_SIZE)


class EventsView(LiveView, AccountView):
    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = [  # type: ignore[misc]
        DeviceAuthentication,
        TicketAuthentication,
    ]

    @extend_schema(
        operation_id="streamGame",
        summary="Stream the events of a game",
        tags=["live"],
        parameters=[AFTER, LAST_EVENT_ID, TICKET],
        description=STREAM_DESCRIPTION,
        responses={**STREAM, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        return _stream(request, *listening(self.actor, _device(request), game))


class WatchedEventsView(LiveView):
    """The stream of a share link: open to anyone who has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="streamWatchedGame",
        summary="Stream the events of a game that you watch",
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
        summary="Read the log of a game's events",
        tags=["live"],
        parameters=[AFTER, WAIT],
        responses={200: LogPage, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """The events of the stream, for clients that cannot stream; with `wait`, as they happen."""
        return _log(request, *listening(self.actor, _device(request), game))


class WatchedLogView(LiveView):
    """The log of a share link: open to anyone who has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="readWatchedLog",
        summary="Read the log of a game that you watch",
        tags=["sharing"],
        auth=[],
        parameters=[AFTER, WAIT],
        responses={200: LogPage, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """The events of the stream, for clients that cannot stream; with `wait`, as they happen."""
        return _log(request, *listening_by_link(token))


class TicketView(AccountView):
    is_private = True

    @extend_schema(
        operation_id="getTicket",
        summary="Get a ticket for the stream",
        tags=["live"],
        request=None,
        responses={201: StreamTicket, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        device = _device(request)
        listening(self.actor, device, game)
        return Response(ticket_answer(issue_ticket(game, device), TICKET_LIFETIME), 201)


def _device(request: Request) -> DeviceToken:
    token = request.auth
    assert isinstance(token, DeviceToken)
    return token


def _stream(request: Request, listener: Listener, game: Game) -> EventStream:
    query = read_query(request, {"after": EVENT_NUMBER})
    after = _last_known(request, game, query.get("after"))
    if after is None:
        after = game.last_event
    return EventStream(listener, after=after, last_event=game.last_event)


def _log(request: Request, listener: Listener, game: Game) -> Response:
    query = read_query(request, {"after": EVENT_NUMBER, "wait": whole_number(0, MAX_WAIT)})
    after = _last_known(request, game, query.get("after")) or 0
    return LongPoll(listener, after=after, last_event=game.last_event, wait=query.get("wait", 0))


def _last_known(request: Request, game: Game, after: int | None) -> int | None:
    """Return the number of the last event that the phone knows, None if it does not say."""
    field, number = "after", after
    if text := request.headers.get("Last-Event-ID"):
        field = "Last-Event-ID"
        try:
            number = EVENT_NUMBER.read(text)
        except ValueError:
            raise _invalid(field, "invalid", str(EVENT_NUMBER.message)) from None
    if number is not None and number > game.last_event:
        detail = _("This game has no event %(number)s: its last event is %(last)s.")
        params = {"number": number, "last": game.last_event}
        raise _invalid(field, "unknown_event", detail % params)
    return number


def _invalid(field: str, code: str, detail: str) -> ProblemError:
    return ProblemError(400, "invalid_request", detail, errors=[FieldError(field, code, detail)])


def _too_many_streams() -> HttpResponseBase:
    detail = _("You have too many live connections open: close some of them.")
    headers = {"Retry-After": "30"}
    return Problem(429, "too_many_streams", detail, headers=headers).response()

"""What all views of events share: streams, and long polling for those who cannot stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, ClassVar

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken
from games.live.database_threads import run_in_database_thread
from games.live.hub import Hub, hub
from games.live.listeners import Listener
from games.live.streams import EventStream
from games.live.tickets import TicketAuthentication
from rest.negotiation import IgnoreAcceptHeader
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
    description="The number of the last event that you know: `event` of what you have read.",
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
View = Callable[..., Any]
ReadLog = Callable[[Listener, int], Any]


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


class MemberStreamView(LiveView, AccountView):
    """A stream for members: with the token of a device, or with a ticket of that device."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = [  # type: ignore[misc]
        DeviceAuthentication,
        TicketAuthentication,
    ]


class LongPoll(Response):
    """The events after the one numbered `after`; if there are none, those of the next seconds.

    `read` returns the answer with the events for a listener after a number.
    """

    def __init__(
        self, listener: Listener, *, after: int, last_event: int, wait: int, read: ReadLog
    ) -> None:
        self.listener, self.after, self.last_event, self.wait = listener, after, last_event, wait
        self.read = read
        super().__init__(read(listener, after))

    async def settled(self, hub: Hub) -> HttpResponseBase:
        """Return the answer as soon as it has an event, or after `wait` seconds."""
        if self.data["events"] or not self.wait:
            return self
        subscription = hub.subscribe(self.listener, self.last_event)
        if subscription is None:
            return _too_many_streams()
        try:
            # Read again, for what was stored before the subscription began.
            await self._read_again()
            if not self.data["events"]:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(subscription.queue.get(), self.wait)
                if not subscription.ended:
                    await self._read_again()
        finally:
            hub.unsubscribe(subscription)
        return self

    async def _read_again(self) -> None:
        self.data = await run_in_database_thread(self.read, self.listener, self.after)


def device_of(request: Request) -> DeviceToken:
    """Return the token that the request was sent with."""
    token = request.auth
    assert isinstance(token, DeviceToken)
    return token


def stream(request: Request, listener: Listener, last_event: int) -> EventStream:
    """Return the stream that a listener asks for; `last_event` is the number of the last one."""
    query = read_query(request, {"after": EVENT_NUMBER})
    after = _last_known(request, last_event, query.get("after"))
    if after is None:
        after = last_event
    return EventStream(listener, after=after, last_event=last_event)


def log(request: Request, listener: Listener, last_event: int, *, read: ReadLog) -> Response:
    """Return the part of the log that a listener asks for."""
    query = read_query(request, {"after": EVENT_NUMBER, "wait": whole_number(0, MAX_WAIT)})
    after = _last_known(request, last_event, query.get("after")) or 0
    wait = query.get("wait", 0)
    return LongPoll(listener, after=after, last_event=last_event, wait=wait, read=read)


def _last_known(request: Request, last_event: int, after: int | None) -> int | None:
    """Return the number of the last event that the phone knows, None if it does not say."""
    field, number = "after", after
    if text := request.headers.get("Last-Event-ID"):
        field = "Last-Event-ID"
        try:
            number = EVENT_NUMBER.read(text)
        except ValueError:
            raise _invalid(field, "invalid", str(EVENT_NUMBER.message)) from None
    if number is not None and number > last_event:
        detail = _("There is no event %(number)s yet: the last event is %(last)s.")
        params = {"number": number, "last": last_event}
        raise _invalid(field, "unknown_event", detail % params)
    return number


def _invalid(field: str, code: str, detail: str) -> ProblemError:
    return ProblemError(400, "invalid_request", detail, errors=[FieldError(field, code, detail)])


def _too_many_streams() -> HttpResponseBase:
    detail = _("You have too many live connections open: close some of them.")
    headers = {"Retry-After": "30"}
    return Problem(429, "too_many_streams", detail, headers=headers).response()

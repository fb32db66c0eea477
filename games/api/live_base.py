"""What all views of events share: streams, and long polling for those who cannot stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken
from games.live.hub import hub
from games.live.listeners import Listener
from games.live.streams import EventStream
from games.live.subscriptions import StreamLimit
from games.live.tickets import TicketAuthentication
from rest.negotiation import IgnoreAcceptHeader
from rest.problems import FieldError, ProblemError
from rest.query import read_query, whole_number
from rest.throttling import network_of
from rest.views import StrictView
from rest.waiting import LongPoll, asked_again

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
ReadLog = Callable[[Listener, int], Any]


class LiveView(StrictView):
    """A view of events: it returns a response that waits without a thread (`rest.waiting`)."""

    # A browser's `EventSource` accepts only `text/event-stream`.
    content_negotiation_class = IgnoreAcceptHeader


class MemberStreamView(LiveView, AccountView):
    """A stream for members: with the token of a device, or with a ticket of that device."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = [  # type: ignore[misc]
        DeviceAuthentication,
        TicketAuthentication,
    ]


class NextEvents(LongPoll):
    """An answer without events, to be asked for again once there is one, or after `seconds`.

    `last_event` is the number of the last event that was stored when the log was read.
    """

    def __init__(
        self, data: Any, listener: Listener, *, last_event: int, seconds: int, address: str
    ) -> None:
        super().__init__(data)
        self._address = address
        self._listener, self._last_event, self._seconds = listener, last_event, seconds

    async def wait(self) -> StreamLimit | None:
        """Return the limit if there are too many streams."""
        subscription = hub().subscribe(self._listener, self._last_event, self._address)
        if subscription is None:
            return hub().limit_reached(self._listener, self._address)
        try:
            # The hub may have told an event already that was stored after the log was read.
            if subscription.told_after <= self._last_event:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(subscription.wait(), self._seconds)
        finally:
            hub().unsubscribe(subscription)
        return None


def device_of(request: Request) -> DeviceToken:
    """Return the token that the request was sent with."""
    token = request.auth
    assert isinstance(token, DeviceToken)
    return token


def stream(request: Request, listener: Listener, last_event: int) -> HttpResponseBase:
    """Return the stream that a listener asks for; `last_event` is the number of the last one."""
    query = read_query(request, {"after": EVENT_NUMBER})
    after = _last_known(request, last_event, query.get("after"))
    if after is None:
        after = last_event
    _refuse_too_many(request)
    address = network_of(request)
    return EventStream(listener, after=after, last_event=last_event, address=address)


def log(request: Request, listener: Listener, last_event: int, *, read: ReadLog) -> Response:
    """Return the part of the log that a listener asks for; `read` reads what is after a number."""
    query = read_query(request, {"after": EVENT_NUMBER, "wait": whole_number(0, MAX_WAIT)})
    after = _last_known(request, last_event, query.get("after")) or 0
    seconds = query.get("wait", 0)
    _refuse_too_many(request)
    page = read(listener, after)
    if page["events"] or not seconds or asked_again(request):
        return Response(page)
    address = network_of(request)
    return NextEvents(page, listener, last_event=last_event, seconds=seconds, address=address)


def _refuse_too_many(request: Request) -> None:
    asked = asked_again(request)
    if not asked or not isinstance(asked.outcome, StreamLimit):
        return
    name, maximum = asked.outcome
    status = 429
    if name == "streams_in_total":
        status = 503
        detail = _("Too many phones listen just now (%(maximum)s): try again in a moment.")
    elif name == "streams_of_address":
        detail = _("Too many live connections come from your network (%(maximum)s).")
    else:
        detail = _("You have too many live connections open (%(maximum)s): close some of them.")
    raise ProblemError(
        status,
        "too_many_streams",
        detail % {"maximum": maximum},
        extra={"limit": name, "maximum": maximum},
        headers={"Retry-After": "30"},
    )


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

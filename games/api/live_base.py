"""What all views of events share: streams, and long polling for those who cannot stream."""

from __future__ import annotations

import asyncio
import contextlib
from typing import ClassVar, cast
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken, User
from games.domain.forgetting import without_doers
from games.live import streams
from games.live.database_threads import run_in_database_thread
from games.live.hub import limit_reached, subscribed
from games.live.listeners import Listener, without_access
from games.live.log import events_after
from games.live.subscriptions import StreamLimit
from games.live.tickets import TICKET_LIFETIME, TicketAuthentication, issue_ticket
from games.selectors.access import member_as
from games.selectors.listeners import listening
from games.wire.events import LogPage, StreamTicket
from games.wire.group_events import GroupLogPage
from rest.follow import Parts, follow
from rest.negotiation import IgnoreAcceptHeader
from rest.problems import ProblemError
from rest.query import read_query, whole_number
from rest.refusals import wrong_field
from rest.renderers import JSONRenderer
from rest.throttling import network_of
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
    {"type": "string", "pattern": r"^\d{1,10}$"},
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
WAIT_FOR_PAGE = OpenApiParameter(
    "wait",
    WAIT.type,
    description="Answer with a page of the log, not with a stream; if there is no event yet, wait "
    "for one so many seconds, or with 0 not at all.",
)
EVENTS_PARAMETERS = [AFTER, LAST_EVENT_ID, TICKET, WAIT_FOR_PAGE]


class LiveView(StrictView):
    """A view of events: what waits does so without a thread (`rest.follow`)."""

    # A browser's `EventSource` accepts only `text/event-stream`.
    content_negotiation_class = IgnoreAcceptHeader


class MemberStreamView(LiveView, AccountView):
    """A stream for members: with the token of a device, or with a ticket of that device."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = [  # type: ignore[misc]
        DeviceAuthentication,
        TicketAuthentication,
    ]


async def next_page(
    listener: Listener, address: str, *, last_event: int, after: int, seconds: int
) -> Parts:
    """Wait for an event, and yield the page of the log that begins with it.

    Nothing if there was none in so many seconds. `last_event` is the number of the last event that
    was stored when the log was read.
    """
    with subscribed(listener, last_event, address) as subscription:
        if subscription is None:
            return
        # The hub may have told an event already that was stored after the log was read.
        if subscription.told_after <= last_event:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(subscription.wait(), seconds)
            if not (subscription.pending or subscription.lags):
                return
    if not await run_in_database_thread(without_access, [listener]):
        yield JSONRenderer().render(await run_in_database_thread(log_page, listener, after))


def log_page(listener: Listener, after: int) -> LogPage | GroupLogPage:
    """Return the part of a log that comes after an event."""
    events = events_after(listener, after, PAGE_SIZE + 1)
    page = {"events": events[:PAGE_SIZE], "more": len(events) > PAGE_SIZE}
    page = page if listener.link is None else without_doers(page)
    return cast(LogPage | GroupLogPage, page)


def issue(actor: User, device: DeviceToken, **topic: UUID) -> Response:
    """Answer with a ticket for the stream of a `game` or a `group`; raise NotFound."""
    if "game" in topic:
        listening(actor, device, topic["game"])
    else:
        member_as(actor, topic["group"])
    [id] = topic.values()
    ticket: StreamTicket = {"ticket": issue_ticket(id, device), "good_for": TICKET_LIFETIME}
    return Response(ticket, 201)


def events(request: Request, listener: Listener, last_event: int) -> HttpResponse:
    """Return what a listener asks for: with `wait` a page of the log, otherwise the stream."""
    # Not by `Accept`: programs that have always got the stream name what they like there.
    answer = log if "wait" in request.query_params else stream
    return answer(request, listener, last_event)


def stream(request: Request, listener: Listener, last_event: int) -> HttpResponse:
    """Return the stream that a listener asks for; `last_event` is the number of the last one."""
    query = read_query(request, {"after": EVENT_NUMBER})
    after = _last_known(request, last_event, query.get("after"))
    response = HttpResponse(
        content_type="text/event-stream",
        # A proxy that collects an answer before passing it on would hold this one back.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
    after = last_event if after is None else after
    address = address_of(request, listener)
    follow(response, streams.events(listener, address, last_event=last_event, after=after))
    return response


def log(request: Request, listener: Listener, last_event: int) -> Response:
    """Return the part of the log that a listener asks for, or have its answer wait for some."""
    query = read_query(request, {"after": EVENT_NUMBER, "wait": whole_number(0, MAX_WAIT)})
    after = _last_known(request, last_event, query.get("after")) or 0
    page = log_page(listener, after)
    response = Response(page)
    if not page["events"] and (seconds := query.get("wait", 0)):
        address = address_of(request, listener)
        wanted = {"last_event": last_event, "after": after, "seconds": seconds}
        follow(response, next_page(listener, address, **wanted))
    return response


def address_of(request: Request, listener: Listener) -> str:
    """Return where a listener is counted. Raises ProblemError (429, 503) if too many listen."""
    address = network_of(request)
    if limit := limit_reached(listener, address):
        raise _too_many(limit)
    return address


def _too_many(limit: StreamLimit) -> ProblemError:
    name, maximum = limit
    status = 429
    if name == "streams_in_total":
        status = 503
        detail = _("Too many phones listen just now (%(maximum)s): try again in a moment.")
    elif name == "streams_of_address":
        detail = _("Too many live connections come from your network (%(maximum)s).")
    else:
        detail = _("You have too many live connections open (%(maximum)s): close some of them.")
    return ProblemError(
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
            raise wrong_field(field, "invalid", str(EVENT_NUMBER.message)) from None
    if number is not None and number > last_event:
        detail = _("There is no event %(number)s yet: the last event is %(last)s.")
        params = {"number": number, "last": last_event}
        raise wrong_field(field, "unknown_event", detail % params)
    return number

"""Events of a whole group as they happen."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import Scope
from games.api.live_base import (
    AFTER,
    EVENTS_PARAMETERS,
    STREAM,
    WAIT,
    LiveView,
    MemberStreamView,
    device_of,
    events,
    issue,
    log,
)
from games.selectors.listeners import listening_to_group
from games.wire.events import StreamTicket
from games.wire.group_events import GroupLogPage
from rest.problem_schema import problem_responses

TAG = "live"


class GroupEventsView(MemberStreamView):
    @extend_schema(
        operation_id="streamGroup",
        summary="The events of a group, as they happen",
        parameters=EVENTS_PARAMETERS,
        responses={
            **STREAM,
            (200, "application/json"): GroupLogPage,
            **problem_responses(400, 401, 404),
        },
    )
    def get(self, request: Request, group: UUID) -> HttpResponse:
        """Its games as they start, change and end, its members, its players and all names.

        Each event has its number as `id`, its kind as `event`, and a `GroupEvent` as `data`.
        `reload` says that too many events were missed: read the group again. `ended` says that
        you are no longer a member. A line with only a colon keeps the connection alive.

        Clients that cannot stream ask with `wait`, and get the events as JSON, 100 at a time.
        """
        return events(request, *listening_to_group(self.actor, device_of(request), group))


class GroupLogView(LiveView, AccountView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/events/` with `wait`"}

    @extend_schema(
        operation_id="readGroupLog",
        summary="Read the log of a group's events",
        parameters=[AFTER, WAIT],
        responses={200: GroupLogPage, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """The events of the stream, for clients that cannot stream; with `wait`, as they happen."""
        listener, last_event = listening_to_group(self.actor, device_of(request), group)
        return log(request, listener, last_event)


class GroupTicketView(AccountView):
    is_private = True
    write_scope = Scope.READ  # to listen
    deprecated: ClassVar = {"POST": "`POST tickets/` with `group`"}

    @extend_schema(
        operation_id="getGroupTicket",
        summary="Get a ticket for the stream of a group",
        responses={201: StreamTicket, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        return issue(self.actor, request, group=group)

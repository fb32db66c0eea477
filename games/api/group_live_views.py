"""Events of a whole group as they happen."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import Scope
from games.api.live_base import (
    AFTER,
    LAST_EVENT_ID,
    STREAM,
    TICKET,
    WAIT,
    LiveView,
    MemberStreamView,
    device_of,
    log,
    stream,
)
from games.live.tickets import TICKET_LIFETIME, issue_ticket
from games.selectors.access import member_as
from games.selectors.listeners import listening_to_group
from games.wire.events import StreamTicket, ticket_answer
from games.wire.group_events import GroupLogPage
from rest.problem_schema import problem_responses


class GroupEventsView(MemberStreamView):
    @extend_schema(
        operation_id="streamGroup",
        summary="Stream the events of a group",
        tags=["live"],
        parameters=[AFTER, LAST_EVENT_ID, TICKET],
        responses={**STREAM, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponse:
        """Its games as they start, change and end, its members, its players and all names.

        Each event has its number as `id`, its kind as `event`, and a `GroupEvent` as `data`.
        `reload` says that too many events were missed: read the group again. `ended` says that
        you are no longer a member. A line with only a colon keeps the connection alive.
        """
        return stream(request, *listening_to_group(self.actor, device_of(request), group))


class GroupLogView(LiveView, AccountView):
    @extend_schema(
        operation_id="readGroupLog",
        summary="Read the log of a group's events",
        tags=["live"],
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

    @extend_schema(
        operation_id="getGroupTicket",
        summary="Get a ticket for the stream of a group",
        tags=["live"],
        request=None,
        responses={201: StreamTicket, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        member_as(self.actor, group)
        ticket = issue_ticket(group, device_of(request))
        return Response(ticket_answer(ticket, TICKET_LIFETIME), 201)

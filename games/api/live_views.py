"""Events of a game as they happen: as streams, and by long polling for those who cannot stream."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
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
from games.selectors.listeners import listening, listening_by_link
from games.wire.events import LogPage, StreamTicket, ticket_answer
from rest.problem_schema import problem_responses

STREAM_DESCRIPTION = (
    "Each event has its number as `id`, its kind as `event`, and a `GameEvent` as `data`. "
    "`reload` says that too many events were missed: read the game again. `ended` says that "
    "you may no longer listen. A line with only a colon keeps the connection alive."
)


class EventsView(MemberStreamView):
    @extend_schema(
        operation_id="streamGame",
        summary="Stream the events of a game",
        tags=["live"],
        parameters=[AFTER, LAST_EVENT_ID, TICKET],
        description=STREAM_DESCRIPTION,
        responses={**STREAM, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponse:
        return stream(request, *listening(self.actor, device_of(request), game))


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
    def get(self, request: Request, token: str) -> HttpResponse:
        return stream(request, *listening_by_link(token))


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
        return log(request, *listening(self.actor, device_of(request), game))


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
        return log(request, *listening_by_link(token))


class TicketView(AccountView):
    is_private = True
    write_scope = Scope.READ  # to listen

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
        device = device_of(request)
        listening(self.actor, device, game)
        return Response(ticket_answer(issue_ticket(game, device), TICKET_LIFETIME), 201)

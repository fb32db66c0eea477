"""Events of games and groups as they happen: as streams, and by long polling."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import Scope
from games.api.game_or_group import GameOrGroupSerializer, GameOrGroupView
from games.api.live_base import (
    AFTER,
    EVENTS_PARAMETERS,
    LAST_EVENT_ID,
    STREAM,
    WAIT,
    LiveView,
    MemberStreamView,
    events,
    issue,
    log,
    stream,
)
from games.api.watchable import LINK, WatchableView, WatchedView
from games.selectors.listeners import listening, listening_by_link, listening_to_group
from games.wire.events import LogPage, StreamTicket
from games.wire.group_events import GroupLogPage
from rest.problem_schema import BODY, problem_responses

TAG = "live"

STREAM_DESCRIPTION = (
    "Each event has its number as `id`, its kind as `event`, and a `GameEvent` as `data`. "
    "`reload` says that too many events were missed: read the game again. `ended` says that "
    "you may no longer listen. A line with only a colon keeps the connection alive.\n\n"
    "Clients that cannot stream ask with `wait`, and get the events as JSON, 100 at a time."
)


class TicketRequestSerializer(GameOrGroupSerializer):
    """What a ticket is to open the stream of."""


class EventsView(MemberStreamView, WatchableView):
    @extend_schema(
        operation_id="streamGame",
        summary="The events of a game, as they happen",
        parameters=[*EVENTS_PARAMETERS, LINK],
        description=STREAM_DESCRIPTION,
        responses={
            **STREAM,
            (200, "application/json"): LogPage,
            **problem_responses(400, 401, 404),
        },
    )
    def get(self, request: Request, game: UUID) -> HttpResponse:
        return events(request, *self.listening(game))


class WatchedEventsView(WatchedView, LiveView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `link`"}

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
    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `wait`"}

    @extend_schema(
        operation_id="readLog",
        summary="Read the log of a game's events",
        parameters=[AFTER, WAIT],
        responses={200: LogPage, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """The events of the stream, for clients that cannot stream; with `wait`, as they happen."""
        return log(request, *listening(self.actor, self.device, game))


class WatchedLogView(WatchedView, LiveView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `link` and `wait`"}

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
        return events(request, *listening_to_group(self.actor, self.device, group))


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
        listener, last_event = listening_to_group(self.actor, self.device, group)
        return log(request, listener, last_event)


class TicketView(GameOrGroupView):
    is_private = True
    write_scope = Scope.READ  # to listen

    @extend_schema(
        operation_id="createTicket",
        summary="Get a ticket for a stream",
        request=TicketRequestSerializer,
        responses={201: StreamTicket, **problem_responses(*BODY, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        return issue(self.actor, self.device, **TicketRequestSerializer.parse(request.data))


def ticket_view(what: str, operation_id: str) -> type[AccountView]:
    """Return the deprecated view of tickets for the stream of the game or the group named there."""

    class View(AccountView):
        is_private = True
        write_scope = Scope.READ  # to listen
        deprecated: ClassVar = {"POST": f"`POST tickets/` with `{what}`"}

        @extend_schema(
            operation_id=operation_id,
            summary=f"Get a ticket for the stream of a {what}",
            responses={201: StreamTicket, **problem_responses(400, 401, 404, 409, 422)},
        )
        @idempotent
        def post(self, request: Request, **topic: UUID) -> Response:
            """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
            return issue(self.actor, self.device, **topic)

    return View


GameTicketView = ticket_view("game", "getTicket")
GroupTicketView = ticket_view("group", "getGroupTicket")

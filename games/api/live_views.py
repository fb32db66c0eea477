"""Events of a game as they happen: as streams, and by long polling for those who cannot stream."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
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
    device_of,
    events,
    issue,
    log,
    stream,
)
from games.api.watchable import LINK, WatchableView
from games.selectors.listeners import listening, listening_by_link
from games.wire.events import LogPage, StreamTicket
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


class WatchedEventsView(LiveView):
    """The stream of a share link: open to anyone who has it."""

    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `link`"}
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
    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `wait`"}

    @extend_schema(
        operation_id="readLog",
        summary="Read the log of a game's events",
        parameters=[AFTER, WAIT],
        responses={200: LogPage, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """The events of the stream, for clients that cannot stream; with `wait`, as they happen."""
        return log(request, *listening(self.actor, device_of(request), game))


class WatchedLogView(LiveView):
    """The log of a share link: open to anyone who has it."""

    deprecated: ClassVar = {"GET": "`GET games/{game}/events/` with `link` and `wait`"}
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
        return issue(self.actor, request, **TicketRequestSerializer.parse(request.data))


class GameTicketView(AccountView):
    is_private = True
    write_scope = Scope.READ  # to listen
    deprecated: ClassVar = {"POST": "`POST tickets/` with `game`"}

    @extend_schema(
        operation_id="getTicket",
        summary="Get a ticket for the stream of a game",
        responses={201: StreamTicket, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        """For a browser, whose `EventSource` sends no token: `events/?ticket=...`."""
        return issue(self.actor, request, game=game)

"""The home screen, and what somebody has seen."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import DEVICE
from games.selectors.home import home_of, memberships_of
from games.services.groups import mark_seen
from games.wire.home import Home, SeenEvent
from rest.caching import IF_NONE_MATCH, fingerprint, kept_response, quoted
from rest.problem_schema import BODY, problem_responses
from rest.serializers import StrictIntegerField, StrictSerializer

MAX_NUMBER = 2**31 - 1


class SeenRequestSerializer(StrictSerializer):
    """What somebody has seen of a group."""

    event = StrictIntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="The number of the latest event that was on the screen: `event` of the group.",
    )


class HomeView(AccountView):
    @extend_schema(
        operation_id="getHome",
        summary="The home screen",
        tags=["me"],
        parameters=[IF_NONE_MATCH],
        responses={200: Home, 304: None, **problem_responses(401)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """My games in progress, groups and last games, and how many changes I have not seen."""
        memberships = memberships_of(self.actor)
        # Everything on the screen is changed by an event of a group.
        facts = [
            (str(mine.pk), mine.role, mine.last_event, mine.revision, mine.seen_event)  # type: ignore[attr-defined]
            for mine in memberships
        ]
        return kept_response(request, quoted(fingerprint(facts)), partial(home_of, memberships))


class SeenView(AccountView):
    write_scope = DEVICE  # a program is not a person who has seen it

    @extend_schema(
        operation_id="markSeen",
        summary="Mark what I have seen of a group",
        tags=["groups"],
        request=SeenRequestSerializer,
        responses={200: SeenEvent, **problem_responses(*BODY, 401, 404, 409, 422)},
    )
    @idempotent
    def put(self, request: Request, group: UUID) -> Response:
        """For all my devices. What was seen stays seen: a smaller number changes nothing."""
        data = SeenRequestSerializer.parse(request.data)
        seen = mark_seen(actor=self.actor, group=group, event=data["event"])
        answer: SeenEvent = {"event": seen}
        return Response(answer)

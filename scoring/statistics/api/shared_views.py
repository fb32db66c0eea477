"""A group at a glance, for anyone who has its share link."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.links import public_url
from games.selectors import sharing
from rest.caching import IF_NONE_MATCH
from rest.pages import Page, PageView
from rest.problem_schema import problem_responses
from rest.views import StrictView
from scoring.statistics.api.base import counted_response
from scoring.statistics.api.examples import examples_of
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.state import read_state
from scoring.statistics.selectors.summary import shared_group, summary
from scoring.statistics.wire.counted import with_counted
from scoring.statistics.wire.summary import SharedGroup


class SharedGroupView(StrictView):
    """What a share link of a group shows: open to anyone who has it."""

    permission_classes = [AllowAny]
    throttle_scope = "account"

    @extend_schema(
        operation_id="getSharedGroup",
        summary="Look at a group with its share link",
        tags=["sharing"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={200: with_counted(SharedGroup), 304: None, **problem_responses(404)},
        examples=examples_of("getSharedGroup"),
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """What `getGroupSummary` tells members, and where to watch the games.

        It names players and nobody else. A game can be watched if it has a share link of its own.
        """
        group = sharing.shared_group(token).pk

        def page_of(token: str) -> str:
            return public_url(request, f"/watch/{token}")

        return counted_response(
            request, group, Filters(), lambda filters: shared_group(group, filters, page_of)
        )


@extend_schema(exclude=True)
class SharedPageView(PageView):
    """The share link of a group: who leads."""

    throttle_scope = "account"

    def page(self, request: Request, token: str) -> Page:
        group = sharing.shared_group(token)
        told = summary(group.pk, Filters(zone=read_state(group.pk).zone))
        return Page(
            kind="shared",
            title=_("See how a group plays"),
            name=group.name,
            text=(_("You can see this without an account: anyone who has the link can."),),
            headings=(_("Player"), _("Rating"), _("Games"), _("Wins")),
            rows=tuple(
                (line["player"]["name"], line["rating"]["points"], line["games"], line["wins"])
                for line in told["leaders"]
            ),
            api=public_url(request, f"/api/v1/shared/{token}/"),
        )

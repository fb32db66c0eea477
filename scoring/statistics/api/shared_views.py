"""A group at a glance, for anyone who has its share link."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.links import public_url
from games.api.kept_answers import kept_answers
from games.selectors import sharing
from games.selectors.groups import revision_of
from games.selectors.snapshot import snapshot
from rest.caching import IF_NONE_MATCH, fingerprint, not_modified, quoted, validators
from rest.negotiation import IgnoreAcceptHeader
from rest.pages import Page, PageView
from rest.problem_schema import problem_responses
from rest.views import StrictView
from scoring.statistics.api.base import counted_response
from scoring.statistics.api.examples import examples_of
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.nights import latest_cards
from scoring.statistics.selectors.state import read_state
from scoring.statistics.selectors.summary import shared_group, summary
from scoring.statistics.wire.counted import with_counted
from scoring.statistics.wire.night_feed import MEDIA_TYPE, night_feed
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


class NightsFeedView(StrictView):
    """The nights of a shared group, for whatever follows feeds."""

    permission_classes = [AllowAny]
    throttle_scope = "account"
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="feedNights",
        summary="The nights of a shared group as an Atom feed",
        tags=["sharing"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY, 304: None, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """The latest ten nights, each with the `text` of its card, in your language.

        An entry keeps its id when it is corrected, and when the group gets another link.
        """
        group = sharing.shared_group(token)
        address = public_url(request, f"/api/v1/shared/{token}/nights.atom")
        with snapshot():
            state = read_state(group.pk)
            # Nights change when they are counted again, or somebody in them gets another name.
            tag = quoted(fingerprint(address, revision_of(group.pk), state.as_of))
            if response := not_modified(request, tag):
                return response
            content = kept_answers.find(tag)
            if content is None:
                nights, changes = latest_cards(group.pk, state.zone)
                page = public_url(request, f"/shared/{token}")
                content = night_feed(group, nights, changes, page=page, address=address)
                kept_answers.keep(tag, content)
        return HttpResponse(content, content_type=MEDIA_TYPE, headers=validators(tag))


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
            files=((_("Nights as an Atom feed"), f"/api/v1/shared/{token}/nights.atom"),),
            api=public_url(request, f"/api/v1/shared/{token}/"),
        )

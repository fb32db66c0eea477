"""What a share link shows: a game, or a group at a glance, to anyone who has it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.links import public_url
from games.api.game_versions import read_game
from games.api.kept_answers import kept_answers
from games.selectors import sharing
from games.selectors.games import watched_game
from games.selectors.groups import revision_of
from games.selectors.snapshot import snapshot
from games.wire.games import GameDetail
from rest.annotations import Discriminated, Doc
from rest.caching import IF_NONE_MATCH, fingerprint, not_modified, quoted, validators
from rest.negotiation import IgnoreAcceptHeader
from rest.pages import Page, PageView
from rest.problem_schema import problem_responses
from rest.query import format_parameter, read_format
from rest.refusals import NotFound
from rest.views import StrictView
from scoring.statistics.api.base import counted_response
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.nights import latest_cards
from scoring.statistics.selectors.state import read_state
from scoring.statistics.selectors.summary import shared_group, summary
from scoring.statistics.wire.counted import with_counted
from scoring.statistics.wire.night_feed import MEDIA_TYPE, night_feed
from scoring.statistics.wire.summary import SharedGroup

TAG = "sharing"

# A group by its link, or a game.
_CountedGroup: Any = with_counted(SharedGroup)
Shared: Any = Annotated[
    _CountedGroup | GameDetail,
    Discriminated("Shared"),
    Doc("What a share link shows: a group at a glance, or a game as its members see it."),
]
FORMATS = ("json", "atom")
FORMAT = format_parameter(
    *FORMATS, default="json", description="`atom`: the nights of a group as a feed."
)


class SharedView(StrictView):
    permission_classes = [AllowAny]
    throttle_scope = "account"
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="getShared",
        summary="Look at a group or a game with its share link",
        auth=[],
        parameters=[FORMAT, IF_NONE_MATCH],
        responses={
            200: Shared,
            (200, MEDIA_TYPE): OpenApiTypes.BINARY,
            304: None,
            **problem_responses(400, 404),
        },
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """A group: what `getGroupSummary` tells members, and where to watch its games.

        It names players and nobody else. A game can be watched if it has a share link of its own.
        With `format=atom`, the latest ten nights, each with the `text` of its card, in your
        language; an entry keeps its id when it is corrected, and when the group gets another link.

        A game: as its members see it, read-only; its own addresses take the link as `link`.
        """
        if read_format(request, *FORMATS) == "atom":
            return _feed(request, token)
        try:  # first the game, which is asked for again and again
            return read_game(request, watched_game(token))
        except NotFound:
            group = sharing.shared_group(token).pk

        def page_of(token: str) -> str:
            return public_url(request, f"/watch/{token}")

        return counted_response(
            request, group, Filters(), lambda filters: shared_group(group, filters, page_of)
        )


class NightsFeedView(StrictView):
    deprecated: ClassVar = {"GET": "`GET shared/{token}/` with `format=atom`"}
    permission_classes = [AllowAny]
    throttle_scope = "account"
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="feedNights",
        summary="The nights of a shared group as an Atom feed",
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY, 304: None, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """The latest ten nights, each with the `text` of its card, in your language."""
        return _feed(request, token)


def _feed(request: Request, token: str) -> HttpResponseBase:
    """The nights of a shared group, for whatever follows feeds."""
    group = sharing.shared_group(token)
    address = public_url(request, f"/api/v1/shared/{token}/?format=atom")
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
            files=((_("Nights as an Atom feed"), f"/api/v1/shared/{token}/?format=atom"),),
            api=public_url(request, f"/api/v1/shared/{token}/"),
        )

"""The card of a night, also as a picture."""

from __future__ import annotations

from functools import partial
from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.models import User
from games.selectors.access import member_as
from games.selectors.snapshot import snapshot
from rest.negotiation import IgnoreAcceptHeader
from rest.problem_schema import problem_responses
from rest.query import format_parameter, read_format
from rest.throttling import charge
from scoring.sheets.api.views import PNG, SCOPE, MemberSheetView, drawing_response
from scoring.sheets.drawing import draw_night, fingerprint
from scoring.sheets.night import night_picture
from scoring.statistics.api.base import StatisticsView
from scoring.statistics.api.query import NIGHT_PARAMETER, read_night
from scoring.statistics.api.views import statistics_schema
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.nights import card_of_night
from scoring.statistics.selectors.state import read_state
from scoring.statistics.wire.nights import NightCard

FORMATS = ("json", "png")
FORMAT = format_parameter(
    *FORMATS,
    default="json",
    description="`png`: as a picture for a chat, with at most eight of the players.",
)


class NightView(StatisticsView):
    content_negotiation_class = IgnoreAcceptHeader

    @statistics_schema("getNight", "The card of a night", NightCard, [NIGHT_PARAMETER, FORMAT], PNG)
    def get(self, request: Request, group: UUID, date: str) -> HttpResponseBase:
        """What to tell of an evening: who won, the best comeback, broken records, badges, ratings.

        `text` says it in some lines to send. A night without a game that counts is 404.
        """
        if read_format(request, *FORMATS) == "png":
            charge(request, SCOPE, 1)
            return _picture(request, self.actor, group, date)
        return self.answer(
            group,
            Filters(),
            lambda filters: card_of_night(group, read_night(date), filters.zone),
        )


class NightPictureView(MemberSheetView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/nights/{date}/` with `format=png`"}

    @extend_schema(
        operation_id="pictureNight",
        summary="The card of a night as a picture",
        tags=["statistics"],
        parameters=[NIGHT_PARAMETER],
        responses={**PNG, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID, date: str) -> HttpResponse:
        """What `getNight` says, on 1080 × 1350 pixels for a chat: at most eight of the players."""
        return _picture(request, self.actor, group, date)


def _picture(request: Request, actor: User, group: UUID, date: str) -> HttpResponse:
    """The card on 1080 × 1350 pixels."""
    member_as(actor, group)
    with snapshot():
        night = card_of_night(group, read_night(date), read_state(group).zone)
    data = night_picture(night)
    return drawing_response(
        request,
        partial(draw_night, data),
        etag=f'"{fingerprint(data, "png")}"',
        content_type="image/png",
        file_name=f"night-{night['date']}.png",
    )

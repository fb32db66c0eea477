"""The picture of a night."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.selectors.access import member_as
from games.selectors.snapshot import snapshot
from rest.problem_schema import problem_responses
from scoring.sheets.api.views import PNG, MemberSheetView, drawing_response
from scoring.sheets.drawing import draw_night, fingerprint
from scoring.sheets.night import night_picture
from scoring.statistics.api.query import NIGHT_PARAMETER, read_night
from scoring.statistics.selectors.nights import card_of_night
from scoring.statistics.selectors.state import read_state


class NightView(MemberSheetView):
    @extend_schema(
        operation_id="pictureNight",
        summary="The card of a night as a picture",
        tags=["statistics"],
        parameters=[NIGHT_PARAMETER],
        responses={**PNG, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID, date: str) -> HttpResponse:
        """What `getNight` says, on 1080 × 1350 pixels for a chat: at most eight of the players."""
        member_as(self.actor, group)
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

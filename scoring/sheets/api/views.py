"""Score sheets of games, on paper and as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connections
from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.base import AccountView
from games.domain.record import GameRecord
from games.selectors.games import game_for, watched
from games.selectors.groups import group_name_of
from rest.negotiation import IgnoreAcceptHeader
from rest.problem_schema import problem_responses
from rest.query import choice, read_query
from scoring.sheets.data import MOST_IN_PICTURE, MOST_ON_PAPER, sheet_data
from scoring.sheets.drawing import Paper, draw_paper, draw_picture, fingerprint

PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}
PAPER_PARAMETER = OpenApiParameter(
    "paper", {"type": "string", "enum": list(PAPERS), "default": "a4"}, description="Its size."
)
PDF = {(200, "application/pdf"): OpenApiTypes.BINARY}
PNG = {(200, "image/png"): OpenApiTypes.BINARY}
ABOUT = (
    "Standings, every round with what each player tried, laid down and counted, who went out "
    "and who dealt, what the table overruled and why"
)
ABOUT_PAPER = f"{ABOUT}, the Phases and the house rules. It goes over several pages if need be."
ABOUT_PICTURE = (
    f"{ABOUT}; 1080 pixels wide, for a chat. Of a long game the last {MOST_IN_PICTURE} rounds."
)


class SheetView(AccountView):
    """A sheet of one of the actor's games."""

    content_negotiation_class = IgnoreAcceptHeader
    throttle_scope = "sheet"


class WatchedSheetView(APIView):
    """The sheet behind a share link: open to whoever has it."""

    content_negotiation_class = IgnoreAcceptHeader
    permission_classes = [AllowAny]
    throttle_scope = "sheet"


class PaperView(SheetView):
    @extend_schema(
        operation_id="printSheet",
        summary="The score sheet of a game on paper",
        tags=["sheets"],
        parameters=[PAPER_PARAMETER],
        responses={**PDF, **problem_responses(400, 401, 404)},
        description=ABOUT_PAPER,
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        return _paper(request, partial(game_for, self.actor, game))


class PictureView(SheetView):
    @extend_schema(
        operation_id="pictureSheet",
        summary="The score sheet of a game as a picture",
        tags=["sheets"],
        responses={**PNG, **problem_responses(400, 401, 404)},
        description=ABOUT_PICTURE,
    )
    def get(self, request: Request, game: UUID) -> HttpResponseBase:
        return _picture(request, partial(game_for, self.actor, game))


class WatchedPaperView(WatchedSheetView):
    @extend_schema(
        operation_id="printWatchedSheet",
        summary="The score sheet on paper of a game that you watch",
        tags=["sharing"],
        auth=[],
        parameters=[PAPER_PARAMETER],
        responses={**PDF, **problem_responses(400, 404)},
        description=ABOUT_PAPER,
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        return _paper(request, partial(watched, token))


class WatchedPictureView(WatchedSheetView):
    @extend_schema(
        operation_id="pictureWatchedSheet",
        summary="The score sheet as a picture of a game that you watch",
        tags=["sharing"],
        auth=[],
        responses={**PNG, **problem_responses(400, 404)},
        description=ABOUT_PICTURE,
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        return _picture(request, partial(watched, token))


def _paper(request: Request, read: Callable[[], GameRecord]) -> HttpResponseBase:
    paper = PAPERS[read_query(request, {"paper": choice(PAPERS)}).get("paper", "a4")]
    draw = partial(draw_paper, paper=paper)
    record = read()
    data = sheet_data(record, group=group_name_of(record.game.id), most=MOST_ON_PAPER)
    name = _file_name(record, "pdf")
    return _sheet(request, data, draw, shape=paper.value, name=name, media="application/pdf")


def _picture(request: Request, read: Callable[[], GameRecord]) -> HttpResponseBase:
    read_query(request, {})
    record = read()
    data = sheet_data(record, group=group_name_of(record.game.id), most=MOST_IN_PICTURE)
    name = _file_name(record, "png")
    return _sheet(request, data, draw_picture, shape="png", name=name, media="image/png")


def _file_name(record: GameRecord, ending: str) -> str:
    return f"{record.game.edition}-{record.game.started_at:%Y-%m-%d}.{ending}"


def _sheet(
    request: Request,
    data: dict[str, Any],
    draw: Callable[[dict[str, Any]], bytes],
    *,
    shape: str,
    name: str,
    media: str,
) -> HttpResponseBase:
    """The sheet, drawn only for who does not have it already."""
    etag = f'"{fingerprint(data, shape)}"'
    # Names are on it: for nobody else's cache, and only as long as the asker may see the game.
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    known = get_conditional_response(request._request, etag=etag)
    if known is not None:
        for header, value in headers.items():
            known[header] = value
        return known
    _let_go_of_the_database()
    headers["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return HttpResponse(draw(data), content_type=media, headers=headers)


def _let_go_of_the_database() -> None:
    """Give connections back: others can use them while this thread draws."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # as in tests, where nothing must be closed
            connection.close()

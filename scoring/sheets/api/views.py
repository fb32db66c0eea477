"""Score sheets of games, on paper and as a picture, for members and for spectators."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.api.base import AccountView
from games.api.watchable import LINK, WatchableView
from games.domain.game_record import GameRecord
from games.selectors.games import game_for, watched
from games.selectors.groups import group_of
from rest.caching import conditional_response
from rest.follow import Parts, Refused, follow
from rest.negotiation import IgnoreAcceptHeader
from rest.problem_schema import problem_responses
from rest.problems import internal_error, server_busy
from rest.query import choice, format_parameter, read_format, read_query
from rest.throttling import charge
from rest.views import StrictView
from scoring.sheets.data import MAX_ROUNDS_IN_PICTURE, MAX_ROUNDS_ON_PAPER, sheet_data
from scoring.sheets.drawing import Paper, draw_paper, draw_picture, fingerprint
from scoring.sheets.drawings import drawings

TAG = "sheets"

logger = logging.getLogger(__name__)

MAX_WAIT = 20  # seconds for a drawing; for who asks again after that, it may be ready
SCOPE = "sheet"  # of the throttle
CELLS_AT_ONCE = 100  # of a sheet that counts as one
PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}
CONTENT = (
    "Standings; every round with each player's Phase and points, who laid down, who went out and "
    "who dealt; what the table overruled and why"
)


FORMATS = {"pdf": "application/pdf", "png": "image/png"}
FORMAT = format_parameter(
    *FORMATS,
    description="The format of the file, where a link cannot set `Accept`. By default what "
    "`Accept` prefers, or else `pdf`.",
)
PAPER = OpenApiParameter(
    "paper",
    {"type": "string", "enum": list(PAPERS), "default": "a4"},
    description="The paper size of a PDF.",
)


def paper_schema(**more: Any) -> Callable[[Any], Any]:
    """The schema of an operation that answers with a sheet on paper."""
    return extend_schema(
        parameters=[PAPER],
        description=f"{CONTENT}; the Phases and the house rules, on as many pages as needed.",
        **more,
    )


def picture_schema(**more: Any) -> Callable[[Any], Any]:
    """The schema of an operation that answers with a sheet as a picture."""
    return extend_schema(
        description=f"{CONTENT}. 1080 pixels wide, for a chat; for a long game, only the last "
        f"{MAX_ROUNDS_IN_PICTURE} rounds.",
        **more,
    )


PDF = {(200, "application/pdf"): OpenApiTypes.BINARY}
PNG = {(200, "image/png"): OpenApiTypes.BINARY}


class MemberSheetView(AccountView):
    """A sheet of a game in one of the actor's groups."""

    content_negotiation_class = IgnoreAcceptHeader
    throttle_scope = SCOPE


class WatchedSheetView(StrictView):
    """A sheet for anyone with a share link."""

    content_negotiation_class = IgnoreAcceptHeader
    permission_classes = [AllowAny]
    throttle_scope = SCOPE


class SheetView(WatchableView):
    content_negotiation_class = IgnoreAcceptHeader
    throttle_scope = SCOPE

    @extend_schema(
        operation_id="getSheet",
        summary="The score sheet of a game",
        parameters=[FORMAT, PAPER, LINK],
        responses={**PDF, **PNG, **problem_responses(400, 401, 404)},
        description=f"{CONTENT}.\n\nA PDF also has the Phases and the house rules, on as many "
        "pages as needed. A PNG is 1080 pixels wide, for a chat; for a long game, it has only the "
        f"last {MAX_ROUNDS_IN_PICTURE} rounds.",
    )
    def get(self, request: Request, game: UUID) -> HttpResponse:
        media_type, paper = _media_type(request), _read_paper(request)
        is_paper = media_type == FORMATS["pdf"]
        read_game = partial(self.game_record, game)
        response = sheet_response(request, read_game, paper if is_paper else None)
        patch_vary_headers(response, ["Accept"])
        return response


def _media_type(request: Request) -> str:
    """Return what is asked for: by `format`, or else by `Accept`; a PDF if both leave it open."""
    if name := read_format(request, *FORMATS):
        return FORMATS[name]
    accepted = request._request.get_preferred_type(list(FORMATS.values()))
    return accepted or FORMATS["pdf"]


def _read_paper(request: Request) -> Paper:
    return PAPERS[read_query(request, {"paper": choice(PAPERS)}).get("paper", "a4")]


class PaperView(MemberSheetView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/sheet/`"}

    @paper_schema(
        operation_id="printSheet",
        summary="The score sheet of a game on paper",
        responses={**PDF, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponse:
        return sheet_response(request, partial(game_for, self.actor, game), _read_paper(request))


class PictureView(MemberSheetView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/sheet/` with `format=png`"}

    @picture_schema(
        operation_id="pictureSheet",
        summary="The score sheet of a game as a picture",
        responses={**PNG, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> HttpResponse:
        return sheet_response(request, partial(game_for, self.actor, game), None)


class WatchedPaperView(WatchedSheetView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/sheet/` with `link`"}

    @paper_schema(
        operation_id="printWatchedSheet",
        summary="The score sheet on paper of a game you are watching",
        tags=["sharing"],
        auth=[],
        responses={**PDF, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        return sheet_response(request, partial(watched, token), _read_paper(request))


class WatchedPictureView(WatchedSheetView):
    deprecated: ClassVar = {"GET": "`GET games/{game}/sheet/` with `link` and `format=png`"}

    @picture_schema(
        operation_id="pictureWatchedSheet",
        summary="The score sheet as a picture of a game you are watching",
        tags=["sharing"],
        auth=[],
        responses={**PNG, **problem_responses(400, 404)},
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        return sheet_response(request, partial(watched, token), None)


def sheet_response(
    request: Request, read_game: Callable[[], GameRecord], paper: Paper | None
) -> HttpResponse:
    """Answer with the sheet of a game on paper, or as a picture."""
    record = read_game()
    group = group_of(record.game.id)
    max_rounds = MAX_ROUNDS_ON_PAPER if paper else MAX_ROUNDS_IN_PICTURE
    data = sheet_data(record, group=group.name, zone=group.zone, max_rounds=max_rounds)
    day = timezone.localtime(record.game.played_at, group.zone).date()  # as on the sheet
    extension = "pdf" if paper else "png"
    return drawing_response(
        request,
        partial(draw_paper, data, paper) if paper else partial(draw_picture, data),
        etag=f'"{fingerprint(data, paper.value if paper else "png")}"',
        content_type=FORMATS[extension],
        file_name=f"{record.game.edition}-{day.isoformat()}.{extension}",
        cells=len(data["rounds"] or ()) * len(data["players"]),
    )


def drawing_response(
    request: Request,
    draw: Callable[[], bytes],
    *,
    etag: str,
    content_type: str,
    file_name: str,
    cells: int = 0,
) -> HttpResponse:
    """Answer with a drawing, 304 or 503; if it must be drawn first, it is followed.

    A long sheet counts as several: drawing takes as long as it has cells.
    """
    response = conditional_response(
        request, b"", etag=etag, content_type=content_type, file_name=file_name
    )
    if response.status_code != 200:
        return response
    if request.method == "GET":
        charge(request, SCOPE, cells // CELLS_AT_ONCE)
        if (drawing := drawings.find(etag, draw)) is not None:
            response.content = drawing
            return response
    follow(response, drawn(etag))
    return response


async def drawn(etag: str) -> Parts:
    """Wait for a drawing that was begun."""
    try:
        drawing = await drawings.drawn(etag, MAX_WAIT)
    except (TimeoutError, asyncio.CancelledError):  # or the server stops
        raise Refused(server_busy) from None
    except Exception:
        logger.exception("A drawing failed.")
        raise Refused(internal_error) from None
    yield drawing

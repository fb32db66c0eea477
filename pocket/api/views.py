"""The rules as a download for phones, and the one function that only `pocket` has."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.wire.replay import GameReplay, answer_game
from games.wire.replay_request import ReplayRequest
from pocket.archive import packed
from pocket.front_door import FUNCTIONS
from pocket.wire import PocketManifest, manifest
from referee.api.examples import examples_of
from referee.api.views import RefereeView, respond
from rest.caching import conditional_response
from rest.problem_schema import BODY, problem_responses
from rest.query import read_query
from rest.refusals import NotFound
from rest.strict_json import write_json

TAG = "referee"

MEDIA_TYPE = "application/gzip"
A_YEAR = 31_536_000  # seconds


_SHA256 = "16e89b0304e20604e3af3b6f0d8f4f5b21f16b1f3b9a4b8c6a6e7d0c5f2b9a81"
EXAMPLE = OpenApiExample(
    "The code, and the texts in German",
    value={
        "version": "edf570cacad353c9",
        "address": "tableside-16e89b0304e20604.tar.gz",
        "sha256": _SHA256,
        "size": 77671,
        "format": "gztar",
        "entry_point": "pocket:answer",
        "functions": list(FUNCTIONS),
        "languages": [
            {
                "language": "de",
                "address": "tableside-de-16e89b0304e20604.tar.gz",
                "sha256": _SHA256,
                "size": 21034,
            }
        ],
    },
    response_only=True,
    status_codes=["200"],
)


class GameView(RefereeView):
    @extend_schema(
        operation_id="replayGame",
        summary="What follows from the rounds of a game?",
        request=ReplayRequest,
        responses={
            200: GameReplay,
            **problem_responses(*BODY, 409, 422),
        },
        examples=examples_of("game/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Work out Phases, totals, ranks, the deal, ties and the winner. Nothing is stored.

        A new round or a correction is checked as when it is sent to a game: 422 says what is
        wrong with its tally, 409 that the game is over. `consequences` say what a correction
        does to later rounds.
        """
        return respond(request, answer_game)


class PocketView(RefereeView):
    @extend_schema(
        operation_id="getPocket",
        summary="The rules as a package for phones",
        responses={200: PocketManifest, **problem_responses(400)},
        examples=[EXAMPLE],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Where to download the code that answers as this server does, in pure Python.

        It runs in a browser with Pyodide; docs/pocket.md shows how.
        """
        read_query(request, {})
        return conditional_response(
            request, write_json(manifest()), content_type="application/json"
        )


class ArchiveView(RefereeView):
    @extend_schema(
        operation_id="downloadPocketArchive",
        summary="Code or texts of the package for phones",
        parameters=[
            OpenApiParameter(
                "archive",
                str,
                OpenApiParameter.PATH,
                description="The `address` in the answer of `GET referee/pocket/`.",
            )
        ],
        responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY, **problem_responses(400, 404)},
    )
    def get(self, request: Request, archive: str) -> HttpResponseBase:
        """Download an archive. It never changes: any cache may keep it for good."""
        read_query(request, {})
        for found in packed().archives():
            if found.name == archive:
                break
        else:
            raise NotFound
        response = conditional_response(
            request,
            found.content,
            etag=f'"{found.sha256}"',
            content_type=MEDIA_TYPE,
            max_age=A_YEAR,
        )
        response.headers["Cache-Control"] += ", immutable"
        return response

"""The version of a game in requests and answers: `ETag` and `If-Match`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from games.domain.game_record import GameRecord, GameValues
from games.models import Game, Role
from games.selectors.records import load
from games.services.locking import locked_game
from games.wire.games import GameDetail, game_answer
from rest.caching import fingerprint, kept_response, validators
from rest.preconditions import IF_MATCH_PATTERN, etag, require_version
from rest.problem_schema import BODY, problem_responses

IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": IF_MATCH_PATTERN},
    OpenApiParameter.HEADER,
    required=True,
    description=(
        'The ETag of the game as you last saw it, or its `version` in quotes: `"7"`. Only the '
        "version counts, which is the number before the point of an ETag."
    ),
)
# The problems of a change that needs `If-Match`, without a body and with one.
CHANGE_PROBLEMS = problem_responses(401, 403, 404, 409, 412, 422, 428)
CHANGE_PROBLEMS_WITH_BODY = {**CHANGE_PROBLEMS, **problem_responses(*BODY)}


def row_etag(row: Game, *more: object) -> str:
    """Return the ETag of a game before it is loaded; `more` tells its tables apart.

    `row` has its `role` and `revision` (`games.selectors.games.row_for`).
    """
    return _etag(row, row.role, row.revision, *more)  # type: ignore[attr-defined]


def game_response(record: GameRecord, status: int = 200) -> Response:
    """Return everything about a game, with its ETag."""
    return Response(game_answer(record), status, headers=validators(record_etag(record)))


def record_etag(record: GameRecord) -> str:
    """Return the ETag of a game that is loaded."""
    return _etag(record.game, record.role, record.revision)


def _etag(game: GameValues | Game, role: str, revision: int, *more: object) -> str:
    # The revision of the group's log is for the names in a game: renaming leaves its version.
    facts = fingerprint(str(game.id), game.last_event, role, revision, *more)
    return etag(game.version, facts)


def read_game(request: Request, row: Game) -> HttpResponseBase:
    """Answer with everything about a game, or 304; `row` has its `role` and `revision`."""

    def answer() -> GameDetail:
        return game_answer(load(row, row.role, row.revision))  # type: ignore[attr-defined]

    return kept_response(request, row_etag(row), answer)


@contextmanager
def locked_seen_game(
    view: AccountView, game: UUID, role: Role = Role.SCORER
) -> Iterator[GameRecord]:
    """Lock a game for a change by somebody who has seen its current version (`If-Match`)."""
    with locked_game(view.actor, game, role) as record:
        current = {"game": game_answer(record)}
        etag = record_etag(record)
        require_version(view.request, record.game.version, current, etag=etag)
        yield record

"""The version of a game in requests and answers: `ETag` and `If-Match`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from accounts.api.base import AccountView
from games.api.game_problems import game_problems
from games.domain.game_record import GameRecord
from games.models import Role
from games.services.locking import locked_game
from games.wire.games import game_answer
from rest.preconditions import etag, require_version
from rest.problem_schema import BODY, problem_responses

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the game as you last saw it.",
)
# The problems of a change that needs `If-Match`, without a body and with one.
CHANGE_PROBLEMS = {**problem_responses(400, 401, 403, 404), **game_problems(409, 412, 422, 428)}
CHANGE_PROBLEMS_WITH_BODY = {**CHANGE_PROBLEMS, **problem_responses(*BODY)}


def game_response(record: GameRecord, status: int = 200) -> Response:
    """Return everything about a game, with its version as the ETag."""
    return Response(game_answer(record), status, headers={"ETag": etag(record.game.version)})


@contextmanager
def locked_seen_game(
    view: AccountView, game: UUID, role: Role = Role.SCORER
) -> Iterator[GameRecord]:
    """Lock a game for a change by somebody who has seen its current version (`If-Match`)."""
    with locked_game(view.actor, game, role) as record:
        require_version(view.request, record.game.version, {"game": game_answer(record)})
        yield record

"""The version of a game in requests and answers: `ETag` and `If-Match`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.utils.encoding import force_bytes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from accounts.idempotency import Answer
from accounts.scopes import Scope
from games.api.kept_answers import kept_answers
from games.domain.forgetting import without_doers
from games.domain.game_record import GameRecord
from games.models import Role
from games.selectors.games import StoredGame, game_for
from games.services.locking import locked_game
from games.wire.games import game_answer
from rest.caching import fingerprint, not_modified, validators
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


def game_response(record: GameRecord, status: int = 200) -> Response:
    """Return everything about a game, with its ETag."""
    return Response(game_answer(record), status, headers=validators(game_etag(record)))


def game_etag(game: GameRecord | StoredGame, *more: object) -> str:
    """Return the ETag of a game; `more` tells its tables apart."""
    # The revision of the group's log is for the names in a game: renaming leaves its version.
    values = game.game
    facts = fingerprint(str(values.id), values.last_event, game.role, game.revision, *more)
    return etag(values.version, facts)


class GameWriteView(AccountView):
    """A view whose writes are answered with everything about a game."""

    write_scope = Scope.SCORE

    def answer_again(self, answer: Answer, **address: Any) -> Response:
        """Show the game as it is now; one that was started is named by its `Location`."""
        game = address.get("game") or answer.headers["Location"].rstrip("/").rpartition("/")[2]
        return game_response(game_for(self.actor, UUID(str(game))), answer.status)


def read_game(request: Request, stored: StoredGame) -> HttpResponseBase:
    """Answer with everything about a game, or 304."""
    tag = game_etag(stored)
    if response := not_modified(request, tag):
        return response
    # The tag covers all that the answer is made of. The time tells a game from another one with
    # the same numbers, which was there before a backup was put in its place.
    renderer, media_type = request.accepted_renderer, request.accepted_media_type
    facts = (tag, stored.game.changed_at, media_type)
    content = kept_answers.find(facts)
    if content is None:
        game = game_answer(stored.record)
        shown = game if stored.role else without_doers(game)  # who watches has no role
        rendered = renderer.render(shown, media_type, {})
        content = force_bytes(rendered)
        kept_answers.keep(facts, content)
    return HttpResponse(content, content_type=renderer.media_type, headers=validators(tag))


@contextmanager
def locked_seen_game(
    view: AccountView, game: UUID, role: Role = Role.SCORER
) -> Iterator[GameRecord]:
    """Lock a game for a change by somebody who has seen its current version (`If-Match`)."""
    with locked_game(view.actor, game, role) as record:
        version, tag = record.game.version, game_etag(record)
        require_version(view.request, version, lambda: {"game": game_answer(record)}, etag=tag)
        yield record

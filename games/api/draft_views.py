"""The round that a table is entering: each phone its own player's line."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.idempotency import Answer
from accounts.scopes import Scope
from games.api.draft_requests import DraftLineRequest, StartDraftRequestSerializer, read_line
from games.api.watchable import LINK, WatchableView, WatchedView
from games.domain.draft import RoundDraft
from games.domain.forgetting import without_doers
from games.domain.game_record import GameRecord
from games.models import Role
from games.selectors.access import has_role
from games.selectors.drafts import draft_of
from games.selectors.games import game_for, watched
from games.selectors.groups import is_claimed_by
from games.services import drafts, rounds
from games.services.locking import locked_game
from games.services.merged_players import player_now
from games.wire.drafts import DraftEntered, DraftState, draft_answer, draft_state
from games.wire.games import game_answer
from referee.languages import translator_for
from rest.caching import fingerprint
from rest.preconditions import IF_MATCH_PATTERN, etag, require_version
from rest.problem_schema import problem_responses
from rest.refusals import Refusal, found

TAG = "rounds"

IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": IF_MATCH_PATTERN},
    OpenApiParameter.HEADER,
    required=True,
    description='The `version` of the draft as you last saw it, in quotes: `"7"`.',
)


class DraftView(WatchableView):
    write_scope = Scope.SCORE

    @extend_schema(
        operation_id="getDraft",
        summary="The round that the table is entering",
        parameters=[LINK],
        responses={200: DraftState, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, game: UUID) -> Response:
        """The lines that were entered for the next round, and what the referee says so far.

        `draft` is null if nobody has entered any.
        """
        record = self.game_record(game)
        state = _state(record, draft_of(record))
        return Response(state if record.role else without_doers(state))  # who watches has no role

    @extend_schema(
        operation_id="startDraft",
        summary="Begin to enter the next round",
        request=StartDraftRequestSerializer,
        responses={200: DraftState, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def put(self, request: Request, game: UUID) -> Response:
        """So that all phones can show the form. Entering a line begins as well."""
        with locked_game(self.actor, game) as record:
            data = StartDraftRequestSerializer.parse(request.data)
            draft = rounds.start_round(record=record, actor=self.actor, number=data["round"])
            return Response(_state(draft.record, draft))

    @extend_schema(
        operation_id="discardDraft",
        summary="Discard what was entered for the next round",
        parameters=[IF_MATCH],
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 412, 422, 428)},
    )
    @idempotent
    def delete(self, request: Request, game: UUID) -> Response:
        """All phones are told, and the game's log keeps the lines."""
        with locked_game(self.actor, game) as record:
            draft = found(draft_of(record), _("Nobody is entering a round."))
            tag = etag(draft.version, fingerprint(str(record.game.id), draft.number))
            version = draft.version
            require_version(request, version, lambda: {"draft": draft_answer(draft)}, etag=tag)
            drafts.discard_draft(record=record, draft=draft, actor=self.actor)
            return Response(status=204)


class WatchedDraftView(WatchedView):
    """The draft for a share link: open to anyone who has it."""

    deprecated: ClassVar = {"GET": "`GET games/{game}/draft/` with `link`"}

    @extend_schema(
        operation_id="watchDraft",
        summary="Watch the table enter a round with a share link",
        tags=["sharing"],
        auth=[],
        responses={200: DraftState, **problem_responses(404)},
    )
    def get(self, request: Request, token: str) -> Response:
        """The draft as the game's members see it, read-only: it hides nothing from the table."""
        record = watched(token)
        return Response(without_doers(_state(record, draft_of(record))))


class DraftLineView(AccountView):
    write_scope = Scope.SCORE

    def answer_again(self, answer: Answer, **address: Any) -> Response:
        """Show the draft as it is now, or the game if the round has been recorded."""
        record = game_for(self.actor, address["game"])
        return Response(_entered(record, draft_of(record)), answer.status)

    @extend_schema(
        operation_id="enterLine",
        summary="Enter a player's line of the next round",
        request=DraftLineRequest,
        responses={200: DraftEntered, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def put(self, request: Request, game: UUID, player: UUID) -> Response:
        """Scorers can enter any line, everybody else that of the player they have claimed.

        All phones see the line. Once all lines are there and nothing is wrong with them, the round
        is recorded. If somebody else has entered another line for this player meanwhile, 409
        `line_changed` shows it: to replace it, send its `version` as `seen`.
        """
        with locked_game(self.actor, game, Role.VIEWER) as record:
            line = read_line(request.data, player_now(record, player))
            if not has_role(record.role, Role.SCORER) and not is_claimed_by(
                line.entry.player, self.actor
            ):
                text = _("You can enter only the line of the player that you have claimed.")
                raise Refusal("not_your_player", text)
            entered = rounds.enter_line(record=record, actor=self.actor, **line._asdict())
            return Response(_entered(*entered))


def _state(record: GameRecord, draft: RoundDraft | None) -> DraftState:
    return draft_state(record, draft, translator_for(get_language()))


def _entered(record: GameRecord, draft: RoundDraft | None) -> DraftEntered:
    return {**_state(record, draft), "recorded": None if draft else game_answer(record)}

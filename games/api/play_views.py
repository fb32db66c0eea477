"""Plays on the live table: one view for each kind of play, and taking a play back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.api.dry_runs import DRY_RUN, is_dry_run, undone_on_dry_run
from accounts.idempotency import Answer
from accounts.scopes import Scope
from games.api.creation import TellsOldNames, requested_creation
from games.api.play_examples import examples_of
from games.api.play_requests import (
    DiscardRequestSerializer,
    DrawRequestSerializer,
    FlipRequestSerializer,
    HitGroupRequestSerializer,
    LayDownRequestSerializer,
    NoteRequestSerializer,
)
from games.domain.creation import CreationKind
from games.domain.game_record import GameRecord
from games.domain.play_codec import PlayKind
from games.domain.table_record import TableRecord
from games.selectors.games import game_for
from games.selectors.table import table_of, table_with
from games.services import play_verdicts, table
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_game
from games.wire.tables import (
    PlayOutcome,
    TableChange,
    TablePatch,
    TableState,
    dry_run_answer,
    table_answer,
)
from referee.rulings.table_plays import PlayVerdict
from rest.problem_schema import BODY, problem_responses
from rest.query import FLAG, read_query
from rest.serializers import StrictSerializer

DRY_RUN_OF_PLAY = OpenApiParameter(
    "dry_run",
    bool,
    description="Only return the referee's verdict: nothing is recorded, nobody is told, and an "
    "`Idempotency-Key` stays unused.",
)


WHOLE_TABLE = OpenApiParameter(
    "whole_table",
    bool,
    description="Answer with the whole table, not only with what changed on it.",
)


def _wants_whole_table(request: Request) -> bool:
    return bool(read_query(request, {"whole_table": FLAG}).get("whole_table", False))


def _shown(played: table.Played, *, whole: bool) -> TablePatch | TableState:
    return table_answer(played.table) if whole else played.patch


class TableWriteView(AccountView):
    """A view whose writes are answered with the table."""

    write_scope = Scope.SCORE

    def answer_again(self, answer: Answer, **address: Any) -> Response:
        """Show the whole table of the round in play, as it is now."""
        return Response(
            table_answer(table_of(game_for(self.actor, address["game"]))), answer.status
        )


class PlayView(TellsOldNames, TableWriteView):
    """A view for one kind of play: the referee rules on it, and it is recorded unless on a dry run.

    `resolve` is the function of `games.services.play_verdicts` for this kind of play. It takes
    the table in play and the fields of the request.
    """

    kind: ClassVar[PlayKind]
    request_serializer: ClassVar[type[StrictSerializer]]
    resolve: ClassVar[Callable[..., PlayVerdict]]

    @extend_schema(
        tags=["table"],
        parameters=[DRY_RUN_OF_PLAY, WHOLE_TABLE],
        responses={
            200: PlayOutcome,
            201: TableChange,
            **problem_responses(*BODY, 401, 403, 404, 409, 422),
        },
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        whole = _wants_whole_table(request)
        if is_dry_run(request):
            record = game_for(self.actor, game)
            data = self.request_serializer.parse(request.data)
            data.pop("id", None)  # stays free
            in_play, verdict, _overrule = self.resolved(record, data)
            return Response(dry_run_answer(verdict, in_play if whole else None))
        with locked_game(self.actor, game) as record:
            data = self.request_serializer.parse(request.data)
            creation = requested_creation(
                CreationKind.PLAY, request, data, within=game, play=self.kind.value
            )
            if is_repeated(creation):
                return Response(table_answer(existing(lambda: table_with(record, creation.id))))
            in_play, verdict, overrule = self.resolved(record, data)
            played = table.make_play(
                in_play=in_play,
                actor=self.actor,
                verdict=verdict,
                overrule=overrule,
                id=creation.id,
                phone_time=data.get("phone_time"),
            )
            return Response(_shown(played, whole=whole), 201)

    def resolved(
        self, record: GameRecord, data: Mapping[str, Any]
    ) -> tuple[TableRecord, PlayVerdict, str]:
        """Return the table in play, the verdict about the play, and the reason to overrule it."""
        asked = dict(data)
        asked.pop("phone_time", None)
        in_play = table.table_in_play(record, asked.pop("round"))
        overrule = asked.pop("overrule", "")
        return in_play, type(self).resolve(in_play, **asked), overrule


@extend_schema_view(
    post=extend_schema(
        operation_id="layDown",
        summary="Lay down a Phase",
        description="The referee considers everything on the table. An illegal play gets 409 with "
        "the ruling, an ambiguous one 409 with the choices; only an illegal play can be overruled.",
        request=LayDownRequestSerializer,
    )
)
class LayDownView(PlayView):
    kind = PlayKind.LAY_DOWN
    request_serializer = LayDownRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_lay_down)


@extend_schema_view(
    post=extend_schema(
        operation_id="hitGroup",
        summary="Hit a group",
        description="Any number of cards, in any order. Refused with 409 like a lay-down.",
        request=HitGroupRequestSerializer,
        examples=examples_of("hitGroup"),
    )
)
class HitView(PlayView):
    kind = PlayKind.HIT
    request_serializer = HitGroupRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_hit)


@extend_schema_view(
    post=extend_schema(
        operation_id="discardCard",
        summary="Discard",
        description="This ends the turn. A Skip needs the player to skip, in front of whom it lies "
        "until that turn has passed; a Flip symbol turns the cards over.",
        request=DiscardRequestSerializer,
    )
)
class DiscardView(PlayView):
    kind = PlayKind.DISCARD
    request_serializer = DiscardRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_discard)


@extend_schema_view(
    post=extend_schema(
        operation_id="drawDiscard",
        summary="Draw a card",
        description="The top card of the draw pile, which nobody sees, or of the discard pile, "
        "where a Skip cannot be taken. If turns are logged, each begins with a draw: a second "
        "one is refused, and so is one after laying down or hitting. Use `dry_run` to ask "
        "whether a card may be taken.",
        request=DrawRequestSerializer,
    )
)
class DrawView(PlayView):
    kind = PlayKind.DRAW
    request_serializer = DrawRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_draw)


@extend_schema_view(
    post=extend_schema(
        operation_id="flipCards",
        summary="Turn the cards over",
        description="Needed only if the discard that caused it was not logged.",
        request=FlipRequestSerializer,
    )
)
class FlipView(PlayView):
    kind = PlayKind.FLIP
    request_serializer = FlipRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_flip)


@extend_schema_view(
    post=extend_schema(
        operation_id="writeNote",
        summary="Write a note",
        description="The text is kept among the plays; nothing on the table changes.",
        request=NoteRequestSerializer,
    )
)
class NoteView(PlayView):
    kind = PlayKind.NOTE
    request_serializer = NoteRequestSerializer
    resolve = staticmethod(play_verdicts.resolve_note)


class TakeBackView(TableWriteView):
    @extend_schema(
        operation_id="takeBackPlay",
        summary="Take a play back",
        tags=["table"],
        parameters=[DRY_RUN, WHOLE_TABLE],
        responses={
            200: TableChange,
            **problem_responses(400, 401, 403, 404, 409, 422),
        },
        examples=examples_of("takeBackPlay"),
    )
    @idempotent
    @undone_on_dry_run
    def delete(self, request: Request, game: UUID, play: UUID) -> Response:
        """Take back the last play, or an earlier one if all later plays are legal without it."""
        whole = _wants_whole_table(request)
        with locked_game(self.actor, game) as record:
            played = table.take_back(record=record, actor=self.actor, play=play)
            return Response(_shown(played, whole=whole))

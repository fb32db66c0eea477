"""Plays on the live table: making one, and taking one back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.api.dry_runs import DRY_RUN, is_dry_run, undone_on_dry_run
from accounts.idempotency import Answer
from accounts.scopes import Scope
from games.api.creation import requested_creation
from games.api.play_requests import OLD_REQUESTS, PLAY_REQUEST, REQUESTS
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
from rest.query import FLAG, read_query
from rest.serializers import read_kind

TAG = "table"

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


_RESOLVE: dict[PlayKind, Callable[..., PlayVerdict]] = {
    PlayKind.LAY_DOWN: play_verdicts.resolve_lay_down,
    PlayKind.HIT: play_verdicts.resolve_hit,
    PlayKind.DISCARD: play_verdicts.resolve_discard,
    PlayKind.DRAW: play_verdicts.resolve_draw,
    PlayKind.FLIP: play_verdicts.resolve_flip,
    PlayKind.NOTE: play_verdicts.resolve_note,
}


EACH_KIND = """The referee considers everything on the table.

An illegal play gets 409 with the ruling, an ambiguous one 409 with the choices; only an illegal
play can be overruled. Use `dry_run` to ask whether a play would be accepted.

- `lay_down`: a Phase, as its groups.
- `hit`: any number of cards for a group, in any order.
- `discard`: ends the turn. A Skip needs the player to skip, in front of whom it lies until that
  turn has passed; a Flip symbol turns the cards over.
- `draw`: the top card of the draw pile, which nobody sees, or of the discard pile, where a Skip
  cannot be taken. If turns are logged, each begins with a draw: a second one is refused, and so
  is one after laying down or hitting.
- `flip`: the cards turn over; needed only if the discard that caused it was not logged.
- `note`: a text to keep among the plays; nothing on the table changes."""


PLAY_SCHEMA: dict[str, Any] = {
    "parameters": [DRY_RUN_OF_PLAY, WHOLE_TABLE],
    "responses": {
        200: PlayOutcome,
        201: TableChange,
        **WRITE_PROBLEMS_WITH_BODY,
    },
}


class PlayListView(TableWriteView):
    """Makes a play: the referee rules on it, and it is recorded unless on a dry run."""

    def read(self, body: Any) -> tuple[PlayKind, dict[str, Any]]:
        """Return the kind of play that a body asks for, and the fields of the request."""
        return read_kind(body, REQUESTS)

    @extend_schema(
        operation_id="makePlay",
        summary="Play on the table",
        description=EACH_KIND,
        request=PLAY_REQUEST,
        **PLAY_SCHEMA,
    )
    @idempotent
    def post(self, request: Request, game: UUID) -> Response:
        whole = _wants_whole_table(request)
        if is_dry_run(request):
            record = game_for(self.actor, game)
            kind, data = self.read(request.data)
            data.pop("id", None)  # stays free
            in_play, verdict, _overrule = _resolved(record, kind, data)
            return Response(dry_run_answer(verdict, in_play if whole else None))
        with locked_game(self.actor, game) as record:
            kind, data = self.read(request.data)
            creation = requested_creation(
                CreationKind.PLAY, request, data, within=game, play=kind.value
            )
            if is_repeated(creation):
                return Response(table_answer(existing(lambda: table_with(record, creation.id))))
            in_play, verdict, overrule = _resolved(record, kind, data)
            played = table.make_play(
                in_play=in_play,
                actor=self.actor,
                verdict=verdict,
                overrule=overrule,
                id=creation.id,
                phone_time=data.get("phone_time"),
            )
            return Response(_shown(played, whole=whole), 201)


def _resolved(
    record: GameRecord, kind: PlayKind, data: Mapping[str, Any]
) -> tuple[TableRecord, PlayVerdict, str]:
    """Return the table in play, the verdict about the play, and the reason to overrule it."""
    asked = dict(data)
    asked.pop("phone_time", None)
    in_play = table.table_in_play(record, asked.pop("round"))
    overrule = asked.pop("overrule", "")
    return in_play, _RESOLVE[kind](in_play, **asked), overrule


def one_play_view(kind: PlayKind, operation_id: str, summary: str) -> type[PlayListView]:
    """Return the view of the deprecated address that takes only this kind of play."""

    class View(PlayListView):
        deprecated: ClassVar = {"POST": f"`POST games/{{game}}/table/plays/` (`{kind.value}`)"}

        def read(self, body: Any) -> tuple[PlayKind, dict[str, Any]]:
            return kind, OLD_REQUESTS[kind].parse(body)

    schema = extend_schema(
        operation_id=operation_id,
        summary=summary,
        description="A deprecated address, which says what kind of play it takes.",
        request=OLD_REQUESTS[kind],
        **PLAY_SCHEMA,
    )
    return extend_schema_view(post=schema)(View)


LayDownView = one_play_view(PlayKind.LAY_DOWN, "layDown", "Lay down a Phase")
HitView = one_play_view(PlayKind.HIT, "hitGroup", "Hit a group")
DiscardView = one_play_view(PlayKind.DISCARD, "discardCard", "Discard")
DrawView = one_play_view(PlayKind.DRAW, "drawDiscard", "Draw a card")
FlipView = one_play_view(PlayKind.FLIP, "flipCards", "Turn the cards over")
NoteView = one_play_view(PlayKind.NOTE, "writeNote", "Write a note")


class TakeBackView(TableWriteView):
    @extend_schema(
        operation_id="takeBackPlay",
        summary="Take a play back",
        parameters=[DRY_RUN, WHOLE_TABLE],
        responses={200: TableChange, **WRITE_PROBLEMS},
    )
    @idempotent
    @undone_on_dry_run
    def delete(self, request: Request, game: UUID, play: UUID) -> Response:
        """Take back the last play, or an earlier one if all later plays are legal without it."""
        whole = _wants_whole_table(request)
        with locked_game(self.actor, game) as record:
            played = table.take_back(record=record, actor=self.actor, play=play)
            return Response(_shown(played, whole=whole))

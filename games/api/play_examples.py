"""Examples of plays: East has laid down Phase 1, hits one of the sets, and takes that back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.api.table_examples import EAST, NEW_GAME, RECORDED_AT, shown
from games.domain.play_codec import write_play
from games.domain.table_record import PlayRecord, TableRecord
from games.wire.tables import dry_run_answer, table_patch
from referee.cards import Card, parse_card
from referee.kinds import KindName
from referee.plays import Hit, LaidGroup, LayDown, TablePlay
from referee.rulings.table_plays import PlayVerdict
from rest.examples import Example

_FIVES = "0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7b01"
_NINES = "0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7b02"
_HIT = UUID("0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7c02")


def _cards(*texts: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _played(number: int, play: TablePlay, **more: Any) -> PlayRecord:
    kind, data = write_play(play)
    data |= {"turns": True, "draws": True}
    return PlayRecord(1, number, kind, play.seat, data, RECORDED_AT, "Mina", **more)


_PHASE = LayDown(
    seat=1,
    groups=(
        LaidGroup(_FIVES, KindName.SET, _cards("R5", "G5", "B5")),
        LaidGroup(_NINES, KindName.SET, _cards("R9", "G9", "B9")),
    ),
)
_FIVE = Hit(1, _FIVES, _cards("Y5"))
_GAME = NEW_GAME.with_columns(turns_logged=True, last_event=3)
_BEFORE = TableRecord(_GAME, 1, (_played(1, _PHASE),), last=1)
_AFTER = _BEFORE.with_plays([*_BEFORE.plays, _played(2, _FIVE, id=_HIT)])
_TAKEN_BACK = _BEFORE.with_columns(last_event=4)
_BODY = {"kind": "hit", "round": 1, "player": str(EAST), "group": _FIVES, "cards": ["Y5"]}

EXAMPLES: dict[str, dict[str, Example]] = {
    "makePlay": {
        "What a hit has changed": Example(_BODY, 201, shown(table_patch(_BEFORE, _AFTER))),
        "The ruling of a dry run": Example(
            None, 200, shown(dry_run_answer(PlayVerdict(_FIVE), None))
        ),
    },
    "takeBackPlay": {
        "The group is as it was before": Example(None, 200, shown(table_patch(_AFTER, _TAKEN_BACK)))
    },
}

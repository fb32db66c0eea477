"""Examples of joining and leaving a game, and of entering a round on several phones.

North and East have played a round of a short game when South comes. The answers are made as for
any game.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson
from django.utils.translation import override

from games.api.group_examples import GROUP_ID
from games.domain.attendance import JoinTerms, with_player, without_player
from games.domain.draft import DraftLine, RoundDraft
from games.domain.entry import Entry
from games.domain.faces import COLORS, Face
from games.domain.game_record import (
    GameRecord,
    GameValues,
    LineRecord,
    RoundRecord,
    SeatRecord,
    write_phase,
)
from games.wire.drafts import draft_state
from games.wire.games import game_answer
from referee.house_rules import STANDARD_RULES
from referee.kinds import parse_phase
from referee.languages import translator_for
from referee.stints import StartingPhase
from rest.examples import Example

NORTH = UUID("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01")
EAST = UUID("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02")
_SOUTH = UUID("0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7a03")
RECORDED_AT = datetime(2026, 11, 21, 19, 45, tzinfo=UTC)
_JOINED_AT = datetime(2026, 11, 21, 19, 50, tzinfo=UTC)
_ENTERED_AT = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)

NEW_GAME = GameRecord(
    game=GameValues(
        edition="classic",
        phases=[write_phase(parse_phase(text)) for text in ("set 3 + set 3", "run 7")],
        started_at=datetime(2026, 11, 21, 19, 30, tzinfo=UTC),
        changed_at=RECORDED_AT,
        id=UUID("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e01"),
        group_id=UUID(GROUP_ID),
        house_rules=asdict(STANDARD_RULES),
    ),
    seats=(
        SeatRecord(NORTH, "North", 0, face=Face(COLORS[0])),
        SeatRecord(EAST, "East", 1, face=Face(COLORS[1])),
    ),
    role="scorer",
)
_ROUND = RoundRecord(
    1,
    (LineRecord(0, 0, True, True), LineRecord(1, 35, True, False)),
    recorded_by="Mina",
    recorded_at=RECORDED_AT,
    id=UUID("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e02"),
)
_BEFORE = NEW_GAME.with_rounds([_ROUND]).with_columns(version=2, last_event=4)
_TERMS = JoinTerms(left_of=NORTH, phase=StartingPhase.LOWEST, total=35)
_JOINED = with_player(_BEFORE, _SOUTH, "South", Face(COLORS[2]), _TERMS).with_columns(
    version=3, last_event=5, changed_at=_JOINED_AT
)
# North has gone again, and is last now though nobody has fewer points.
_LEFT = without_player(_JOINED, NORTH).with_columns(version=4, last_event=7)
_LINES = (
    DraftLine(Entry(NORTH, went_out=True), 1, "Mina", _ENTERED_AT),
    DraftLine(Entry(EAST, points=85), 2, "Mina", _ENTERED_AT),
)


def shown(answer: Any) -> Any:
    """An answer as decoded JSON."""
    return orjson.loads(orjson.dumps(answer, option=orjson.OPT_UTC_Z))


def _state(event: int, version: int = 0, lines: tuple[DraftLine, ...] = ()) -> dict[str, Any]:
    record = _JOINED.with_columns(last_event=event, has_plays=bool(version))
    draft = RoundDraft(record, 2, version, "Mina", _ENTERED_AT, lines) if version else None
    state: dict[str, Any] = shown(draft_state(record, draft, translator_for("en")))
    return state


def _game(record: GameRecord) -> Any:
    with override("en"):
        return shown(game_answer(record))


_STATE = _state(7, 2, _LINES)
_NEWCOMER = {"player": {"id": str(_SOUTH), "name": "South"}, "left_of": str(NORTH)}

EXAMPLES: dict[str, dict[str, Example]] = {
    "joinGame": {
        "Somebody new to the group begins where the last one is": Example(
            {**_NEWCOMER, "phase": "lowest", "total": 35, "round": 2}, 201, _game(_JOINED)
        ),
        "A player comes back": Example({"player": {"id": str(EAST)}, "round": 4}, 201, None),
    },
    "leaveGame": {"North leaves": Example(None, 200, _game(_LEFT))},
    "getDraft": {
        "South's line is missing": Example(None, 200, _STATE),
        "Nobody has entered a line": Example(None, 200, _state(5)),
    },
    "watchDraft": {"South's line is missing": Example(None, 200, _STATE)},
    "startDraft": {"Somebody went out": Example({"round": 2}, 200, _state(6, 1))},
    "enterLine": {
        "Points": Example({"round": 2, "points": 85}, 200, {**_STATE, "recorded": None}),
        "The cards left in hand, in place of a line that was entered": Example(
            {"round": 2, "cards": ["R9", "B10", "W"], "laid_down": True, "seen": 2}, 200, None
        ),
        "Who went out": Example({"round": 2, "went_out": True}, 200, None),
        "The last line, with which the round is recorded": Example(
            {"round": 1, "points": 35}, 200, {**_state(4), "recorded": _game(_BEFORE)}
        ),
    },
}

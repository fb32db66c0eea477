"""Every kind of play can be stored, shown, archived and asked about."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args
from uuid import uuid4

import pytest

from games.domain.game_record import GameRecord, GameValues, SeatRecord, write_phase
from games.domain.play_codec import NEED_A_SEAT, PlayKind, content_of, read_play, write_play
from games.domain.table_record import PlayRecord, TableRecord
from games.models.table import PLAY_KINDS
from games.services import play_verdicts
from games.wire.tables import play_answer
from referee.cards import parse_card
from referee.editions import EDITIONS
from referee.kinds import KindName
from referee.plays import Discard, Draw, Flip, Hit, LaidGroup, LayDown, Note, Pile, TablePlay
from scoring.exchange.archive.serializers import PLAY_DATA

GROUP = str(uuid4())
THREE = tuple(map(parse_card, ("R7", "W=7", "B7")))
PLAYS: dict[PlayKind, TablePlay] = {
    PlayKind.LAY_DOWN: LayDown(0, (LaidGroup(GROUP, KindName.SET, THREE),), goes_out=True),
    PlayKind.HIT: Hit(1, GROUP, THREE[:1]),
    PlayKind.DISCARD: Discard(1, parse_card("S"), skips=0),
    PlayKind.DRAW: Draw(0, Pile.DRAW),
    PlayKind.FLIP: Flip(),
    PlayKind.NOTE: Note("Cold tea.", 1),
}
SHOWN: dict[PlayKind, dict[str, Any]] = {
    PlayKind.LAY_DOWN: {"groups": [GROUP], "cards": ["R7", "W=7", "B7"], "goes_out": True},
    PlayKind.HIT: {"group": GROUP, "cards": ["R7"]},
    PlayKind.DISCARD: {"cards": ["S"], "skips": 0},
    PlayKind.DRAW: {"pile": "draw_pile"},
    PlayKind.FLIP: {},
    PlayKind.NOTE: {"text": "Cold tea."},
}
NOTHING: dict[str, Any] = {
    "group": None,
    "groups": [],
    "cards": [],
    "skips": None,
    "goes_out": False,
    "text": None,
    "pile": None,
}


def test_none_is_missing() -> None:
    """A new kind of play belongs in all of these, and in `PLAYS` and `SHOWN` above."""
    kinds = set(PlayKind)
    assert {type(play) for play in PLAYS.values()} == set(get_args(TablePlay))
    assert set(PLAY_DATA) == set(PLAYS) == set(SHOWN) == kinds
    assert {kind for kind, _label in PLAY_KINDS} == kinds
    assert all(hasattr(play_verdicts, f"resolve_{kind}") for kind in kinds)


@pytest.mark.parametrize("kind", PlayKind)
def test_it_is_stored(kind: PlayKind) -> None:
    play = PLAYS[kind]
    stored, data = write_play(play)
    assert stored is kind
    assert read_play(stored, play.seat, data) == play


@pytest.mark.parametrize("kind", sorted(NEED_A_SEAT))
def test_somebody_must_have_made_it(kind: PlayKind) -> None:
    _kind, data = write_play(PLAYS[kind])
    with pytest.raises(ValueError, match="needs a seat"):
        read_play(kind, None, data)


@pytest.mark.parametrize("kind", PlayKind)
def test_it_is_archived(kind: PlayKind) -> None:
    _kind, data = write_play(PLAYS[kind])
    assert PLAY_DATA[kind].parse({**data, "turns": True, "draws": True})


@pytest.mark.parametrize("kind", PlayKind)
def test_it_is_shown(kind: PlayKind) -> None:
    play, classic = PLAYS[kind], EDITIONS["classic"]
    now = datetime(2026, 11, 21, tzinfo=UTC)
    game = GameValues("classic", [write_phase(phase) for phase in classic.phases], now, now)
    seats = tuple(SeatRecord(uuid4(), name, place) for place, name in enumerate("NE"))
    row = PlayRecord(1, 1, kind, play.seat, write_play(play)[1], recorded_at=now)
    answer = play_answer(TableRecord(GameRecord(game, seats), 1, (row,), 1), row)
    shown = {**NOTHING, **SHOWN[kind]}
    if shown["skips"] is not None:
        shown["skips"] = str(seats[shown["skips"]].player_id)
    assert {name: value for name, value in answer.items() if name in NOTHING} == shown
    assert answer["kind"] == kind
    assert content_of(play).goes_out == shown["goes_out"]

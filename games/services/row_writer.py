"""Storing games that exist as values: one statement for each table, however many games.

Games, seats, rounds and plays keep the ids that their values have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from accounts.models import User
from games.domain.game_record import GameRecord, RoundRecord
from games.domain.table_record import PlayRecord
from games.models import Game, Line, Play, Round, Seat

BATCH = 2_000  # rows in one statement


def insert_games(records: Sequence[GameRecord], *, hidden_by: UUID | None = None) -> None:
    """Store the rows of games, without seats and rounds; an import hides them until it ends."""
    rows = [
        Game(**asdict(record.game), outcome=record.outcome.value, hidden_by=hidden_by)
        for record in records
    ]
    Game.objects.bulk_create(rows, batch_size=BATCH)


def insert_seats(records: Sequence[GameRecord]) -> None:
    """Store the seats of games."""
    rows = [
        Seat(id=seat.id, game_id=record.game.id, player_id=seat.player_id, place=seat.place)
        for record in records
        for seat in record.seats
    ]
    Seat.objects.bulk_create(rows, batch_size=BATCH)


def insert_rounds(
    rounds: Sequence[tuple[GameRecord, RoundRecord]], *, recorded_by: User | None = None
) -> None:
    """Store rounds of games.

    They were recorded by the user `recorded_by`, or by people known only by their names.
    """
    rows = [
        Round(
            public_id=played.id,
            game_id=record.game.id,
            number=played.number,
            overrule=played.overrule,
            recorded_by=recorded_by,
            recorder_name="" if recorded_by else played.recorded_by or "",
            recorded_at=played.recorded_at or record.game.changed_at,
        )
        for record, played in rounds
    ]
    Round.objects.bulk_create(rows, batch_size=BATCH)  # which sets their ids
    lines = [
        line
        for (record, played), row in zip(rounds, rows, strict=True)
        for line in _lines(record, played, row)
    ]
    Line.objects.bulk_create(lines, batch_size=BATCH)


def replace_lines(record: GameRecord, played: RoundRecord) -> None:
    """Store other lines for a round that is stored."""
    row = Round.objects.get(game=record.game.id, number=played.number)
    row.lines.all().delete()
    Line.objects.bulk_create(_lines(record, played, row))


def insert_plays(
    plays: Sequence[tuple[GameRecord, PlayRecord]], *, recorded_by: User | None = None
) -> None:
    """Store plays on live tables; `recorded_by` as for `insert_rounds`."""
    rows = [
        Play(
            id=play.id,
            game_id=record.game.id,
            round=play.round,
            number=play.number,
            kind=play.kind,
            seat_id=None if play.seat is None else record.seats[play.seat].id,
            data=play.data,
            overrule=play.overrule,
            recorded_by=recorded_by,
            recorder_name="" if recorded_by else play.recorded_by or "",
            recorded_at=play.recorded_at,
            taken_back_at=play.taken_back_at,
        )
        for record, play in plays
    ]
    Play.objects.bulk_create(rows, batch_size=BATCH)


def _lines(record: GameRecord, played: RoundRecord, row: Round) -> list[Line]:
    return [
        Line(
            round=row,
            seat_id=record.seats[line.seat].id,
            points=line.points,
            cards=line.cards,
            laid_down=line.laid_down,
            went_out=line.went_out,
        )
        for line in played.lines
    ]

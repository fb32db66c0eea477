"""Turning games, seats, rounds and plays into rows of the models, and storing many at once.

Rows have the ids of the values they are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from accounts.models import User
from games.domain.attendance import moves
from games.domain.game_record import GameRecord, RoundRecord, SeatRecord, write_line, write_stint
from games.domain.play_codec import PlayKind
from games.domain.table_record import PlayRecord
from games.models import Game, Play, Round, Seat

BATCH = 2_000  # rows in each statement


def insert_games(records: Sequence[GameRecord], *, hidden_by: UUID | None = None) -> None:
    """Store the rows of games, without seats and rounds; an import hides its own until it ends."""
    rows = [
        Game(**asdict(record.game), outcome=record.outcome.value, hidden_by=hidden_by)
        for record in records
    ]
    Game.objects.bulk_create(rows, batch_size=BATCH)


def insert_seats(records: Sequence[GameRecord]) -> None:
    rows = [_seat_row(record, seat) for record in records for seat in record.seats]
    Seat.objects.bulk_create(rows, batch_size=BATCH)


def replace_seats(old: GameRecord, new: GameRecord) -> None:
    """Replace the seats of a game.

    The lines of its rounds move along with their seats, and so do the Skips in stored plays, each
    of which names the seat that it lies in front of.
    """
    places = moves(old.seats, new.seats)
    gone = {seat.id for seat in old.seats} - {seat.id for seat in new.seats}
    Seat.objects.filter(pk__in=gone).delete()
    before = {seat.id: seat for seat in old.seats}
    # No two may ever share a place, so whoever moves to an empty one goes first.
    up = [seat for seat in reversed(new.seats) if seat.id in before]
    down = reversed(up)
    for seat in up if all(places[place] >= place for place in places) else down:
        if seat != before[seat.id]:
            row = _seat_row(new, seat)
            Seat.objects.filter(pk=seat.id).update(place=row.place, stints=row.stints)
    Seat.objects.bulk_create(_seat_row(new, seat) for seat in new.seats if seat.id not in before)
    if all(place == moved for place, moved in places.items()):
        return
    for played in new.rounds:
        rows = Round.objects.filter(game=new.game.id, number=played.number)
        rows.update(lines=list(map(write_line, played.lines)))
    if old.game.has_plays:
        for play in Play.objects.filter(game=new.game.id, kind=PlayKind.DISCARD):
            if play.data["skips"] is not None:
                play.data["skips"] = places.get(play.data["skips"], play.data["skips"])
                play.save(update_fields=["data"])


def _seat_row(record: GameRecord, seat: SeatRecord) -> Seat:
    return Seat(
        id=seat.id,
        game_id=record.game.id,
        player_id=seat.player_id,
        place=seat.place,
        stints=[write_stint(stint) for stint in seat.stints],
    )


def insert_rounds(
    rounds: Sequence[tuple[GameRecord, RoundRecord]], *, recorded_by: User | None = None
) -> None:
    """Store rounds of games; `recorded_by` is as in `round_row`."""
    rows = [round_row(record, played, recorded_by=recorded_by) for record, played in rounds]
    Round.objects.bulk_create(rows, batch_size=BATCH)


def round_row(record: GameRecord, played: RoundRecord, *, recorded_by: User | None) -> Round:
    """A round as it is stored.

    `recorded_by` is None if only the name of whoever recorded it is known.
    """
    return Round(
        public_id=played.id,
        game_id=record.game.id,
        number=played.number,
        lines=list(map(write_line, played.lines)),
        overrule=played.overrule,
        recorded_by_id=recorded_by.pk if recorded_by else None,
        recorder_name="" if recorded_by else played.recorded_by or "",
        recorded_at=played.recorded_at or record.game.changed_at,
        phone_time=played.phone_time,
    )


def play_row(record: GameRecord, play: PlayRecord, *, recorded_by: User | None = None) -> Play:
    """A play as it is stored; `recorded_by` is as in `round_row`."""
    return Play(
        id=play.id,
        game_id=record.game.id,
        round=play.round,
        number=play.number,
        kind=play.kind,
        seat_id=None if play.seat is None else record.seats[play.seat].id,
        data=play.data,
        overrule=play.overrule,
        recorded_by_id=recorded_by.pk if recorded_by else None,
        recorder_name="" if recorded_by else play.recorded_by or "",
        recorded_at=play.recorded_at,
        phone_time=play.phone_time,
        taken_back_at=play.taken_back_at,
    )

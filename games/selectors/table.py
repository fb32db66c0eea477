"""Reading the live table of a round."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from games.domain.game_record import GameRecord
from games.domain.table_record import PlayRecord, TableRecord
from store.database import moment
from store.plays import plays_of_round, round_of_play


def table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """The table of a round, by default the one in play or the last one of the game.

    One query, and none if the game has no plays. Raises Http404 for a round that has not begun.
    """
    latest = latest_round(record)
    number = latest if round is None else round
    if not 1 <= number <= latest:
        raise Http404(_("This game has no round %(number)s.") % {"number": number})
    plays: list[PlayRecord] = []
    if record.game.has_plays:
        plays = plays_in(record.game.id, number)
    counting = tuple(play for play in plays if play.taken_back_at is None)
    return TableRecord(record, number, counting, plays[-1].number if plays else 0)


def plays_in(game: UUID, round: int) -> list[PlayRecord]:
    """The plays of a round in their order, those that were taken back too."""
    return [_play(round, *columns) for columns in plays_of_round(game, round)]


def latest_round(record: GameRecord) -> int:
    """The round in play, or the last one of a game that is over."""
    if record.state.over:
        return len(record.rounds)
    return min(record.state.number, len(record.rounds) + 1)


def table_with(record: GameRecord, play: UUID) -> TableRecord:
    """The table of the round in which a play was made, as it is now.

    Raises Http404 if there is no such play, or if it was taken back.
    """
    return table_of(record, round_with(record, play))


def round_with(record: GameRecord, play: UUID) -> int:
    """The round in which a play was made; Http404 if there is none, or if it was taken back."""
    round = round_of_play(record.game.id, play)
    if round is None:
        raise Http404
    return round


def _play(
    round: int,
    number: int,
    id: str,
    kind: str,
    seat: int | None,
    data: dict[str, Any],
    overrule: str,
    name: str | None,
    written: str,
    recorded_at: str,
    phone_time: str | None,
    taken_back_at: str | None,
) -> PlayRecord:
    """A play as `store.plays.plays_of_round` returns it."""
    return PlayRecord(
        id=UUID(id),
        round=round,
        number=number,
        kind=kind,
        seat=seat,
        data=data,
        overrule=overrule,
        recorded_by=name or written or None,
        imported=not name and bool(written),
        recorded_at=moment(recorded_at),
        taken_back_at=moment(taken_back_at) if taken_back_at else None,
        phone_time=moment(phone_time) if phone_time else None,
    )

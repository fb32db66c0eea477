"""Reading the live table of a round."""

from __future__ import annotations

from uuid import UUID

from games.domain.game_record import GameRecord
from games.domain.table_record import PlayRecord, TableRecord, without_orphans
from games.models import Play
from games.selectors.records import play_record, play_rows
from rest.refusals import NotFound, found
from store.queries import Parameter, Query

_PLAYS = Query(
    lambda: play_rows(Play.objects.filter(game=Parameter("game"), round=Parameter("round")))
)


def table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """The table of a round, by default the one in play or the last one of the game.

    One query, and none if the game has no plays. Raises NotFound for a round that has not begun.
    """
    latest = _latest_round(record)
    number = latest if round is None else round
    if not 1 <= number <= latest:
        raise NotFound
    plays: list[PlayRecord] = []
    if record.game.has_plays:
        rows = _PLAYS.rows(game=record.game.id, round=number)
        plays = [play_record(*columns) for _game, *columns in rows]
    counting = tuple(play for play in without_orphans(plays) if play.taken_back_at is None)
    return TableRecord(record, number, counting, plays[-1].number if plays else 0)


def _latest_round(record: GameRecord) -> int:
    """The round in play, or the last one of a game that is over."""
    if record.state.over:
        return len(record.rounds)
    return min(record.state.number, len(record.rounds) + 1)


def table_with(record: GameRecord, play: UUID) -> TableRecord:
    """The table of the round in which a play was made, as it is now.

    Raises NotFound if there is no such play, or if it was taken back.
    """
    return table_of(record, round_with(record, play))


def round_with(record: GameRecord, play: UUID) -> int:
    """The round in which a play was made; NotFound if there is none, or if it was taken back."""
    plays = Play.objects.filter(pk=play, game=record.game.id, taken_back_at=None)
    return found(plays.first()).round

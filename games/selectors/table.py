"""Reading the live table of a round."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from games.domain.game_record import GameRecord
from games.domain.table_record import PlayRecord, TableRecord
from games.models import Play
from games.selectors.records import play_record, play_rows


def table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """The table of a round, by default the one in play or the last one of the game.

    One query, and none if the game has no plays. Raises Http404 for a round that has not begun.
    """
    latest = min(record.state.number, len(record.rounds) + 1)
    if record.state.over:
        latest = len(record.rounds)
    number = latest if round is None else round
    if not 1 <= number <= latest:
        raise Http404(_("This game has no round %(number)s.") % {"number": number})
    plays: list[PlayRecord] = []
    if record.game.has_plays:
        rows = play_rows(Play.objects.filter(game=record.game.id, round=number))
        plays = [play_record(row) for row in rows.order_by("number")]
    counting = tuple(play for play in plays if play.taken_back_at is None)
    return TableRecord(record, number, counting, plays[-1].number if plays else 0)


def table_with(record: GameRecord, play: UUID) -> TableRecord:
    """The table of the round in which a play was made, as it is now.

    Raises Http404 if there is no such play, or if it was taken back.
    """
    row = Play.objects.filter(game=record.game.id, pk=play, taken_back_at=None).first()
    if row is None:
        raise Http404
    return table_of(record, row.round)

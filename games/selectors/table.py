"""Reading the table of a round."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from games.domain.record import GameRecord
from games.domain.table import TableRecord
from games.models import Play
from games.wire.games import game_answer
from rest.problems import ProblemError


def table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """The table of a round, by default the one in play or the game's last one.

    One query, and none where no play was ever recorded.

    Raises Http404 for a round that was never begun.
    """
    latest = min(record.state.number, len(record.rounds) + 1)
    if record.state.over:
        latest = len(record.rounds)
    number = latest if round is None else round
    if not 1 <= number <= latest:
        raise Http404(_("This game has no round %d.") % number)
    rows = list(_plays(record, number)) if record.game.has_plays else []
    counting = tuple(row for row in rows if row.taken_back_at is None)
    return TableRecord(record, number, counting, rows[-1].number if rows else 0)


def _plays(record: GameRecord, round: int) -> QuerySet[Play]:
    plays = Play.objects.filter(game=record.game, round=round)
    return plays.select_related("recorded_by").order_by("number")


def table_in_play(record: GameRecord, round: int) -> TableRecord:
    """The table of the round that is being played, which must be `round`.

    Raises ProblemError (409) where that round is over, not begun, or no game is on.
    """
    played = len(record.rounds)
    if round <= played:
        code = "round_over"
        text = _("Round %(round)s is recorded already: nothing more is played in it.")
    elif record.outcome != "playing":
        code, text = "game_not_playing", _("This game is over or abandoned.")
    elif round != record.state.number:
        code, text = "round_not_next", _("Round %(next)s is being played now.")
    else:
        return table_of(record, round)
    params = {"round": round, "next": record.state.number}
    raise ProblemError(409, code, text % params, extra={"game": game_answer(record)})

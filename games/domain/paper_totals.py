"""Games of which a sheet of paper has the end alone: Phases, points, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from games.domain.paper import PaperFlaw, PaperTotal
from referee.game import Variant
from referee.rulings.problems import RuleCode

if TYPE_CHECKING:
    from games.domain.record import GameRecord


def judge_totals(
    record: GameRecord, totals: Sequence[PaperTotal], *, overrule: bool
) -> tuple[list[dict[str, Any]], list[PaperFlaw]]:
    """What goes into `Game.totals`, by the seats; empty where it cannot. And what is wrong."""
    by_player = {total.player: total for total in totals}
    lines = [by_player[seat.player_id] for seat in record.seats if seat.player_id in by_player]
    if len(lines) != len(record.seats) or len(totals) != len(record.seats):
        text = _("Each player has one line with a total.")
        return [], [PaperFlaw("missing_player", text)]
    if flaws := list(_beyond_the_phases(record, lines)):
        return [], flaws
    contenders = _contenders(record, lines)
    winners = {line.player for line in lines if line.won}
    if not winners:
        open_to_win = [line for line in contenders if line.won is None]
        one_wins = record.plan.variant is Variant.STANDARD
        if not open_to_win or (one_wins and len(contenders) > 1):
            text = _("Who won this game? Its totals do not tell: say it in “won”.")
            return [], [PaperFlaw("nobody_won", text)]
        winners = {line.player for line in open_to_win}
    finals = [
        {"completed": line.completed, "total": line.total, "won": line.player in winners}
        for line in lines
    ]
    doubts = [] if overrule else [*_odd_points(record, lines)]
    if contenders and not winners <= {line.player for line in contenders} and not overrule:
        doubts.append(_did_not_win(record, contenders))
    return finals, doubts


def _beyond_the_phases(record: GameRecord, lines: Sequence[PaperTotal]) -> Iterator[PaperFlaw]:
    most = len(record.phases)
    for seat, line in enumerate(lines):
        if line.completed is not None and line.completed > most:
            text = _("%(player)s cannot have completed %(count)s Phases of %(most)s.")
            params = {"player": record.player(seat).name, "count": line.completed, "most": most}
            yield PaperFlaw("too_many_phases", text % params, player=line.player)


def _contenders(record: GameRecord, lines: Sequence[PaperTotal]) -> list[PaperTotal]:
    """Who can have won by sections 7.1 and 7.2; nobody where that cannot be told.

    Where nobody has completed the last Phase the table ended the game: the furthest one won.
    """
    if record.plan.variant is Variant.FIXED_ROUNDS:
        furthest = list(lines)
    elif any(line.completed is None for line in lines):
        return []
    else:
        most = max(line.completed or 0 for line in lines)
        furthest = [line for line in lines if line.completed == most]
    fewest = min(line.total for line in furthest)
    return [line for line in furthest if line.total == fewest]


def _odd_points(record: GameRecord, lines: Sequence[PaperTotal]) -> Iterator[PaperFlaw]:
    for seat, line in enumerate(lines):
        if line.total % 5:
            text = _(
                "%(points)s points for %(player)s cannot be: every card counts a multiple of 5."
            )
            params = {"player": record.player(seat).name, "points": line.total}
            code = RuleCode.POINTS_NOT_MULTIPLE_OF_5
            yield PaperFlaw(code, text % params, player=line.player, overrulable=True)


def _did_not_win(record: GameRecord, contenders: Sequence[PaperTotal]) -> PaperFlaw:
    names = {seat.player_id: seat.player.name for seat in record.seats}
    text = _("By the Phases and points, %(players)s won this game.")
    players = ", ".join(names[line.player] for line in contenders)
    return PaperFlaw("winner_not_possible", text % {"players": players}, overrulable=True)

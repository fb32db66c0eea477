"""Games of which a sheet of paper has only the end: Phases, points and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.domain.game_record import GameRecord
from games.domain.paper import PaperProblem, PaperTotal
from referee.game import Variant
from referee.rulings.problems import RuleCode
from referee.wording import AND, Text, gettext_noop, listed, ngettext_noop


def check_totals(
    record: GameRecord, totals: Sequence[PaperTotal], *, overrule: bool
) -> tuple[list[dict[str, Any]], list[PaperProblem]]:
    """The value of `Game.totals`, by the seats, empty if there is none; and what is wrong."""
    by_player = {total.player: total for total in totals}
    lines = [by_player[seat.player_id] for seat in record.seats if seat.player_id in by_player]
    if len(lines) != len(record.seats) or len(totals) != len(record.seats):
        text = Text(gettext_noop("Each player needs exactly one line with a total."))
        return [], [PaperProblem("missing_player", text)]
    if too_many := list(_too_many_phases(record, lines)):
        return [], too_many
    contenders = _contenders(record, lines)
    winners = {line.player for line in lines if line.won}
    if not winners:
        open_to_win = [line for line in contenders if line.won is None]
        one_wins = record.plan.variant is Variant.STANDARD
        if not open_to_win or (one_wins and len(contenders) > 1):
            text = Text(gettext_noop("The totals do not show who won: fill in “won”."))
            return [], [PaperProblem("nobody_won", text)]
        winners = {line.player for line in open_to_win}
    stored = [
        {"completed": line.completed, "total": line.total, "won": line.player in winners}
        for line in lines
    ]
    if overrule:
        return stored, []
    problems = list(_impossible_points(record, lines))
    if contenders and not winners <= {line.player for line in contenders}:
        problems.append(_impossible_winner(record, contenders))
    return stored, problems


def _too_many_phases(record: GameRecord, lines: Sequence[PaperTotal]) -> Iterator[PaperProblem]:
    last = len(record.phases)
    for seat, line in zip(record.seats, lines, strict=True):
        if line.completed is not None and line.completed > last:
            text = gettext_noop(
                "%(player)s cannot have completed Phase %(completed)s: the last one is Phase "
                "%(last)s."
            )
            params = {"player": seat.name, "completed": line.completed, "last": last}
            yield PaperProblem("too_many_phases", Text(text, params), player=line.player)


def _contenders(record: GameRecord, lines: Sequence[PaperTotal]) -> list[PaperTotal]:
    """Who can have won by sections 7.1 and 7.2; nobody if that cannot be known.

    If nobody completed the last Phase, the game was ended early, and the player furthest ahead won.
    """
    if record.plan.variant is Variant.FIXED_ROUNDS:
        furthest = list(lines)
    elif any(line.completed is None for line in lines):
        return []
    else:
        most_completed = max(line.completed or 0 for line in lines)
        furthest = [line for line in lines if line.completed == most_completed]
    lowest = min(line.total for line in furthest)
    return [line for line in furthest if line.total == lowest]


def _impossible_points(record: GameRecord, lines: Sequence[PaperTotal]) -> Iterator[PaperProblem]:
    for seat, line in zip(record.seats, lines, strict=True):
        if line.total % 5:
            text = ngettext_noop(
                "%(player)s cannot have %(count)s point: every card is worth a multiple of 5.",
                "%(player)s cannot have %(count)s points: every card is worth a multiple of 5.",
            )
            params = {"player": seat.name, "count": line.total}
            yield PaperProblem(
                RuleCode.POINTS_NOT_MULTIPLE_OF_5,
                Text(text, params),
                player=line.player,
                overrulable=True,
            )


def _impossible_winner(record: GameRecord, contenders: Sequence[PaperTotal]) -> PaperProblem:
    names = {seat.player_id: seat.name for seat in record.seats}
    players = listed([names[line.player] for line in contenders], AND)
    text = Text(
        gettext_noop("According to Phases and points, %(players)s won this game."),
        {"players": players},
    )
    return PaperProblem("winner_not_possible", text, overrulable=True)

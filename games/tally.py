"""The tally check in front of the record (rulebook, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from config.problems import FieldError, ProblemError
from games.record import LineOnRecord, Record
from referee.cards import parse_card
from referee.game import GameState
from referee.problems import Code
from referee.tally import Result, TallyVerdict, check_tally

if TYPE_CHECKING:
    from games.services.rounds import Entry

# What no table can overrule: somebody must say it, or the round is no round.
NEVER_OVERRULED = {Code.LAID_DOWN_UNKNOWN, Code.SEVERAL_WENT_OUT}


def read_lines(
    record: Record, state: GameState, entries: Sequence[Entry]
) -> list[tuple[int, Entry, Result]]:
    """Each entry with its seat and what the referee is asked about it, as they came."""
    seats = {record.seats[seat].player_id: seat for seat in state.playing}
    lines = []
    for entry in entries:
        seat = seats[entry.player]
        player = record.player(seat)
        result = Result(
            player=str(player.pk),
            name=player.name,
            phase=_phase(record, state, seat),
            points=entry.points,
            cards=entry.cards,
            laid_down=entry.laid_down,
            went_out=entry.went_out,
        )
        lines.append((seat, entry, result))
    return lines


def check(
    record: Record, lines: Sequence[tuple[int, Entry, Result]], *, overrule: bool
) -> tuple[tuple[LineOnRecord, ...], bool]:
    """The lines as they go on record, by their seats, and whether it took an overrule.

    Raises ProblemError (422 `tally_refused`) with the tally where the count cannot be,
    or is open, and the table has not overruled it.
    """
    results = [result for _seat, _entry, result in lines]
    verdict = check_tally(record.edition, record.phases, results)
    settled, undecided = [], []
    for (seat, entry, result), line in zip(lines, verdict.results, strict=True):
        laid_down = line.laid_down if line.laid_down is not None else _claimed(result)
        if laid_down is None:
            undecided.append(result)
            continue
        cards = None if entry.cards is None else [str(card) for card in entry.cards]
        settled.append(LineOnRecord(seat, line.points or 0, laid_down, line.went_out, cards))
    codes = {problem.code for problem in verdict.problems}
    if undecided or codes & NEVER_OVERRULED or (codes and not overrule):
        raise _refused(verdict, undecided if overrule else ())
    settled.sort(key=lambda line: line.seat)
    return tuple(settled), not verdict.ok


def doubts(record: Record, state: GameState, lines: Sequence[LineOnRecord]) -> list[str]:
    """What the check would say now about lines that are on record."""
    results = [
        Result(
            player=str(record.player(line.seat).pk),
            name=record.player(line.seat).name,
            phase=_phase(record, state, line.seat),
            points=line.points,
            cards=None if line.cards is None else tuple(map(parse_card, line.cards)),
            laid_down=line.laid_down,
            went_out=line.went_out,
        )
        for line in lines
    ]
    verdict = check_tally(record.edition, record.phases, results)
    return [problem.text.render(gettext) for problem in verdict.problems]


def _claimed(result: Result) -> bool | None:
    """What the table says of a player whose count proves nothing."""
    return True if result.went_out and result.laid_down is None else result.laid_down


def _phase(record: Record, state: GameState, seat: int) -> int:
    # In a tie-break everybody is past the last Phase, and plays it again.
    return state.seats[seat].phase or len(record.phases)


def _refused(verdict: TallyVerdict, undecided: Sequence[Result]) -> ProblemError:
    """The 422; `undecided` are those of whom an overrule has to say if they laid down."""
    errors = [
        FieldError(_field(verdict, problem.player), problem.code, problem.text.render(gettext))
        for problem in verdict.problems
    ]
    asked = {error.field for error in errors if error.code == Code.LAID_DOWN_UNKNOWN}
    for result in undecided:
        if (field := _field(verdict, result.player)) not in asked:
            text = _("To overrule this, say too whether %(player)s laid down the Phase.")
            text %= {"player": result.called}
            errors.append(FieldError(field, Code.LAID_DOWN_UNKNOWN, text))
    return ProblemError(
        422,
        "tally_refused",
        errors[0].message if len(errors) == 1 else _("This count cannot be: see errors."),
        errors=errors,
        extra={"results": [_settled(line) for line in verdict.results]},
    )


def _field(verdict: TallyVerdict, player: str | None) -> str:
    players = [line.player for line in verdict.results]
    return f"results.{players.index(player)}" if player in players else "results"


def _settled(line: Any) -> dict[str, Any]:
    return {
        "player": line.player,
        "phase": line.phase,
        "points": line.points,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
    }

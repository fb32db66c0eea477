"""The tally check in front of the record (rulebook, section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.record import GameRecord, LineRecord
from referee.cards import parse_card
from referee.game import GameState
from referee.rulings.problems import RuleCode
from referee.table import Table
from referee.tally import TallyEntry, TallyVerdict, check_tally
from rest.problems import FieldError, ProblemError

# What no table can overrule: somebody must say it, or the round is no round.
NEVER_OVERRULED = {RuleCode.LAID_DOWN_UNKNOWN, RuleCode.SEVERAL_WENT_OUT}


def only_players(record: GameRecord, state: GameState, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries, if everybody who plays the round has one and nobody else; else a 400."""
    playing = {record.seats[seat].player_id for seat in state.playing}
    errors = []
    seen: set[UUID] = set()
    for index, entry in enumerate(entries):
        field = f"results.{index}.player"
        if entry.player not in playing:
            text = _("This player does not play the round.")
            errors.append(FieldError(field, "not_playing", text))
        elif entry.player in seen:
            text = _("This player has a line already.")
            errors.append(FieldError(field, "duplicate_player", text))
        seen.add(entry.player)
        for place, card in enumerate(entry.cards or ()):
            if not record.edition.holds(card) or card.is_declared:
                text = _("No hand of this edition holds %(card)s.") % {"card": card}
                errors.append(FieldError(f"results.{index}.cards.{place}", "unknown_card", text))
    for seat in state.playing:
        player = record.player(seat)
        if player.pk not in seen:
            text = _("%(player)s has no line.") % {"player": player.name}
            errors.append(FieldError("results", "missing_player", text))
    if errors:
        raise ProblemError(
            400, "invalid_request", _("The lines are not those of the players."), errors=errors
        )
    return entries


def read_lines(
    record: GameRecord, state: GameState, entries: Sequence[Entry]
) -> list[tuple[int, Entry, TallyEntry]]:
    """Each entry with its seat and what the referee is asked about it, as they came."""
    seats = {record.seats[seat].player_id: seat for seat in state.playing}
    lines = []
    for entry in entries:
        seat = seats[entry.player]
        player = record.player(seat)
        result = TallyEntry(
            player=str(player.pk),
            name=player.name,
            phase=record.plan.phase_played(state.seats[seat]),
            points=entry.points,
            cards=entry.cards,
            laid_down=entry.laid_down,
            went_out=entry.went_out,
        )
        lines.append((seat, entry, result))
    return lines


def start_from_table(
    table: Table, seat: int, result: TallyEntry, *, out_is_said: bool
) -> TallyEntry:
    """A line with what the live table knows and the count does not say.

    Where every turn was logged, who has not laid down on the table has not laid down.
    """
    if result.laid_down is None and (seat in table.down or table.seating.turns_logged):
        result = replace(result, laid_down=seat in table.down)
    if table.out == seat and not out_is_said and not result.points and not result.cards:
        result = replace(result, went_out=True)
    return result


def contradictions(
    table: Table, lines: Sequence[tuple[int, Entry, TallyEntry]]
) -> Iterator[FieldError]:
    """Where the count says otherwise than the live table."""
    names = table.seating.names
    for index, (seat, entry, _result) in enumerate(lines):
        field = f"results.{index}"
        if entry.laid_down is False and seat in table.down:
            text = _("%(player)s has laid down: the cards lie on the table.")
        elif entry.laid_down and table.seating.turns_logged and seat not in table.down:
            text = _("%(player)s has not laid down on the table, where every turn was logged.")
        elif entry.went_out and table.out not in (None, seat):
            text = _("%(player)s did not go out on the table: %(other)s did.")
        elif table.out == seat and (entry.points or entry.cards):
            text = _("%(player)s has gone out on the table, and holds no cards.")
        else:
            continue
        params = {"player": names[seat], "other": names.get(table.out or 0)}
        yield FieldError(field, "contradicts_table", text % params)


def check(
    record: GameRecord,
    lines: Sequence[tuple[int, Entry, TallyEntry]],
    *,
    overrule: bool,
    contradicted: Sequence[FieldError] = (),
) -> tuple[tuple[LineRecord, ...], bool]:
    """The lines as they go on record, by their seats, and whether it took an overrule.

    Raises ProblemError (422 `tally_refused`) with the tally where the count cannot be, is
    open, or is `contradicted` by the live table, and the table has not overruled it.
    """
    results = [result for _seat, _entry, result in lines]
    verdict = check_tally(record.edition, record.phases, results)
    settled, undecided = [], []
    for (seat, entry, result), line in zip(lines, verdict.lines, strict=True):
        laid_down = line.laid_down if line.laid_down is not None else _claimed(result)
        if laid_down is None:
            undecided.append(result)
            continue
        cards = None if entry.cards is None else [str(card) for card in entry.cards]
        settled.append(LineRecord(seat, line.points or 0, laid_down, line.went_out, cards))
    codes = {problem.code for problem in verdict.problems}
    doubted = bool(codes or contradicted)
    if undecided or codes & NEVER_OVERRULED or (doubted and not overrule):
        raise _refused(verdict, undecided if overrule else (), contradicted)
    settled.sort(key=lambda line: line.seat)
    return tuple(settled), doubted


def doubts(record: GameRecord, state: GameState, lines: Sequence[LineRecord]) -> list[str]:
    """What the check would say now about lines that are on record."""
    results = [
        TallyEntry(
            player=str(record.player(line.seat).pk),
            name=record.player(line.seat).name,
            phase=record.plan.phase_played(state.seats[line.seat]),
            points=line.points,
            cards=None if line.cards is None else tuple(map(parse_card, line.cards)),
            laid_down=line.laid_down,
            went_out=line.went_out,
        )
        for line in lines
    ]
    verdict = check_tally(record.edition, record.phases, results)
    return [problem.text.render(gettext) for problem in verdict.problems]


def _claimed(result: TallyEntry) -> bool | None:
    """What the table says of a player whose count proves nothing."""
    return True if result.went_out and result.laid_down is None else result.laid_down


def _refused(
    verdict: TallyVerdict, undecided: Sequence[TallyEntry], contradicted: Sequence[FieldError]
) -> ProblemError:
    """The 422; `undecided` are those of whom an overrule has to say if they laid down."""
    errors = [
        FieldError(_field(verdict, problem.player), problem.code, problem.text.render(gettext))
        for problem in verdict.problems
    ]
    errors += contradicted
    asked = {error.field for error in errors if error.code == RuleCode.LAID_DOWN_UNKNOWN}
    for result in undecided:
        if (field := _field(verdict, result.player)) not in asked:
            text = _("To overrule this, say too whether %(player)s laid down the Phase.")
            text %= {"player": result.display_name}
            errors.append(FieldError(field, RuleCode.LAID_DOWN_UNKNOWN, text))
    return ProblemError(
        422,
        "tally_refused",
        errors[0].message if len(errors) == 1 else _("This count cannot be: see errors."),
        errors=errors,
        extra={"results": [_settled(line) for line in verdict.lines]},
    )


def _field(verdict: TallyVerdict, player: str | None) -> str:
    players = [line.player for line in verdict.lines]
    return f"results.{players.index(player)}" if player in players else "results"


def _settled(line: Any) -> dict[str, Any]:
    return {
        "player": line.player,
        "phase": line.phase,
        "points": line.points,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
    }

"""The tally check of a round as it was entered (rulebook, section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import GameRecord, LineRecord
from referee.cards import parse_card
from referee.game import GameState
from referee.rulings.problems import RuleCode
from referee.table import Table
from referee.tally import TallyEntry, TallyVerdict, check_tally
from referee.wording import Text, gettext_noop

# Cannot be overruled: the players must say who laid down, and who went out.
NEVER_OVERRULED = {RuleCode.LAID_DOWN_UNKNOWN, RuleCode.SEVERAL_WENT_OUT}


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """Something wrong with the entries of a round.

    `entry` is the index of the entry, None if it is about the round as a whole; `part` is the
    path inside the entry, such as `cards.2`.
    """

    code: str
    text: Text
    entry: int | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """A round that can be recorded: its lines by their seats, and whether it was overruled."""

    lines: tuple[LineRecord, ...]
    is_overruled: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A round that cannot be recorded as it was entered."""

    problems: tuple[EntryProblem, ...]
    verdict: TallyVerdict


@dataclass(frozen=True, slots=True)
class _Line:
    """An entry, its seat, and what the referee is asked about it."""

    seat: int
    entry: Entry
    result: TallyEntry


def check_players(
    record: GameRecord, state: GameState, entries: Sequence[Entry]
) -> Iterator[EntryProblem]:
    """What is wrong unless each player of the round has one entry, with cards of the edition."""
    playing = {record.seats[seat].player_id for seat in state.playing}
    seen: set[UUID] = set()
    for index, entry in enumerate(entries):
        if entry.player not in playing:
            text = Text(gettext_noop("This player is not in this round."))
            yield EntryProblem("not_playing", text, index, "player")
        elif entry.player in seen:
            text = Text(gettext_noop("This player already has a line."))
            yield EntryProblem("duplicate_player", text, index, "player")
        seen.add(entry.player)
        for place, card in enumerate(entry.cards or ()):
            if not record.edition.holds(card) or card.is_declared:
                text = Text(gettext_noop("This edition has no card %(card)s."), {"card": str(card)})
                yield EntryProblem("unknown_card", text, index, f"cards.{place}")
    for seat in state.playing:
        player = record.seats[seat]
        if player.player_id not in seen:
            text = Text(gettext_noop("%(player)s has no line."), {"player": player.name})
            yield EntryProblem("missing_player", text)


def check(
    record: GameRecord,
    state: GameState,
    entries: Sequence[Entry],
    *,
    overrule: bool,
    table: Table | None = None,
) -> Settled | Refused:
    """Check the tally of the round that follows `state`.

    `check_players` must have found nothing wrong with the entries. `table` is what lies on the
    live table, if anything does: it fills in what the entries leave open, and may contradict
    them. With `overrule` the players insist on a tally that the check would refuse.
    """
    lines = _read_lines(record, state, entries)
    contradictions: list[EntryProblem] = []
    if table is not None:
        anyone_out = any(entry.went_out for entry in entries)
        lines = [_completed_from_table(table, line, anyone_out=anyone_out) for line in lines]
        contradictions += _contradictions(table, lines)
    verdict = check_tally(record.edition, record.phases, [line.result for line in lines])
    settled, undecided = [], []
    for line, checked in zip(lines, verdict.lines, strict=True):
        laid_down = _claimed(line.result) if checked.laid_down is None else checked.laid_down
        if laid_down is None:
            undecided.append(line)
            continue
        cards = line.entry.cards
        settled.append(
            LineRecord(
                seat=line.seat,
                points=checked.points or 0,
                laid_down=laid_down,
                went_out=checked.went_out,
                cards=None if cards is None else [str(card) for card in cards],
            )
        )
    codes = {problem.code for problem in verdict.problems}
    is_doubtful = bool(codes or contradictions)
    if undecided or codes & NEVER_OVERRULED or (is_doubtful and not overrule):
        problems = [*_tally_problems(verdict), *contradictions]
        if overrule:
            problems += _undecided_problems(verdict, undecided, problems)
        return Refused(tuple(problems), verdict)
    settled.sort(key=lambda line: line.seat)
    return Settled(tuple(settled), is_overruled=is_doubtful)


def doubts(record: GameRecord, state: GameState, lines: Sequence[LineRecord]) -> list[Text]:
    """What the check would now find wrong with lines that were recorded."""
    results = [
        TallyEntry(
            player=str(record.seats[line.seat].player_id),
            name=record.seats[line.seat].name,
            phase=record.plan.phase_played(state.seats[line.seat]),
            points=line.points,
            cards=None if line.cards is None else tuple(map(parse_card, line.cards)),
            laid_down=line.laid_down,
            went_out=line.went_out,
        )
        for line in lines
    ]
    verdict = check_tally(record.edition, record.phases, results)
    return [problem.text for problem in verdict.problems]


def _read_lines(record: GameRecord, state: GameState, entries: Sequence[Entry]) -> list[_Line]:
    """The entries in the order in which they came, as the referee reads them."""
    seats = {record.seats[seat].player_id: seat for seat in state.playing}
    lines = []
    for entry in entries:
        seat = seats[entry.player]
        result = TallyEntry(
            player=str(entry.player),
            name=record.seats[seat].name,
            phase=record.plan.phase_played(state.seats[seat]),
            points=entry.points,
            cards=entry.cards,
            laid_down=entry.laid_down,
            went_out=entry.went_out,
        )
        lines.append(_Line(seat, entry, result))
    return lines


def _completed_from_table(table: Table, line: _Line, *, anyone_out: bool) -> _Line:
    """A line with what the live table knows and the entry does not say.

    If every turn was logged, a player who has not laid down on the table has not laid down.
    `anyone_out` says whether the entries name who went out.
    """
    result, seat = line.result, line.seat
    if result.laid_down is None and (seat in table.down or table.seating.turns_logged):
        result = replace(result, laid_down=seat in table.down)
    if table.out == seat and not anyone_out and not result.points and not result.cards:
        result = replace(result, went_out=True)
    return replace(line, result=result)


def _contradictions(table: Table, lines: Sequence[_Line]) -> Iterator[EntryProblem]:
    """Yield where the entries contradict the live table."""
    names = table.seating.names
    for index, line in enumerate(lines):
        seat, entry = line.seat, line.entry
        params = {"player": names[seat]}
        if entry.laid_down is False and seat in table.down:
            text = gettext_noop("%(player)s laid down: the cards are on the table.")
        elif entry.laid_down and table.seating.turns_logged and seat not in table.down:
            text = gettext_noop(
                "Every turn was logged on the table, and %(player)s did not lay down."
            )
        elif entry.went_out and table.out is not None and table.out != seat:
            text = gettext_noop("On the table, %(other)s went out, not %(player)s.")
            params["other"] = names[table.out]
        elif table.out == seat and (entry.points or entry.cards):
            text = gettext_noop("%(player)s went out on the table, so no cards are left.")
        else:
            continue
        yield EntryProblem("contradicts_table", Text(text, params), index)


def _claimed(result: TallyEntry) -> bool | None:
    """Whether the players say that a player laid down, if the points do not prove it."""
    return True if result.went_out and result.laid_down is None else result.laid_down


def _tally_problems(verdict: TallyVerdict) -> Iterator[EntryProblem]:
    for problem in verdict.problems:
        yield EntryProblem(problem.code, problem.text, _index(verdict, problem.player))


def _undecided_problems(
    verdict: TallyVerdict, undecided: Sequence[_Line], known: Sequence[EntryProblem]
) -> Iterator[EntryProblem]:
    """Ask who laid down if that is still open when a tally is overruled."""
    reported = {problem.entry for problem in known if problem.code == RuleCode.LAID_DOWN_UNKNOWN}
    for line in undecided:
        index = _index(verdict, line.result.player)
        if index not in reported:
            text = gettext_noop(
                "To overrule this, also say whether %(player)s laid down the Phase."
            )
            params = {"player": line.result.display_name}
            yield EntryProblem(RuleCode.LAID_DOWN_UNKNOWN, Text(text, params), index)


def _index(verdict: TallyVerdict, player: str | None) -> int | None:
    players = [line.player for line in verdict.lines]
    return players.index(player) if player in players else None

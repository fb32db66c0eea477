"""The tally check of a round as it was entered (rulebook, section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import GameRecord, LineRecord
from referee.cards import parse_card
from referee.game import GameState
from referee.must_lay_down import had_to_lay_down
from referee.played_round import PlayedRound
from referee.rulings.problems import RuleCode
from referee.tally import (
    CONTRADICTS_TABLE,
    ShownTable,
    TallyEntry,
    TallyVerdict,
    check_tally,
    completed,
    contradictions,
)
from referee.wording import Text, gettext_noop


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """Something wrong with the entries of a round.

    `entry` is the index of the entry, None if it is about the round as a whole; `part` is the
    path inside the entry, such as `cards.2`. `rule` is the section of the rulebook, empty if it
    is not a rule of the game; otherwise `code` is a `RuleCode`.
    """

    code: str
    text: Text
    entry: int | None = None
    part: str = ""
    rule: str = ""


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
class Examined:
    """The lines of a round as the referee reads them, and everything that is wrong with them."""

    entries: tuple[TallyEntry, ...]
    verdict: TallyVerdict
    problems: tuple[EntryProblem, ...]


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
    played: PlayedRound | None = None,
) -> Settled | Refused:
    """Check the tally of the round that follows `state`.

    `check_players` must have found nothing wrong with the entries. `played` is what was
    recorded on the live table, if anything was: it fills in what the entries leave open, and may
    contradict them. With `overrule` the players insist on a tally that the check would refuse.
    """
    examined = examine(record, state, entries, played)
    verdict = examined.verdict
    settled, undecided = [], []
    for entry, checked in zip(examined.entries, verdict.lines, strict=True):
        laid_down = checked.laid_down
        if laid_down is None:
            laid_down = _claimed(entry, is_out=checked.went_out)
        if laid_down is None:
            undecided.append(entry)
            continue
        assert entry.seat is not None
        settled.append(
            LineRecord(
                seat=entry.seat,
                points=checked.points or 0,
                laid_down=laid_down,
                went_out=checked.went_out,
                cards=None if entry.cards is None else [str(card) for card in entry.cards],
            )
        )
    is_doubtful = bool(examined.problems)
    if undecided or _is_open(verdict) or (is_doubtful and not overrule):
        problems = list(examined.problems)
        if overrule:
            problems += _undecided_problems(verdict, undecided, problems)
        return Refused(tuple(problems), verdict)
    settled.sort(key=lambda line: line.seat)
    return Settled(tuple(settled), is_overruled=is_doubtful)


def examine(
    record: GameRecord,
    state: GameState,
    entries: Sequence[Entry],
    played: PlayedRound | None,
) -> Examined:
    """Say what is wrong with the entries of the round that follows `state`; some can be open."""
    seats = {record.seats[seat].player_id: seat for seat in state.playing}
    read = [_read(record, state, seats[entry.player], entry) for entry in entries]
    if played is not None:
        read = completed(_shown(record, played), read)
    verdict = check_tally(record.edition, record.phases, read, played)
    problems = list(_tally_problems(verdict))
    if played is not None:
        # What the table knows first: the points may only be wrong because of it.
        problems[:0] = _contradictions(record, played, read, verdict)
        problems += _held_back(played, read, verdict)
    return Examined(tuple(read), verdict, tuple(problems))


def doubts(
    record: GameRecord,
    state: GameState,
    lines: Sequence[LineRecord],
    played: PlayedRound | None = None,
) -> list[Text]:
    """What the check would now find wrong with lines that were recorded."""
    recorded = [_read(record, state, line.seat, entry_of(record, line)) for line in lines]
    verdict = check_tally(record.edition, record.phases, recorded, played)
    found = [problem.text for problem in verdict.problems]
    if played is not None:
        found += [problem.text for problem in _contradictions(record, played, recorded, verdict)]
        found += [problem.text for problem in _held_back(played, recorded, verdict)]
    return found


def entry_of(record: GameRecord, line: LineRecord) -> Entry:
    """The entry that says the same as a recorded line."""
    return Entry(
        player=record.seats[line.seat].player_id,
        points=line.points,
        cards=None if line.cards is None else tuple(map(parse_card, line.cards)),
        laid_down=line.laid_down,
        went_out=line.went_out,
    )


def _read(record: GameRecord, state: GameState, seat: int, entry: Entry) -> TallyEntry:
    """An entry as the referee reads it."""
    return TallyEntry(
        player=str(entry.player),
        name=record.seats[seat].name,
        phase=record.plan.phase_played(state.seats[seat]),
        points=entry.points,
        cards=entry.cards,
        laid_down=entry.laid_down,
        went_out=entry.went_out,
        seat=seat,
    )


def _shown(record: GameRecord, played: PlayedRound) -> ShownTable:
    """What the tally is told of the live table."""
    table = played.table
    ids = {seat: str(record.seats[seat].player_id) for seat in table.seating.seats}
    return ShownTable(
        turns_logged=table.seating.turns_logged,
        down=frozenset(ids[seat] for seat in table.down),
        out=None if table.out is None else ids[table.out],
    )


def _contradictions(
    record: GameRecord, played: PlayedRound, entries: Sequence[TallyEntry], verdict: TallyVerdict
) -> Iterator[EntryProblem]:
    """Yield where the entries contradict the live table."""
    for index, text in contradictions(_shown(record, played), entries, verdict):
        yield EntryProblem(CONTRADICTS_TABLE, text, index)


def _held_back(
    played: PlayedRound, entries: Sequence[TallyEntry], verdict: TallyVerdict
) -> Iterator[EntryProblem]:
    """Yield who had to lay down by the house rule, and has not."""
    for index, (entry, checked) in enumerate(zip(entries, verdict.lines, strict=True)):
        if checked.laid_down is False:
            for problem in had_to_lay_down(entry, played):
                yield EntryProblem(problem.code, problem.text, index, rule=problem.rule)


def _is_open(verdict: TallyVerdict) -> bool:
    """Whether the players must still say who laid down or who went out, whatever the reason."""
    codes = {problem.code for problem in verdict.problems}
    return RuleCode.LAID_DOWN_UNKNOWN in codes or sum(line.went_out for line in verdict.lines) > 1


def _claimed(entry: TallyEntry, *, is_out: bool) -> bool | None:
    """Whether the players say that a player laid down, if the points do not prove it."""
    return True if is_out and entry.laid_down is None else entry.laid_down


def _tally_problems(verdict: TallyVerdict) -> Iterator[EntryProblem]:
    for problem in verdict.problems:
        index = _index(verdict, problem.player)
        yield EntryProblem(problem.code, problem.text, index, rule=problem.rule)


def _undecided_problems(
    verdict: TallyVerdict, undecided: Sequence[TallyEntry], known: Sequence[EntryProblem]
) -> Iterator[EntryProblem]:
    """Ask who laid down if that is still open when a tally is overruled."""
    reported = {problem.entry for problem in known if problem.code == RuleCode.LAID_DOWN_UNKNOWN}
    for entry in undecided:
        index = _index(verdict, entry.player)
        if index not in reported:
            text = gettext_noop(
                "To overrule this, also say whether %(player)s laid down the Phase."
            )
            params = {"player": entry.display_name}
            yield EntryProblem(RuleCode.LAID_DOWN_UNKNOWN, Text(text, params), index, rule="6")


def _index(verdict: TallyVerdict, player: str | None) -> int | None:
    players = [line.player for line in verdict.lines]
    return players.index(player) if player in players else None

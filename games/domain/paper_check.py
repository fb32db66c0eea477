"""Whether a game can have been played as a sheet of paper says.

This works on values, with players who may not be stored yet.
`games.services.paper_games` records the games that pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from uuid import UUID

from games.domain.attendance import MAX_TAKING_PART
from games.domain.entry import Entry
from games.domain.game_record import (
    GameRecord,
    GameValues,
    Outcome,
    RoundRecord,
    SeatRecord,
    write_phase,
)
from games.domain.handicaps import handicap_problems
from games.domain.paper import PaperGame, PaperProblem
from games.domain.paper_totals import check_totals
from games.domain.tally import EntryProblem, Refused, check, check_players
from referee.editions import EDITIONS
from referee.house_rules import STANDARD_RULES
from referee.stints import most_at_a_time, there_at_first
from referee.wording import Text, gettext_noop


@dataclass(frozen=True, slots=True)
class CheckedPaper:
    """A game as it would be recorded, and what prevents that.

    The record ends before the first round that could not be followed.
    """

    paper: PaperGame
    record: GameRecord
    problems: tuple[PaperProblem, ...]


def check_paper(paper: PaperGame, names: Mapping[UUID, str]) -> CheckedPaper:
    """Check a game, and fill in what its points prove; `names` are those of its players."""
    record = _before_first_round(paper, names)
    if problems := list(_seating_problems(record, paper)):
        return CheckedPaper(paper, record, tuple(problems))
    if paper.totals is not None:
        totals, problems = check_totals(record, paper.totals, overrule=bool(paper.overrule))
        if totals:
            record = replace(record, game=replace(record.game, totals=totals))
    else:
        record, problems = _play_rounds(record, paper)
    if all(problem.overrulable for problem in problems):
        problems += _status_problems(record, paper)
    return CheckedPaper(paper, record, tuple(problems))


def _before_first_round(paper: PaperGame, names: Mapping[UUID, str]) -> GameRecord:
    phases = paper.phases or EDITIONS[paper.edition].phases
    dealer = paper.first_dealer
    game = GameValues(
        edition=paper.edition,
        variant=paper.variant.value,
        phases=[write_phase(phase) for phase in phases],
        house_rules=asdict(STANDARD_RULES),
        first_dealer=paper.players.index(dealer) if dealer in paper.players else 0,
        started_at=paper.started_at,
        changed_at=paper.started_at,
        ended_early=paper.ended_early,
        abandoned=paper.status is Outcome.ABANDONED and not paper.ended_early,
    )
    seats = [
        SeatRecord(player, names[player], place, stints=paper.stints.get(player, ()))
        for place, player in enumerate(paper.players)
    ]
    return GameRecord(game, tuple(seats))


def _seating_problems(record: GameRecord, paper: PaperGame) -> Iterator[PaperProblem]:
    """Who cannot sit at one table, and what a sheet must have."""
    minimum, limit = record.edition.min_players, record.edition.max_players
    maximum = MAX_TAKING_PART if record.has_stints else limit
    stints = [seat.stints for seat in record.seats]
    if not minimum <= len(paper.players) <= maximum:
        text = gettext_noop(
            "This edition is for %(minimum)s to %(maximum)s players, not %(count)s."
        )
        params = {"minimum": minimum, "maximum": maximum, "count": len(paper.players)}
        yield PaperProblem("wrong_player_count", Text(text, params))
    elif most_at_a_time(stints) > limit:
        text = gettext_noop("At most %(limit)s people can play this edition at a time.")
        yield PaperProblem("wrong_player_count", Text(text, {"limit": limit}))
    elif there_at_first(stints) < minimum:
        text = gettext_noop("At least %(minimum)s players must be there in the first round.")
        yield PaperProblem("wrong_player_count", Text(text, {"minimum": minimum}))
    for problem in handicap_problems(record.plan):
        yield PaperProblem(problem.code, problem.text, player=paper.players[problem.seat])
    for place, player in enumerate(paper.players):
        if player in paper.players[:place]:
            text = gettext_noop("%(player)s has two seats in this game.")
            name = record.seats[place].name
            yield PaperProblem("duplicate_player", Text(text, {"player": name}), player=player)
    if paper.first_dealer not in (None, *paper.players):
        text = gettext_noop("The first dealer must be one of the players.")
        yield PaperProblem("unknown_dealer", Text(text))
    can_be_empty = paper.status in (Outcome.PLAYING, Outcome.ABANDONED) and not paper.ended_early
    if not paper.rounds and paper.totals is None and not can_be_empty:
        text = gettext_noop("A game needs either rounds or totals, and this one has neither.")
        yield PaperProblem("empty_game", Text(text))
    if paper.rounds and paper.totals is not None:
        text = gettext_noop("A game has either rounds or only totals, not both.")
        yield PaperProblem("rounds_and_totals", Text(text))


def _status_problems(record: GameRecord, paper: PaperGame) -> Iterator[PaperProblem]:
    """How the game stands by its rounds, if the sheet says something else."""
    if paper.totals is not None or not record.rounds:
        return
    is_over = record.state.over
    # With a status, the sheet is an export: a game ended early can be over by a later correction.
    if paper.ended_early and is_over and paper.status is None:
        text = gettext_noop("According to its rounds, this game is over, so it did not end early.")
        yield PaperProblem("not_ended_early", Text(text))
    if paper.status is Outcome.OVER and record.outcome is not Outcome.OVER:
        text = gettext_noop(
            "According to its rounds, this game is not over. If it was ended early, write yes "
            "under “ended_early”."
        )
        yield PaperProblem("not_over", Text(text))
    if paper.status is Outcome.PLAYING and is_over:
        text = gettext_noop("According to its rounds, this game is over.")
        yield PaperProblem("not_playing_on", Text(text))


def _play_rounds(record: GameRecord, paper: PaperGame) -> tuple[GameRecord, list[PaperProblem]]:
    """The game after its rounds, up to the first one that cannot have been played."""
    problems: list[PaperProblem] = []
    for number, entries in enumerate(paper.rounds, 1):
        if record.state.over:
            text = Text(
                gettext_noop("The game was already over before round %(number)s."),
                {"number": number},
            )
            problems.append(PaperProblem("game_over", text, number))
            break
        reason = paper.overrules.get(number) or paper.overrule
        played, wrong = _tally_round(record, number, entries, reason)
        problems += wrong
        if played is None:  # so nobody knows which Phases the next round is about
            break
        record = record.with_rounds([*record.rounds, played])
    return record, problems


def _tally_round(
    record: GameRecord, number: int, entries: Sequence[Entry], reason: str
) -> tuple[RoundRecord | None, list[PaperProblem]]:
    """The round as it would be recorded, if it can be, and what is wrong with its tally."""
    if wrong := list(check_players(record, record.state, entries)):
        return None, _on_paper(wrong, number, entries)
    tally = check(record, record.state, entries, overrule=bool(reason))
    problems: list[PaperProblem] = []
    if isinstance(tally, Refused) and not reason:
        refused, tally = tally, check(record, record.state, entries, overrule=True)
        problems = _on_paper(refused.problems, number, entries, overrulable=True)
    if isinstance(tally, Refused):
        return None, _on_paper(tally.problems, number, entries)
    return RoundRecord(number, tally.lines, reason if tally.is_overruled else ""), problems


def _on_paper(
    problems: Iterable[EntryProblem],
    number: int,
    entries: Sequence[Entry],
    *,
    overrulable: bool = False,
) -> list[PaperProblem]:
    """The problems of a round, each with the player whose line it is about."""
    return [
        PaperProblem(
            code=str(problem.code),
            text=problem.text,
            round=number,
            player=None if problem.entry is None else entries[problem.entry].player,
            overrulable=overrulable,
        )
        for problem in problems
    ]

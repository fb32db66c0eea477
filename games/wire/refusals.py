"""Why a round is refused, as a problem. Plain Python: phones refuse it too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.domain.attendance import SeatingProblem
from games.domain.entry import Entry
from games.domain.game_record import GameRecord, RoundRecord
from games.domain.tally import EntryProblem, Refused, check, check_players
from games.wire.rounds import refused_lines
from referee.game import GameState
from referee.played_round import PlayedRound
from referee.rulebook.entries import entry_about
from referee.rulings.problems import RuleCode
from referee.wire.reading import InvalidField, InvalidRequest, RefusedRequest
from referee.wording import Text, gettext_noop


def game_not_playing() -> RefusedRequest:
    """Return the problem of a round for a game that takes no more rounds."""
    text = gettext_noop("This game is over or abandoned: no more rounds can be recorded.")
    return RefusedRequest(409, "game_not_playing", Text(text))


def wrong_players(
    problems: Iterable[EntryProblem], *path: str | int, of: str = "results"
) -> RefusedRequest:
    """Return the problem if the lines of a round at `path` are not those of its players.

    `of` is the field of the round that has the lines.
    """
    text = gettext_noop("The lines do not match the players of the round.")
    return RefusedRequest(400, "invalid_request", Text(text), _fields(problems, (*path, of)))


def refused_tally(refused: Refused, *path: str | int) -> RefusedRequest:
    """Return the problem of a round at `path` that cannot be recorded as it was entered."""
    fields = _fields(refused.problems, (*path, "results"))
    several = Text(gettext_noop("This tally is impossible. See the errors."))
    text = several if len(fields) > 1 else fields[0].text
    extra = {"results": refused_lines(refused.verdict)}
    return RefusedRequest(422, "tally_refused", text, fields, extra)


def tallied(
    record: GameRecord,
    state: GameState,
    number: int,
    entries: Sequence[Entry],
    overrule: str,
    *path: str | int,
    played: PlayedRound | None = None,
) -> RoundRecord:
    """Return the round that follows `state` as it will be recorded; `played` is as for `check`.

    Raises `RefusedRequest`, about the round at `path`, unless it passes the check.
    """
    if wrong := list(check_players(record, state, entries)):
        raise wrong_players(wrong, *path)
    tally = check(record, state, entries, overrule=bool(overrule), played=played)
    if isinstance(tally, Refused):
        raise refused_tally(tally, *path)
    return RoundRecord(number, tally.lines, overrule if tally.is_overruled else "")


def cannot_be_seated(problems: Sequence[SeatingProblem], *path: str | int) -> RefusedRequest:
    """Return the problem of a player, given at `path`, who cannot join or leave."""
    first = problems[0]
    if first.code == "not_playing":
        return InvalidRequest([InvalidField((*path, "player"), first.code, first.text)])
    if first.field in ("", "player"):  # not possible now
        return RefusedRequest(409, first.code, first.text)
    return InvalidRequest(
        InvalidField((*path, problem.field), problem.code, problem.text) for problem in problems
    )


def _fields(problems: Iterable[EntryProblem], path: tuple[str | int, ...]) -> list[InvalidField]:
    fields = []
    for problem in problems:
        inside = [part for part in (problem.entry, problem.part) if part not in (None, "")]
        rule_entry = rule_entry_of(problem) or ""
        fields.append(InvalidField((*path, *inside), problem.code, problem.text, rule_entry))
    return fields


def rule_entry_of(problem: EntryProblem) -> str | None:
    """Return the id of the entry that explains the rule, None if it is not a rule of the game."""
    if not problem.rule:
        return None
    return entry_about(RuleCode(problem.code), problem.rule).id

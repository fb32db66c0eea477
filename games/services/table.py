"""Playing on the live table: the round in play, recording a play, and taking one back.

The `record` of the table that is changed was locked by `games.services.locking.locked_game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import GameRecord, Outcome
from games.domain.play_codec import write_play
from games.domain.table_record import PlayRecord, TableRecord
from games.models import Play
from games.selectors.kept_tables import keep_table, kept_table_of
from games.selectors.table import round_with, table_of
from games.services.events import write_game
from games.services.row_writer import play_row
from games.wire.events import NewEvent, table_laid, table_patched
from games.wire.games import game_answer
from games.wire.tables import (
    TablePatch,
    TableState,
    play_answer,
    table_answer,
    table_patch,
    verdict_answer,
)
from referee.plays import TablePlay
from referee.rulings.table_plays import PlayVerdict, rule_play
from referee.table import Table, apply_play
from rest.limits import expect_room
from rest.metrics import verdict_given
from rest.problems import ProblemError
from store.rows import insert, update
from store.statements import Statement


@dataclass(frozen=True, slots=True)
class Played:
    """A table after a play was made or taken back, and what that changed."""

    table: TableRecord
    patch: TablePatch

    def answer(self, *, whole: bool = False) -> TablePatch | TableState:
        """What changed on the table, or the `whole` table."""
        return table_answer(self.table) if whole else self.patch


def table_in_play(record: GameRecord, round: int) -> TableRecord:
    """The table of the round that is being played, which must be `round`.

    Raises ProblemError (409) if that round is over or has not begun, or the game is over.
    """
    played = len(record.rounds)
    if round <= played:
        code = "round_over"
        text = _("Round %(round)s has already been recorded: no more plays are possible.")
    elif record.outcome is not Outcome.PLAYING:
        code, text = "game_not_playing", _("This game is over or abandoned.")
    elif round != record.state.number:
        code, text = "round_not_next", _("Round %(next)s is being played, not round %(round)s.")
    else:
        return kept_table_of(record, round)
    params = {"round": round, "next": record.state.number}
    raise ProblemError(409, code, text % params, extra={"game": game_answer(record)})


def make_play(
    *,
    in_play: TableRecord,
    actor: User,
    verdict: PlayVerdict,
    overrule: str = "",
    id: UUID | None = None,
    phone_time: datetime | None = None,
) -> Played:
    """Record a play; return the table after it.

    Raises ProblemError (409) with the ruling if the play is illegal and the players do not
    overrule that, or if its player must choose what a wild card stands for; also if the round has
    too many plays.
    """
    ruling = verdict_answer(verdict)
    verdict_given("play", verdict.problems[0].code if verdict.problems else None)
    if verdict.problems and not overrule:
        text = ruling["problems"][0]["message"]
        raise ProblemError(409, "illegal_play", text, extra={"ruling": ruling})
    if verdict.choices:
        text = _("A wild card could stand for more than one thing: ask its player, and declare it.")
        raise ProblemError(409, "ambiguous_play", text, extra={"ruling": ruling})
    expect_room("plays_of_round", in_play.last)
    expect_room("events_of_game", in_play.record.game.last_event)
    kind, data = write_play(verdict.play)
    play = PlayRecord(
        id=id or uuid4(),
        round=in_play.number,
        number=in_play.last + 1,
        kind=kind,
        seat=verdict.play.seat,
        data={**data, "turns": in_play.turns_logged},
        overrule=overrule if verdict.problems else "",
        recorded_by=actor.name,
        recorded_at=timezone.now(),
        phone_time=phone_time,
    )
    row = play_row(in_play.record, play, recorded_by=actor)
    return _write(in_play, in_play.with_plays([*in_play.plays, play]), insert(row), actor)


def take_back(*, record: GameRecord, actor: User, play: UUID) -> Played:
    """Take a play back unless later plays rest on it; return the table without it.

    Raises Http404 for a play that does not exist or was taken back, and ProblemError (409) if
    its round is over, or with the plays that could not have been made without it.
    """
    in_play = table_in_play(record, round_with(record, play))
    blocking = _plays_resting_on(in_play, play)
    if blocking:
        raise ProblemError(
            409,
            "later_plays_fall",
            _("Later plays depend on this one: take them back first, starting with the last."),
            extra={"plays": [play_answer(in_play, later) for later in blocking]},
        )
    new = in_play.with_plays([other for other in in_play.plays if other.id != play])
    taken_back = update(Play, {"id": play}, {"taken_back_at": timezone.now()})
    return _write(in_play, new, taken_back, actor)


def follow_rounds(
    *, before: TableRecord, record: GameRecord, clears_table: bool = False
) -> list[NewEvent]:
    """Update the table in play after rounds have changed; return the event about it, if any.

    `before` is the table that was in play. `clears_table` says that plays of rounds that were
    not recorded are taken back; plays of players who are no longer in the round always are.
    """
    if clears_table:
        _clear(record, round__gt=len(record.rounds))
    after = table_of(record)
    if after.has_plays_of_others:
        _clear(record, round=after.number)
        after = after.with_plays([])
    if after.number == before.number and table_answer(after) == table_answer(before):
        return []
    return [_table_event(before, after)]


def _clear(record: GameRecord, **rounds: int) -> None:
    """Take back all plays of some rounds."""
    if record.game.has_plays:
        plays = Play.objects.filter(game=record.game.id, taken_back_at=None, **rounds)
        plays.update(taken_back_at=timezone.now())


def _plays_resting_on(in_play: TableRecord, id: UUID) -> list[PlayRecord]:
    """The plays that are allowed now, but would not be without the play with this id."""
    place = [row.id for row in in_play.plays].index(id)
    without = in_play.tables[place]
    resting: list[PlayRecord] = []
    for with_it, row in zip(in_play.tables[place + 1 :], in_play.plays[place + 1 :], strict=False):
        if _rests(row, row.play, with_it, without):
            resting.append(row)
        else:
            without = apply_play(without, row.play)
    return resting


def _rests(row: PlayRecord, play: TablePlay, with_it: Table, without: Table) -> bool:
    verdict = rule_play(without, play)
    if verdict is None:
        return True
    # A play that a correction or another house rule has made illegal does not rest on this one.
    return not _is_allowed(row, verdict) and _is_allowed(row, rule_play(with_it, play))


def _is_allowed(row: PlayRecord, verdict: PlayVerdict | None) -> bool:
    if verdict is None or verdict.choices:
        return False
    return verdict.is_legal or bool(row.overrule)


def _write(before: TableRecord, after: TableRecord, play: Statement, actor: User) -> Played:
    """Store what a play has changed, and its event; return the table with the event's number."""
    after = after.with_columns(last_event=before.record.game.last_event + 1, has_plays=True)
    patch = table_patch(before, after)
    write_game(
        after.record.game,
        [table_patched(patch)],
        play,
        actor=actor.name,
        at=timezone.now(),
        has_plays=True,
    )
    keep_table(after)
    return Played(after, patch)


def _table_event(before: TableRecord, after: TableRecord) -> NewEvent:
    """What has changed on the table, or the whole table if it is that of another round."""
    if before.number == after.number:
        return table_patched(table_patch(before, after))
    return table_laid(table_answer(after))

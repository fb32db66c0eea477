"""Playing on the live table: the round in play, recording a play, and taking one back.

The caller has locked the game of a table that is changed, by `games.services.locking.locked_game`.
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
from games.selectors.table import round_with, table_of
from games.services.events import happening, write_game
from games.services.row_writer import play_row
from games.wire.events import NewEvent, table_laid, table_patched
from games.wire.tables import (
    TablePatch,
    table_answer,
    table_patch,
)
from referee.api.errors import in_words
from referee.api.verdict_metric import VERDICTS
from referee.plays import TablePlay
from referee.rulings.table_plays import PlayVerdict, rule_play
from referee.table import Table, apply_play
from rest.limits import expect_room
from rest.refusals import NotFound, Refusal
from store.rows import insert, update
from store.statements import Statement


@dataclass(frozen=True, slots=True)
class Played:
    """A table after a play was made or taken back, and what that changed."""

    table: TableRecord
    patch: TablePatch


def table_in_play(record: GameRecord, round: int) -> TableRecord:
    """The table of the round that is being played, which must be `round`.

    Raises Refusal if that round is over or has not begun, or if the game is over.
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
        return table_of(record, round)
    params = {"round": round, "next": record.state.number}
    raise Refusal(code, text % params, game=record)


def make_play(
    *,
    in_play: TableRecord,
    actor: User,
    verdict: PlayVerdict,
    overrule: str,
    id: UUID | None = None,
    phone_time: datetime | None = None,
) -> Played:
    """Record a play; return the table after it.

    Raises Refusal: along with the ruling, if the play is illegal and the players do not overrule
    that, or if its player has to choose what a wild card stands for; and if the round has too many
    plays.
    """
    VERDICTS.inc("play", verdict.problems[0].code if verdict.problems else "none")
    if verdict.problems and not overrule:
        text = in_words(verdict.problems[0].text)
        raise Refusal("illegal_play", text, ruling=verdict)
    if verdict.choices:
        text = _("A wild card could stand for more than one thing: ask its player, and declare it.")
        raise Refusal("ambiguous_play", text, ruling=verdict)
    expect_room("plays_of_round", in_play.last)
    expect_room("events_of_game", in_play.record.game.last_event)
    kind, data = write_play(verdict.play)
    play = PlayRecord(
        id=id or uuid4(),
        round=in_play.number,
        number=in_play.last + 1,
        kind=kind,
        seat=verdict.play.seat,
        data={**data, "turns": in_play.turns_logged, "draws": True},
        overrule=overrule if verdict.problems else "",
        recorded_by=actor.name,
        recorded_at=timezone.now(),
        phone_time=phone_time,
    )
    row = play_row(in_play.record, play, recorded_by=actor)
    return _write(in_play, in_play.with_plays([*in_play.plays, play]), insert(row), actor)


def take_back(*, record: GameRecord, actor: User, play: UUID) -> Played:
    """Take a play back unless later plays depend on it; return the table without it.

    Raises NotFound if there is no such play, or it has been taken back. Raises Refusal if its round
    is over, and, along with them, if there are plays that could not have been made without it.
    """
    in_play = table_in_play(record, round_with(record, play))
    if all(row.id != play for row in in_play.plays):
        raise NotFound  # it cannot be laid: see `without_orphans`
    blocking = _plays_resting_on(in_play, play)
    if blocking:
        text = _("Later plays depend on this one: take them back first, starting with the last.")
        raise Refusal("later_plays_fall", text, plays=[(in_play, later) for later in blocking])
    new = in_play.with_plays([other for other in in_play.plays if other.id != play])
    taken_back = update(Play, {"id": play}, {"taken_back_at": timezone.now()})
    return _write(in_play, new, taken_back, actor)


def follow_rounds(
    *, before: TableRecord, record: GameRecord, clears_table: bool = False
) -> list[NewEvent]:
    """Update the table in play after a change of rounds; return the event about it, if any.

    `before` is the table that was in play. With `clears_table`, plays of rounds that have not been
    recorded are taken back; plays of players who are no longer in the round always are.
    """
    if clears_table:
        _clear(record, round__gt=len(record.rounds))
    after = table_of(record)
    if after.has_plays_of_others:
        _clear(record, round=after.number)
        after = table_of(record)  # again: those plays cannot even be laid without their players
    if after.number != before.number:
        return [table_laid(table_answer(after))]
    if table_answer(after) == table_answer(before):
        return []
    return [table_patched(table_patch(before, after))]


def clear_later_tables(record: GameRecord) -> None:
    """Take back the plays of rounds after the next one, which were played and then taken back."""
    _clear(record, round__gt=record.state.number)


def _clear(record: GameRecord, **rounds: int) -> None:
    """Take back all plays of some rounds."""
    if record.game.has_plays:
        plays = Play.objects.filter(game=record.game.id, taken_back_at=None, **rounds)
        plays.update(taken_back_at=timezone.now())


def _plays_resting_on(in_play: TableRecord, id: UUID) -> list[PlayRecord]:
    """The plays that are allowed, but would not be without the one with this id."""
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
    # A play that became illegal by a correction or a change of house rules does not depend on it.
    return not _is_allowed(row, verdict) and _is_allowed(row, rule_play(with_it, play))


def _is_allowed(row: PlayRecord, verdict: PlayVerdict | None) -> bool:
    if verdict is None or verdict.choices:
        return False
    return verdict.is_legal or bool(row.overrule)


def _write(before: TableRecord, after: TableRecord, play: Statement, actor: User) -> Played:
    """Store what a play changes, and its event; return the table with the event's number."""
    after = after.with_columns(last_event=before.record.game.last_event + 1, has_plays=True)
    patch = table_patch(before, after)
    game, at = after.record.game, timezone.now()
    row = happening(game, actor=actor, at=at, events=[table_patched(patch)])
    write_game(game, row, play, has_plays=True)
    return Played(after, patch)

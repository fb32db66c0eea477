"""Recording, correcting and taking back rounds, also line by line: the last one records it.

The caller has locked every `record` that is changed here, by `games.services.locking.locked_game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.attendance import TOO_FEW
from games.domain.correction import KEPT, Consequence, Effect, correct
from games.domain.draft import RoundDraft, contradicts
from games.domain.entry import Entry
from games.domain.game_record import GameRecord, Outcome, RoundRecord, write_line
from games.domain.table_record import TableRecord
from games.domain.tally import entry_of
from games.models import Round
from games.selectors.table import table_of
from games.services import drafts
from games.services.changes import record_change
from games.services.merged_players import entries_now
from games.services.row_writer import round_row
from games.services.table import follow_rounds
from games.wire.events import game_patched
from games.wire.games import game_patch
from games.wire.refusals import game_not_playing, tallied
from games.wire.rounds import entered_lines
from referee.api.errors import in_words, refusal
from referee.wire.reading import RefusedRequest
from referee.wording import Text, gettext_noop
from rest.limits import expect_room
from rest.metrics import Metric
from rest.refusals import NotFound, Refusal, found
from store.rows import insert

ROUNDS = Metric("Counter", "tableside_rounds", "Rounds recorded.")


def record_round(
    *,
    record: GameRecord,
    actor: User,
    number: int,
    entries: Sequence[Entry],
    overrule: str = "",
    id: UUID | None = None,
    phone_time: datetime | None = None,
    discards_draft: bool = False,
) -> GameRecord:
    """Record the next round.

    Raises Refusal: along with the current game, if this is not the next round; with the draft, if
    that contradicts these lines and is not to be discarded; with the tally, if it is impossible and
    the players do not overrule that; and if the game has too many rounds.
    """
    expect_next(record, number)
    expect_room("rounds_of_game", len(record.rounds))
    entries = entries_now(record, entries)
    table = table_of(record, number)
    played = _tally(table, entries, overrule)
    played = replace(
        played,
        id=id or played.id,
        recorded_by=actor.name,
        recorded_at=timezone.now(),
        phone_time=phone_time,
    )
    drafted = drafts.close_draft(record, entries, discards=discards_draft)
    new = record.with_rounds([*record.rounds, played])
    recorded = record_change(
        old=record,
        new=new,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": "round_recorded",
            "before": None,
            "after": entered_lines(new, played),
        },
        event=lambda new: game_patched("round_recorded", game_patch(new, number)),
        round=number,
        reason=played.overrule,
        phone_time=phone_time,
        more_events=[*follow_rounds(before=table, record=new), *drafted],
        writes=[insert(round_row(new, played, recorded_by=actor))],
    )
    transaction.on_commit(ROUNDS.inc)
    return recorded


def correct_round(
    *,
    record: GameRecord,
    actor: User,
    number: int,
    entries: Sequence[Entry],
    overrule: str,
    confirmed: bool,
) -> GameRecord:
    """Replace the tally of a round, and replay the rounds after it.

    Raises Refusal if there is no such round, if the tally is impossible, as for `record_round`, and
    unless `confirmed`, if later rounds would change: along with these consequences.
    """
    old_round = _round(record, number)
    entries = entries_now(record, entries)
    tallied = _tally(table_of(record, number), entries, overrule)
    new_round = replace(old_round, lines=tallied.lines, overrule=tallied.overrule)
    new, consequences = correct(
        record,
        new_round,
        kept=in_words(Text(KEPT, {"number": number})),
        played_in=lambda number: table_of(record, number).played,
    )
    in_play = table_of(record)
    consequences += _consequences_for_table(in_play, new)
    if consequences and not confirmed:
        text = _("This correction affects later rounds: review the consequences and confirm.")
        raise Refusal(
            "confirmation_needed", text, consequences=consequences, game=record, would_be=new
        )
    clears_table = any(consequence.effect is Effect.DROPPED for consequence in consequences)
    dropped = record.rounds[len(new.rounds) :]
    rows = Round.objects.filter(game=record.game.id)
    rows.filter(number__gt=len(new.rounds)).delete()
    for before, now in zip(record.rounds, new.rounds, strict=False):
        if (before.lines, before.overrule) != (now.lines, now.overrule):
            lines = list(map(write_line, now.lines))
            rows.filter(number=now.number).update(lines=lines, overrule=now.overrule)
    return record_change(
        old=record,
        new=new,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": "round_corrected",
            "before": {
                "lines": entered_lines(record, old_round),
                "later": [
                    {"round": played.number, "lines": entered_lines(record, played)}
                    for played in dropped
                ],
            },
            "after": {"lines": entered_lines(new, new_round), "later": []},
        },
        event=lambda new: game_patched("round_corrected", game_patch(new, number)),
        round=number,
        reason=new_round.overrule,
        more_events=follow_rounds(before=in_play, record=new, clears_table=clears_table),
    )


def take_back(*, record: GameRecord, actor: User, number: int) -> GameRecord:
    """Take the last round back; raise Refusal for any other one."""
    played = _round(record, number)
    if number != len(record.rounds):
        text = _("Only the last round can be taken back: round %(last)s.")
        text %= {"last": len(record.rounds)}
        raise Refusal("not_the_last_round", text, game=record)
    in_play = table_of(record)
    new = record.with_rounds(record.rounds[:-1])
    if not new.rounds:  # with no round left, nobody leads, so nobody has won
        new = new.with_columns(ended_early=False)
    Round.objects.filter(game=record.game.id, number=number).delete()
    return record_change(
        old=record,
        new=new,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": "round_taken_back",
            "before": entered_lines(record, played),
            "after": None,
        },
        event=lambda new: game_patched("round_taken_back", game_patch(new, number)),
        round=number,
        more_events=follow_rounds(before=in_play, record=new),
    )


def expect_next(record: GameRecord, number: int) -> None:
    """Raise Refusal unless `number` is the next round of a game that two people can play on."""
    if number <= len(record.rounds):
        recorded = record.rounds[number - 1]
        name = None if recorded.imported else recorded.recorded_by
        text = (
            _("%(name)s has already entered round %(number)s.")
            if name
            else _("Round %(number)s has already been entered.")
        )
        code, params = "round_already_recorded", {"name": name, "number": number}
    elif record.outcome is not Outcome.PLAYING:
        raise refusal(game_not_playing(), game=record)
    elif number > record.state.number:
        code, params = "round_not_next", {"next": record.state.number, "number": number}
        text = _("The next round is %(next)s, not %(number)s.")
    elif len(record.state.playing) < 2:  # somebody left a tie-break that was then corrected away
        raise Refusal("too_few_players", in_words(Text(TOO_FEW)), game=record)
    else:
        return
    raise Refusal(code, text % params, game=record)


def start_round(*, record: GameRecord, actor: User, number: int) -> RoundDraft:
    """Begin to enter a round; raise Refusal if it is not the next one."""
    expect_next(record, number)
    return drafts.start_draft(record=record, actor=actor)


def enter_line(
    *, record: GameRecord, actor: User, number: int, entry: Entry, seen: int
) -> tuple[GameRecord, RoundDraft | None]:
    """Enter a line of the next round, and record the round if nothing is missing or wrong.

    Return the game with its draft, or without one if the round is recorded. If it has already been
    recorded with this line, there is nothing left to do. Raises like `expect_next` and
    `drafts.enter_line`.
    """
    if _is_recorded(record, number, entry):
        return record, None
    expect_next(record, number)
    draft = drafts.enter_line(record=record, actor=actor, entry=entry, seen=seen)
    after = record_if_complete(record=draft.record, actor=actor, draft=draft)
    return after, draft if after is draft.record else None


def record_if_complete(*, record: GameRecord, actor: User, draft: RoundDraft | None) -> GameRecord:
    """Record the next round from its draft, unless a line is missing or something is wrong."""
    if draft is None or not draft.can_be_recorded:
        return record
    return record_round(record=record, actor=actor, number=draft.number, entries=draft.entries)


def _is_recorded(record: GameRecord, number: int, entry: Entry) -> bool:
    """Whether a round was recorded with this line, which a phone may be sending a second time."""
    if not 1 <= number <= len(record.rounds):
        return False
    for line in record.rounds[number - 1].lines:
        if record.seats[line.seat].player_id == entry.player:
            return not contradicts(record.edition, entry, entry_of(record, line))
    return False


def _round(record: GameRecord, number: int) -> RoundRecord:
    if not 1 <= number <= len(record.rounds):
        text = _("This game has no round %(number)s.") % {"number": number}
        raise NotFound(text)
    return record.rounds[number - 1]


def round_with_id(record: GameRecord, id: UUID) -> RoundRecord:
    """The round of a game with this id; raise NotFound if it was taken back or dropped."""
    return found(next((played for played in record.rounds if played.id == id), None))


def _tally(table: TableRecord, entries: Sequence[Entry], overrule: str) -> RoundRecord:
    """The round of a table as it will be recorded; raise Refusal if it does not pass the check."""
    try:
        return tallied(
            table.record, table.state, table.number, entries, overrule, played=table.played
        )
    except RefusedRequest as refused:
        raise refusal(refused) from None


def _consequences_for_table(in_play: TableRecord, new: GameRecord) -> list[Consequence]:
    """What a correction does to the plays on the table of the round in play."""
    if in_play.record.state.over or not in_play.plays:
        return []
    state, number = new.state, in_play.number
    if state.over:
        text = gettext_noop(
            "The plays of round %(number)s will be dropped: the game ends before it."
        )
    elif state.number != number or state.playing != in_play.state.playing:
        text = gettext_noop(
            "The plays of round %(number)s will be dropped: other players would be in it."
        )
    else:
        return list(_changed_phases(in_play, new))
    return [Consequence(number, Effect.DROPPED, (Text(text, {"number": number}),))]


def _changed_phases(in_play: TableRecord, new: GameRecord) -> Iterator[Consequence]:
    """Players who have laid down another Phase than the one they would be on."""
    for seat in sorted(in_play.table.down):
        old_phase = new.plan.phase_played(in_play.state.seats[seat])
        new_phase = new.plan.phase_played(new.state.seats[seat])
        if old_phase != new_phase:
            text = gettext_noop(
                "%(player)s has laid down Phase %(old)s, but would be on Phase %(new)s."
            )
            params = {"player": new.seats[seat].name, "old": old_phase, "new": new_phase}
            yield Consequence(in_play.number, Effect.DOUBTFUL, (Text(text, params),))

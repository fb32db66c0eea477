"""Entering a round line by line, on several phones, until it can be recorded.

The caller has locked every `record` that is changed here, by `games.services.locking.locked_game`:
two phones that enter lines at the same time take turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.draft import RoundDraft, contradicts
from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.domain.tally import check_players
from games.models import Draft, DraftLine, Seat
from games.selectors.drafts import draft_of
from games.services.events import happening, write_game
from games.wire.drafts import draft_answer
from games.wire.events import NewEvent, draft_changed, draft_discarded
from referee.api.errors import in_words
from rest.limits import expect_room
from rest.refusals import FieldError, NotFound, Refusal


def start_draft(*, record: GameRecord, actor: User) -> RoundDraft:
    """Begin to enter the next round, whose number the caller has checked.

    Changes nothing if somebody already has.
    """
    if draft := draft_of(record):
        return draft
    _create(record, actor)
    return _tell(record, actor)


def enter_line(*, record: GameRecord, actor: User, entry: Entry, seen: int) -> RoundDraft:
    """Enter a player's line of the next round, whose number the caller has checked.

    `seen` is the version of the line that the actor has seen, 0 for none. Changes nothing if the
    same line is already there. Raises Refusal if the player is not in the round, if a card is not
    in the deck, and, along with the draft, if a different line has been entered since.
    """
    _check_entry(record, entry)
    draft = draft_of(record)
    line = draft and draft.line_of(entry.player)
    if draft and line:
        if line.entry == entry:
            return draft
        if line.version != seen:
            if line.enterer == actor.pk:
                text = _("You have already entered another line for this player.")
            elif line.entered_by:
                text = _("%(name)s has entered another line for this player in the meantime.")
            else:
                text = _("Another line has been entered for this player in the meantime.")
            text %= {"name": line.entered_by}
            raise Refusal("line_changed", text, draft=draft)
    if draft is None:
        row = _create(record, actor)
    else:
        row = Draft.objects.get(game=record.game.id, round=draft.number)
        row.version = _next_version(record)
        row.save(update_fields=["version"])
    seat = next(seat for seat in record.seats if seat.player_id == entry.player)
    DraftLine.objects.update_or_create(
        draft=row,
        seat_id=seat.id,
        defaults={
            "points": entry.points,
            "cards": None if entry.cards is None else list(map(str, entry.cards)),
            "laid_down": entry.laid_down,
            "went_out": entry.went_out,
            "version": row.version,
            "entered_by": actor,
            "entered_at": timezone.now(),
        },
    )
    return _tell(record, actor)


def discard_draft(*, record: GameRecord, draft: RoundDraft, actor: User) -> None:
    """Discard the lines that were entered; phones are told what they were."""
    Draft.objects.filter(game=record.game.id, round=draft.number).delete()
    _tell_event(record, draft_discarded(draft_answer(draft)), actor)


def close_draft(record: GameRecord, entries: Sequence[Entry], *, discards: bool) -> list[NewEvent]:
    """Delete the draft of the round that is about to be recorded; return what to tell phones.

    Raises Refusal, along with the draft, if it contradicts these lines, unless the actor discards
    it.
    """
    draft = draft_of(record)
    if draft is None:
        return []
    recorded = {entry.player: entry for entry in entries}
    lost = [
        line
        for line in draft.lines
        if contradicts(record.edition, line.entry, recorded[line.entry.player])
    ]
    if lost and not discards:
        text = _("Other lines have been entered for this round. Look at them first.")
        raise Refusal("draft_differs", text, draft=draft)
    Draft.objects.filter(game=record.game.id, round=draft.number).delete()
    return [draft_discarded(draft_answer(draft)) if lost else draft_changed(None)]


@contextmanager
def keeping_lines(game: UUID) -> Iterator[None]:
    """Keep the lines of a game's draft while its players change seats."""
    lines = list(DraftLine.objects.filter(draft__game=game).select_related("seat"))
    yield
    seats = dict(Seat.objects.filter(game=game).values_list("player", "pk"))
    kept = [line for line in lines if line.seat.player_id in seats]
    for line in kept:
        line.seat_id = seats[line.seat.player_id]
    DraftLine.objects.bulk_create(kept)


def _check_entry(record: GameRecord, entry: Entry) -> None:
    problems = [
        problem
        for problem in check_players(record, record.state, [entry])
        if problem.code != "missing_player"
    ]
    if any(problem.code == "not_playing" for problem in problems):
        raise NotFound(in_words(problems[0].text))
    if problems:
        errors = [
            FieldError(problem.part, problem.code, in_words(problem.text)) for problem in problems
        ]
        text = _("The request is not valid. See the errors.")
        raise Refusal("invalid_request", text, errors=errors)


def _create(record: GameRecord, actor: User) -> Draft:
    return Draft.objects.create(
        game_id=record.game.id,
        round=record.state.number,
        version=_next_version(record),
        started_by=actor,
    )


def _next_version(record: GameRecord) -> int:
    """The number of the event that will report the change, so that no two drafts share a version.

    Otherwise a request to discard a draft, sent late by a phone without a network, could discard a
    newer one.
    """
    return record.game.last_event + 1


def _tell(record: GameRecord, actor: User) -> RoundDraft:
    record = replace(record, has_draft=True, known=tuple(record.states))
    draft = draft_of(record)
    assert draft is not None
    record = _tell_event(record, draft_changed(draft_answer(draft)), actor)
    return replace(draft, record=record)


def _tell_event(record: GameRecord, event: NewEvent, actor: User) -> GameRecord:
    expect_room("events_of_game", record.game.last_event)
    record = record.with_columns(last_event=record.game.last_event + 1)
    row = happening(record.game, actor=actor, at=timezone.now(), events=[event])
    write_game(record.game, row)
    return record

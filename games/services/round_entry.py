"""Entering a round line by line: the last line records it."""

from __future__ import annotations

from accounts.models import User
from games.domain.draft import RoundDraft, contradicts
from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.domain.tally import entry_of
from games.services.drafts import enter_line, start_draft
from games.services.rounds import expect_next, record_round


def start_round(*, record: GameRecord, actor: User, number: int) -> RoundDraft:
    """Begin to enter a round; raise Refusal if it is not the next one."""
    expect_next(record, number)
    return start_draft(record=record, actor=actor)


def enter(
    *, record: GameRecord, actor: User, number: int, entry: Entry, seen: int
) -> tuple[GameRecord, RoundDraft | None]:
    """Enter a line of the next round, and record the round if nothing is missing or wrong.

    Return the game with its draft, or without one if the round is recorded. If it has already been
    recorded with this line, there is nothing left to do. Raises like `expect_next` and
    `enter_line`.
    """
    if _is_recorded(record, number, entry):
        return record, None
    expect_next(record, number)
    draft = enter_line(record=record, actor=actor, entry=entry, seen=seen)
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

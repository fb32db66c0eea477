"""Every change of a game: a new version, and a row of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord, GameValues, Outcome
from games.live.wake import wake
from games.models import Game
from games.models.log import EventKind
from games.services.events import happening, write_game
from games.services.group_events import tell_of_game
from games.signals import game_changed
from games.wire.events import NewEvent, game_over
from games.wire.history import NewChange
from games.wire.rounds import player_id
from rest.limits import expect_room
from store.statements import Statement

# Possible however often a game has been changed.
ALWAYS_POSSIBLE = {EventKind.GAME_DELETED, EventKind.PLAYERS_MERGED}


def record_change(
    *,
    old: GameRecord,
    new: GameRecord,
    actor: User,
    change: NewChange,
    event: Callable[[GameRecord], NewEvent],
    round: int | None = None,
    reason: str = "",
    phone_time: datetime | None = None,
    more_events: Sequence[NewEvent] = (),
    writes: Sequence[Statement] = (),
) -> GameRecord:
    """Store what has changed in a game with a new version, and what happened.

    The columns of `old` and `new` are compared; whatever else has changed has been stored, or is
    stored by `writes`. `change` and `phone_time` are for the history. Phones are told `event(new)`,
    that the game is over if it just ended, and `more_events`; those that follow the group, that
    this game has changed. Returns the new game with its new version.

    Raises Refusal if the game has been changed too often.

    The caller has locked the game's row (`games.services.locking`), so that no two changes get the
    same version; the constraint `version_of_game_once` would reject the second one.
    """
    was_over, is_over = old.outcome is Outcome.OVER, new.outcome is Outcome.OVER
    has_ended = is_over and not was_over
    now = timezone.now()
    new = new.with_columns(
        version=old.game.version + 1,
        changed_at=now,
        last_event=old.game.last_event + 1 + has_ended + len(more_events),
    )
    ending = [game_over([player_id(new, seat) for seat in new.winners])] if has_ended else []
    events = [event(new), *ending, *more_events]
    row = happening(
        new.game,
        actor=actor,
        at=now,
        events=events,
        change=change,
        round=round,
        reason=reason,
        phone_time=phone_time,
    )
    if row.kind not in ALWAYS_POSSIBLE:
        expect_room("changes_of_game", old.game.version)
        expect_room("events_of_game", old.game.last_event, len(events))
    game, group = new.game.id, new.game.group_id
    assert group is not None
    columns: dict[str, Any] = {
        column.name: value
        for column in fields(GameValues)
        if (value := getattr(new.game, column.name)) != getattr(old.game, column.name)
    }
    columns["outcome"] = new.outcome.value
    # The group's log comes last: whoever waits for it has all other locks already.
    write_game(new.game, row, *writes, tell_of_game(row, new), **columns)
    transaction.on_commit(lambda: wake(group))
    game_changed.send(Game, game=game, group=group, was_over=was_over, is_over=is_over)
    return new

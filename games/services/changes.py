"""Every change of a game: a new version, and a line of its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord, GameValues, Outcome
from games.live.wake import wake
from games.models import Change, Game
from games.models.table import EventKind
from games.services.events import write_game
from games.services.group_events import news_of_game
from games.signals import game_changed
from games.wire.events import NewEvent, game_over
from games.wire.history import ChangeHead, NewChange
from games.wire.rounds import player_id
from rest.limits import expect_room
from store.rows import insert
from store.statements import Statement

# However often a game was changed before.
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
    tells_group: bool = True,
) -> GameRecord:
    """Store what has changed in a game with a new version, its history and its events.

    Columns are compared; what else has changed is stored already, or by `writes`. `change` and
    `phone_time` are for the history. Phones are told `event(new)`, that the game is over if it was
    not, and `more_events`; those that follow the group, that this game has changed, unless the
    caller tells them something else. Returns the new game with its new version.

    Raises ProblemError (409) if the game was changed too often.

    The caller holds the game's row locked (`games.services.locking`), so that no two changes
    get the same version; the constraint `a_version_once` would refuse the second one.
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
    row = change_row(
        change,
        game=new.game.id,
        version=new.game.version,
        at=now,
        actor=actor,
        round=round,
        reason=reason,
        phone_time=phone_time,
    )
    if row.kind not in ALWAYS_POSSIBLE:
        expect_room("changes_of_game", old.game.version)
        expect_room("events_of_game", old.game.last_event, len(events))
    game, group = new.game.id, new.game.group_id
    assert group is not None
    # The log of the group comes last: whoever waits for it has all other locks.
    news = news_of_game(new, row.kind, actor=actor, at=now) if tells_group else ()
    columns = {**_changed_columns(old.game, new.game), "outcome": new.outcome.value}
    write_game(new.game, events, *writes, insert(row), *news, actor=actor.name, at=now, **columns)
    if tells_group:
        transaction.on_commit(lambda: wake(group))
    game_changed.send(Game, game=game, group=group, was_over=was_over, is_over=is_over)
    return new


def change_row(
    change: NewChange,
    *,
    game: UUID,
    version: int,
    at: datetime,
    actor: User,
    round: int | None = None,
    reason: str = "",
    phone_time: datetime | None = None,
) -> Change:
    """Return a line of a game's history as it is stored."""
    head: ChangeHead = {
        "version": version,
        "at": at,
        "phone_time": phone_time,
        "actor": actor.name,
        "round": round,
        "reason": reason or None,
    }
    made = change(head)
    return Change(
        game_id=game,
        version=version,
        kind=made["kind"],
        actor_id=actor.pk,
        actor_name=actor.name,
        round=round,
        before=made["before"],
        after=made["after"],
        reason=reason,
        at=at,
        phone_time=phone_time,
    )


def _changed_columns(old: GameValues, new: GameValues) -> dict[str, Any]:
    pairs = ((column.name, getattr(new, column.name)) for column in fields(GameValues))
    return {name: value for name, value in pairs if value != getattr(old, name)}

"""Every change of a game: a new version, and a line of its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord, GameValues, Outcome
from games.models import Change, Game
from games.services.events import append_events
from games.services.group_events import tell_of_game
from games.signals import game_changed
from games.wire.events import NewEvent, game_over
from games.wire.history import ChangeHead, NewChange
from games.wire.rounds import player_id


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
    tells_group: bool = True,
) -> GameRecord:
    """Store the changed columns of a game with a new version, its history and its events.

    `change` and `phone_time` are for the history. Phones are told `event(new)`, that the game is
    over if it was not, and `more_events`; those that follow the group, that this game has changed,
    unless the caller tells them something else. Returns the new game with its new version.

    The caller holds the game's row locked (`games.services.locking`), so that no two changes
    get the same version; the constraint `a_version_once` would refuse the second one.
    """
    was_over, is_over = old.outcome is Outcome.OVER, new.outcome is Outcome.OVER
    has_ended = is_over and not was_over
    new = new.with_columns(
        version=old.game.version + 1,
        changed_at=timezone.now(),
        last_event=old.game.last_event + 1 + has_ended + len(more_events),
    )
    ending = [game_over([player_id(new, seat) for seat in new.winners])] if has_ended else []
    append_events(new.game, [event(new), *ending, *more_events], actor=actor.name)
    columns = _changed_columns(old.game, new.game)
    Game.objects.filter(pk=old.game.id).update(outcome=new.outcome.value, **columns)
    columns = change_columns(
        change,
        version=new.game.version,
        at=new.game.changed_at,
        actor=actor,
        round=round,
        reason=reason,
        phone_time=phone_time,
    )
    Change.objects.create(**columns, game_id=new.game.id)
    if tells_group:
        tell_of_game(new, columns["kind"], actor=actor)
    game_changed.send(
        Game, game=new.game.id, group=new.game.group_id, was_over=was_over, is_over=is_over
    )
    return new


def change_columns(
    change: NewChange,
    *,
    version: int,
    at: datetime,
    actor: User,
    round: int | None = None,
    reason: str = "",
    phone_time: datetime | None = None,
) -> dict[str, Any]:
    """Return the columns of a `Change`, without its game."""
    head: ChangeHead = {
        "version": version,
        "at": at,
        "phone_time": phone_time,
        "actor": actor.name,
        "round": round,
        "reason": reason or None,
    }
    made = change(head)
    return {
        "version": version,
        "kind": made["kind"],
        "actor": actor,
        "actor_name": actor.name,
        "round": round,
        "before": made["before"],
        "after": made["after"],
        "reason": reason,
        "at": at,
        "phone_time": phone_time,
    }


def _changed_columns(old: GameValues, new: GameValues) -> dict[str, Any]:
    pairs = ((column.name, getattr(new, column.name)) for column in fields(GameValues))
    return {name: value for name, value in pairs if value != getattr(old, name)}

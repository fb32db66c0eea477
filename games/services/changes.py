"""Every change of a game: a new version, and a line of its history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord, GameValues, Outcome
from games.models import Change, Game
from games.services.events import NewEvent, append_events
from games.services.group_events import tell_of_game
from games.signals import game_changed

# Sent instead of what changed: a phone that gets this requests the game again.
RELOAD: Mapping[str, Any] = {"reload": True}


def record_change(
    *,
    old: GameRecord,
    new: GameRecord,
    actor: User,
    kind: str,
    before: Any = None,
    after: Any = None,
    round: int | None = None,
    reason: str = "",
    patch: Callable[[GameRecord], Mapping[str, Any]] = lambda _new: RELOAD,
    more_events: Sequence[NewEvent] = (),
    tells_group: bool = True,
) -> GameRecord:
    """Store the changed columns of a game with a new version, its history and its events.

    `before` and `after` are for the history. Phones are told `patch(new)`, that the game is
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
    first = old.game.last_event + 1
    patched = patch(new)
    events: list[NewEvent] = [(kind, {**patched, "event": first})]
    if has_ended:
        events.append(("game_over", {"winners": patched.get("winners", [])}))
    events += [
        (other_kind, {**data, "event": number})
        for number, (other_kind, data) in enumerate(more_events, first + len(events))
    ]
    append_events(new.game, events, actor=actor.name)
    columns = _changed_columns(old.game, new.game)
    Game.objects.filter(pk=old.game.id).update(outcome=new.outcome.value, **columns)
    Change.objects.create(
        game_id=new.game.id,
        version=new.game.version,
        kind=kind,
        actor=actor,
        actor_name=actor.name,
        round=round,
        before=before,
        after=after,
        reason=reason,
        at=new.game.changed_at,
    )
    if tells_group:
        tell_of_game(new, kind, actor=actor)
    game_changed.send(
        Game, game=new.game.id, group=new.game.group_id, was_over=was_over, is_over=is_over
    )
    return new


def _changed_columns(old: GameValues, new: GameValues) -> dict[str, Any]:
    pairs = ((column.name, getattr(new, column.name)) for column in fields(GameValues))
    return {name: value for name, value in pairs if value != getattr(old, name)}

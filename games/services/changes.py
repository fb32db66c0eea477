"""Every change of a game: one more version, and a row that says who, what and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Change, Game, Outcome
from games.services.events import tell
from games.signals import game_changed

# Where what changed is not told: a phone reads the game anew.
READ_ANEW: Mapping[str, Any] = {"reload": True}


def record_change(
    *,
    game: Game,
    actor: User,
    kind: str,
    before: Any = None,
    after: Any = None,
    round: int | None = None,
    reason: str = "",
    fields: Mapping[str, Any] | None = None,
    patch: Callable[[], Mapping[str, Any]] = lambda: READ_ANEW,
    then: Sequence[tuple[str, Mapping[str, Any]]] = (),
) -> Change:
    """Write `fields` to the game, count up its version, and put the change on record.

    The phones that listen are told `patch()`, which is asked once the fields are set, and
    beside it that the game is over, where that is new.
    The caller holds the game's row locked (`games.selectors.games.lock`), so that no two
    changes get one version; the constraint `a_version_once` would refuse the second.
    """
    was_over = game.outcome == Outcome.OVER
    game.version += 1
    game.changed_at = timezone.now()
    fields = fields or {}
    for name, value in fields.items():
        setattr(game, name, value)
    events = [(kind, {**patch(), "event": game.last_event + 1})]
    if game.outcome == Outcome.OVER and not was_over:
        events.append(("game_over", {"winners": events[0][1].get("winners", [])}))
    for what, data in then:
        events.append((what, {**data, "event": game.last_event + len(events) + 1}))
    tell(game, *events, actor=actor.name)
    game.save(update_fields=["version", "changed_at", "last_event", *fields])
    game_changed.send(Game, game=game, was_over=was_over)
    return Change.objects.create(
        game=game,
        version=game.version,
        kind=kind,
        actor=actor,
        actor_name=actor.name,
        round=round,
        before=before,
        after=after,
        reason=reason,
        at=game.changed_at,
    )

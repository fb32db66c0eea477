"""Every change of a game: one more version, and a row that says who, what and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Change, Game


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
) -> Change:
    """Write `fields` to the game, count up its version, and put the change on record.

    The caller holds the game's row locked (`games.selectors.games.lock`), so that no two
    changes get one version; the constraint `a_version_once` would refuse the second.
    """
    game.version += 1
    game.changed_at = timezone.now()
    fields = fields or {}
    for name, value in fields.items():
        setattr(game, name, value)
    game.save(update_fields=["version", "changed_at", *fields])
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

"""The history of a game as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from games.models import Change
from rest.annotations import Doc


class GameChange(TypedDict):
    """Who changed what in a game and when, with the values before and after."""

    version: Annotated[int, Doc("The game's version after the change.")]
    kind: str
    at: datetime
    actor: str
    round: int | None
    before: Any
    after: Any
    reason: str | None


def change_answer(change: Change) -> GameChange:
    return {
        "version": change.version,
        "kind": change.kind,
        "at": change.at,
        "actor": change.actor_name,
        "round": change.round,
        "before": change.before,
        "after": change.after,
        "reason": change.reason or None,
    }

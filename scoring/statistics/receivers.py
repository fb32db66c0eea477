"""What statistics do when a game changes."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Game, Outcome
from scoring.statistics.models import PendingGame
from scoring.statistics.services.catch_up import add_pending, catch_up
from scoring.statistics.tasks import start_catching_up


def on_game_changed(*, game: Game, was_over: bool, **_signal: Any) -> None:
    """Have a game counted again after the commit, if it counts or did before."""
    if not was_over and game.outcome != Outcome.OVER:
        return
    pending = add_pending(game)

    def start() -> None:
        # A transaction can change many games of a group: start once, with the last of them.
        later = PendingGame.objects.filter(group_id=pending.group_id, pk__gt=pending.pk)
        if not later.exists():
            start_catching_up(pending.group_id)

    # Robust: the change is committed, whatever happens to the statistics.
    transaction.on_commit(start, robust=True)


def on_game_forgotten(*, game: Game, **_signal: Any) -> None:
    """Subtract a game from the statistics before it is gone for good."""
    catch_up(game.group_id)

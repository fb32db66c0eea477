"""Keeping the book: what games add up to, counted anew where a game has changed.

A game counts once it is over, and as long as it is neither abandoned nor deleted. Every change
of one that counts, or did, leaves a `Due` in the change's own transaction. `catch_up` does what
is due: after the commit, and before anything is read, so that no figure is ever behind, and
no round waits for its figures or is lost with them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from games.models import Game, Outcome
from scoring.models import Due


def put_due(*, game: Game, was_over: bool, **_signal: Any) -> None:
    """Note that a game must be counted anew, where it counts now or did before."""
    if was_over or game.outcome == Outcome.OVER:
        Due.objects.create(group_id=game.group_id, game=game)
        transaction.on_commit(partial(_count_soon, game.group_id), robust=True)


def _count_soon(group: Any) -> None:
    pass

"""What statistics do when games change, players are merged, or a group moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.dispatch import receiver

from games.signals import (
    game_changed,
    game_purged,
    games_imported,
    players_merged,
    time_zone_changed,
)
from scoring.statistics.services.catch_up import add_pending, add_pending_merge, count_before_purge
from scoring.statistics.tasks import start_catching_up


@receiver(game_changed)
def on_game_changed(
    *, game: UUID, group: UUID, was_over: bool, is_over: bool, **_signal: Any
) -> None:
    """Have a game counted again after the commit, if it counts or did before."""
    if not was_over and not is_over:
        return
    add_pending(group, [game])
    _count_after_commit(group)


@receiver(players_merged)
def on_players_merged(*, group: UUID, gone: UUID, kept: UUID, **_signal: Any) -> None:
    """Have everything that counts for one player count for another after the commit."""
    add_pending_merge(gone=gone, kept=kept, group=group)
    _count_after_commit(group)


@receiver(time_zone_changed)
def on_time_zone_changed(*, group: UUID, **_signal: Any) -> None:
    """Have all totals of a group added up again after the commit."""
    add_pending(group, [None])
    _count_after_commit(group)


def _count_after_commit(group: UUID) -> None:
    # Robust: the change is committed, whatever happens to the statistics.
    transaction.on_commit(lambda: start_catching_up(group), robust=True)


@receiver(games_imported)
def on_games_imported(*, games: Sequence[UUID], group: UUID, **_signal: Any) -> None:
    """Have the games of an import counted after the commit."""
    add_pending(group, games)
    _count_after_commit(group)


@receiver(game_purged)
def on_game_purged(*, game: UUID, group: UUID, **_signal: Any) -> None:
    """Subtract a game from the statistics before it is gone for good."""
    count_before_purge(group, game)
    _count_after_commit(group)

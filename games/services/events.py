"""Telling the phones: an event for each thing that happens in a game, in its order."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.live.wake import wake
from games.models import Event, Game, Outcome

# Whoever joins is announced at tables that are being played, and not at forgotten ones.
AT_THE_TABLE = timedelta(hours=12)
MOST_TABLES = 10


def tell(game: Game, *events: tuple[str, Mapping[str, Any]], actor: str = "") -> None:
    """Put events on record, each a kind and its data, and wake the streams after the commit.

    The caller holds the game's row locked, and saves `last_event`, which is counted up.
    """
    first = game.last_event
    game.last_event += len(events)
    Event.objects.bulk_create(
        Event(
            game=game,
            number=number,
            version=game.version,
            kind=kind,
            actor_name=actor,
            data=dict(data),
        )
        for number, (kind, data) in enumerate(events, first + 1)
    )
    transaction.on_commit(lambda: wake(game.pk))


def tell_who_joined(group: UUID, name: str, role: str) -> None:
    """Announce a new member at the group's tables."""
    playing = Game.objects.select_for_update().filter(
        group_id=group,
        outcome=Outcome.PLAYING,
        deleted_at=None,
        changed_at__gte=timezone.now() - AT_THE_TABLE,
    )
    for game in playing.order_by("pk")[:MOST_TABLES]:
        tell(game, ("joined", {"name": name, "role": role}), actor=name)
        game.save(update_fields=["last_event"])

"""Events: what phones that follow a game are told, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.domain.game_record import GameValues, Outcome
from games.live.wake import wake
from games.models import Event, Game
from games.selectors.records import game_values
from games.wire.events import EventHead, NewEvent, member_joined

# New members are announced in games that are being played, not in forgotten ones.
PLAYED_WITHIN = timedelta(hours=12)
MAX_GAMES_TOLD = 10


def append_events(game: GameValues, events: Sequence[NewEvent], *, actor: str) -> None:
    """Store events, the last one with the number `game.last_event`; wake the streams on commit.

    The caller holds the game's row locked and stores its `last_event`.
    """
    now = timezone.now()
    rows = []
    for number, event in enumerate(events, game.last_event - len(events) + 1):
        head: EventHead = {
            "number": number,
            "version": game.version,
            "at": now,
            "actor": actor,
        }
        told = event(head)
        rows.append(
            Event(
                game_id=game.id,
                number=number,
                version=game.version,
                kind=told["kind"],
                actor_name=actor,
                data=told["data"],
                at=now,
            )
        )
    Event.objects.bulk_create(rows)
    transaction.on_commit(lambda: wake(game.id))


@transaction.atomic
def announce_member(*, group: UUID, name: str, role: str) -> None:
    """Announce a new member in the group's games that are being played."""
    # Locked, so that the number of each event is still free when it is stored.
    playing = Game.objects.select_for_update().filter(
        group_id=group,
        outcome=Outcome.PLAYING,
        deleted_at=None,
        changed_at__gte=timezone.now() - PLAYED_WITHIN,
    )
    for game in playing.order_by("pk")[:MAX_GAMES_TOLD]:
        game.last_event += 1
        game.save(update_fields=["last_event"])
        append_events(game_values(game), [member_joined(name, role)], actor=name)

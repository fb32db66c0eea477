"""Events: what phones that follow a game are told, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.domain.game_record import GameValues, Outcome
from games.live.wake import wake
from games.models import Game
from games.selectors.records import game_values
from games.wire.events import EventHead, NewEvent, member_joined
from store.changes import EventRow, GameWrites, write_game

# New members are announced in games that are being played, not in forgotten ones.
PLAYED_WITHIN = timedelta(hours=12)
MAX_GAMES_TOLD = 10


def event_rows(
    game: GameValues, events: Sequence[NewEvent], *, actor: str, at: datetime
) -> list[EventRow]:
    """Number events, the last one with the number `game.last_event`."""
    rows = []
    for number, event in enumerate(events, game.last_event - len(events) + 1):
        head: EventHead = {"number": number, "version": game.version, "at": at, "actor": actor}
        told = event(head)
        rows.append(EventRow(number, game.version, told["kind"], actor, told["data"], at))
    return rows


def append_events(
    game: GameValues, events: Sequence[NewEvent], *, actor: str, **columns: Any
) -> None:
    """Store events, the number of the last one, which is `game.last_event`, and these columns.

    The streams are woken on commit. The caller holds the game's row locked.
    """
    write_game(
        GameWrites(
            game=game.id,
            columns={"last_event": game.last_event, **columns},
            events=event_rows(game, events, actor=actor, at=timezone.now()),
        )
    )
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
        append_events(game_values(game), [member_joined(name, role)], actor=name)

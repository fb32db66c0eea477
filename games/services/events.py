"""Events: what phones that follow a game are told, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.domain.game_record import GameValues, Outcome
from games.live.wake import wake
from games.models import Event, Game
from games.selectors.records import game_values
from games.wire.events import EventHead, NewEvent, member_joined
from store.rows import insert, update
from store.statements import Statement, send

# New members are announced in games that are being played, not in forgotten ones.
PLAYED_WITHIN = timedelta(hours=12)
MAX_GAMES_TOLD = 10


def write_game(
    game: GameValues,
    events: Sequence[NewEvent],
    *more: Statement,
    actor: str,
    at: datetime,
    **columns: Any,
) -> None:
    """Store what has changed in a game: its events, these columns, and what `more` writes.

    The number of the last event is `game.last_event`. All of it is sent to the database at once;
    the streams are woken on commit. The caller holds the game's row locked.
    """
    columns["last_event"] = game.last_event
    row = update(Game, {"id": game.id}, columns)
    send(row, insert(*_event_rows(game, events, actor, at)), *more)
    transaction.on_commit(lambda: wake(game.id))


def _event_rows(
    game: GameValues, events: Sequence[NewEvent], actor: str, at: datetime
) -> Iterator[Event]:
    for number, event in enumerate(events, game.last_event - len(events) + 1):
        head: EventHead = {"number": number, "version": game.version, "at": at, "actor": actor}
        told = event(head)
        yield Event(
            game_id=game.id,
            number=number,
            version=game.version,
            kind=told["kind"],
            actor_name=actor,
            data=told["data"],
            at=at,
        )


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
        event = member_joined(name, role)
        write_game(game_values(game), [event], actor=name, at=timezone.now())

"""What has happened in a game, as the log has it: its history, and what phones are told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameValues, Outcome
from games.live.wake import wake
from games.models import Game, Happening
from games.selectors.records import game_values
from games.wire.events import EventHead, NewEvent, member_joined
from games.wire.history import ChangeHead, NewChange
from store.rows import insert, update
from store.statements import Statement, send

# New members are announced in games that are being played, not in forgotten ones.
PLAYED_WITHIN = timedelta(hours=12)
MAX_GAMES_TOLD = 10


def happening(
    game: GameValues,
    *,
    actor: User,
    at: datetime,
    events: Sequence[NewEvent] = (),
    change: NewChange | None = None,
    round: int | None = None,
    reason: str = "",
    phone_time: datetime | None = None,
) -> Happening:
    """Return a row of the log: the last `events` of a game, and the `change` that they tell of."""
    row = Happening(
        game_id=game.id,
        version=game.version,
        is_change=change is not None,
        round=round,
        reason=reason,
        actor_id=actor.pk,
        actor_name=actor.name,
        at=at,
        phone_time=phone_time,
        content={},
    )
    if events:
        row.number = game.last_event
        first = game.last_event - len(events) + 1
        head: EventHead = {"number": 0, "version": game.version, "at": at, "actor": actor.name}
        told = [event({**head, "number": first + place}) for place, event in enumerate(events)]
        row.kind = told[0]["kind"]
        row.content["events"] = [[event["kind"], event["data"]] for event in told]
    if change:
        of_change: ChangeHead = {
            "version": game.version,
            "at": at,
            "phone_time": phone_time,
            "actor": actor.name,
            "round": round,
            "reason": reason or None,
        }
        made = change(of_change)
        row.kind = made["kind"]
        row.content |= {"before": made["before"], "after": made["after"]}
    return row


def write_game(game: GameValues, row: Happening, *more: Statement, **columns: Any) -> None:
    """Store what has happened in a game: its row of the log, these columns, and what `more` writes.

    The last event gets the number `game.last_event`. Everything is sent to the database at once,
    and the streams are woken on commit. The caller has locked the game's row.
    """
    columns["last_event"] = game.last_event
    send(update(Game, {"id": game.id}, columns), *more, insert(row))
    transaction.on_commit(lambda: wake(game.id))


@transaction.atomic
def announce_member(*, group: UUID, actor: User, role: str) -> None:
    """Announce a new member in the group's games that are being played."""
    # Locked, so that the number of each event is still free when it is stored.
    playing = Game.objects.select_for_update().filter(
        group_id=group,
        outcome=Outcome.PLAYING,
        deleted_at=None,
        changed_at__gte=timezone.now() - PLAYED_WITHIN,
    )
    for row in playing.order_by("pk")[:MAX_GAMES_TOLD]:
        row.last_event += 1
        game, joined = game_values(row), member_joined(actor.name, role)
        write_game(game, happening(game, actor=actor, at=timezone.now(), events=[joined]))

"""Packing the events of games in which nothing has happened for a while.

Phones see no difference: a log begins with what is packed (`store.packed_events`), and goes on with
what has happened since. Servers do this by themselves, and `manage.py cleanup` does it, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from config.local_worker import local_worker
from games.models import Event, Game, PackedEvents
from store.event_log import game_events_after
from store.packed_events import pack

QUIET_FOR = timedelta(days=30)
MAX_IN_A_BLOCK = 500  # events; a page of the log is read out of one or two blocks
MAX_LOOKED_AT = 1000  # rows at a time
PACK_EVERY = 60 * 60  # seconds

_pack_at = 0.0  # by the monotonic clock: in each process for itself


def pack_old_events(is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Pack the events of games without new ones for 30 days; return how many were packed.

    Each block is a transaction of its own, with a pause after it, so that nobody has to wait.
    Whatever was not packed, because the process was killed, say, is packed the next time.
    """
    before = timezone.now() - QUIET_FOR
    packed = 0
    for game in _games_with_old_events(before):
        while _is_quiet(game, before):
            if is_stopping():
                return packed
            began = time.monotonic()
            count = _pack_block(game, before)
            if not count:
                break
            packed += count
            time.sleep(time.monotonic() - began)
    return packed


@local_worker.look
def pack_now_and_then() -> None:
    """Pack old events once an hour."""
    global _pack_at
    if time.monotonic() >= _pack_at:
        _pack_at = time.monotonic() + PACK_EVERY
        pack_old_events(lambda: local_worker.is_stopping)


def _games_with_old_events(before: datetime) -> Iterator[UUID]:
    """Yield the games that have events from before a time, each once.

    The oldest rows are at the beginning of the table, and nearly all of them are to be packed.
    """
    found: set[UUID] = set()
    last_id, has_old = 0, True
    while has_old:
        rows = Event.objects.filter(id__gt=last_id).order_by("id")[:MAX_LOOKED_AT]
        events = list(rows.values_list("id", "game_id", "at"))
        old = {game: None for _id, game, at in events if at < before}  # in their order
        yield from (game for game in old if game not in found)
        found.update(old)
        has_old = bool(old)
        last_id = events[-1][0] if events else last_id


@transaction.atomic
def _pack_block(game: UUID, before: datetime) -> int:
    """Pack the first events of a game, unless something new has happened in it; say how many."""
    # With its row locked, nothing is added to its log. Whoever holds it is making an event.
    skip = connection.features.has_select_for_update
    if not Game.everything.select_for_update(skip_locked=skip).filter(pk=game).first():
        return 0
    if not _is_quiet(game, before):
        return 0
    events = game_events_after({game: 0}, MAX_IN_A_BLOCK)
    first, last = events[0].number, events[-1].number
    PackedEvents.objects.create(game_id=game, first=first, last=last, content=pack(events))
    Event.objects.filter(game=game, number__lte=last).delete()
    return len(events)


def _is_quiet(game: UUID, before: datetime) -> bool:
    """Whether all events of a game are from before a time."""
    latest = Event.objects.filter(game=game).order_by("-number").values_list("at", flat=True)
    at = latest.first()
    return at is not None and at < before

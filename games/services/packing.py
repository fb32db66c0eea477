"""Packing the events of games in which nothing has happened for a while, and old ones of groups.

Phones see no difference: a log begins with what is packed (`games.live.packed_events`), and goes on
with what has happened since. Servers do this by themselves, and so does a cleanup.

The log of a group has no end, so that what is packed is deleted after a year. In its place comes
one event that has phones reload which were not there for so long. The log of a game stays whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from config.local_worker import local_worker
from games.live.packed_events import pack, unpack_group
from games.models import Event, Game, GroupEvent, GroupLog, PackedEvents, PackedGroupEvents
from games.wire.home import MAX_UNSEEN

OLD_AFTER = timedelta(days=30)
MAX_IN_A_BLOCK = 500  # events; a page of the log is read out of one or two blocks
MIN_IN_A_BLOCK = 100  # events of a group, whose log never ends
MAX_LOOKED_AT = 1000  # rows at a time
FORGOTTEN_AFTER = timedelta(days=365)
FORGOTTEN = "earlier_events_deleted"  # the kind of the event in the place of others
PACK_EVERY = 60 * 60  # seconds

_pack_at = 0.0  # by the monotonic clock: in each process for itself


def pack_old_events(is_stopping: Callable[[], bool] = lambda: local_worker.is_stopping) -> int:
    """Pack the events of games without new ones for 30 days, and old ones of groups.

    Returns how many were packed. Each block is a transaction of its own, with a pause after it, so
    that nobody has to wait. Whatever was not packed, because the process was killed, say, is packed
    the next time.
    """
    before = timezone.now() - OLD_AFTER
    packed = 0
    for topics, pack_block in (
        (_with_old_events(Event.objects.values_list("id", "game", "at"), before), _pack_game),
        (
            _with_old_events(GroupEvent.objects.values_list("id", "group", "at"), before),
            _pack_group,
        ),
    ):
        for topic in topics:
            count = MAX_IN_A_BLOCK
            while count >= MAX_IN_A_BLOCK:
                if is_stopping():
                    return packed
                began = time.monotonic()
                count = pack_block(topic, before)
                packed += count
                time.sleep(time.monotonic() - began)
    return packed


@local_worker.look
def pack_now_and_then() -> None:
    """Pack old events once an hour."""
    global _pack_at
    if time.monotonic() >= _pack_at:
        _pack_at = time.monotonic() + PACK_EVERY
        pack_old_events()


def _with_old_events(
    rows: QuerySet[Model, tuple[int, UUID, datetime]], before: datetime
) -> Iterator[UUID]:
    """Yield the games or groups that have events from before a time, each once.

    The oldest rows are at the beginning of the table, and nearly all of them are to be packed.
    """
    found: set[UUID] = set()
    last_id, has_old = 0, True
    while has_old:
        events = list(rows.filter(id__gt=last_id).order_by("id")[:MAX_LOOKED_AT])
        old = {topic: None for _id, topic, at in events if at < before}  # in their order
        yield from (topic for topic in old if topic not in found)
        found.update(old)
        has_old = bool(old)
        last_id = events[-1][0] if events else last_id


def _pack_game(game: UUID, before: datetime) -> int:
    """Pack the first events of a game, if all are from before a time; return how many."""
    latest = Event.objects.filter(game=game).order_by("-number").values_list("at", flat=True)

    def is_quiet() -> bool:
        at = latest.first()
        return at is not None and at < before

    if not is_quiet():
        return 0
    with transaction.atomic():
        # With its row locked, nothing is added to its log. Whoever holds it is making an event.
        if not _lock(Game.everything.filter(pk=game)) or not is_quiet():
            return 0
        events = list(Event.objects.filter(game=game).order_by("number")[:MAX_IN_A_BLOCK])
        first, last = events[0].number, events[-1].number
        PackedEvents.objects.create(game_id=game, first=first, last=last, content=pack(events))
        Event.objects.filter(game=game, number__lte=last).delete()
    return len(events)


def _pack_group(group: UUID, before: datetime) -> int:
    """Pack the first events of a group that are from before a time; return how many.

    The last ones stay, because what somebody has not seen is counted among them.
    """
    seen = GroupLog.objects.filter(pk=group, last_event__gt=MAX_UNSEEN)
    last = seen.values_list("last_event", flat=True).first() or 0
    old = GroupEvent.objects.filter(group=group, number__lte=last - MAX_UNSEEN, at__lt=before)
    if old.count() < MIN_IN_A_BLOCK:
        return 0
    with transaction.atomic():
        if not _lock(GroupLog.objects.filter(pk=group)):
            return 0
        count = min(old.count(), MAX_IN_A_BLOCK)
        if not count:
            return 0
        events = list(GroupEvent.objects.filter(group=group).order_by("number")[:count])
        first, last = events[0].number, events[-1].number
        PackedGroupEvents.objects.create(
            group_id=group, first=first, last=last, content=pack(events)
        )
        GroupEvent.objects.filter(group=group, number__lte=last).delete()
    return count


def delete_old_group_events() -> int:
    """Delete packed events of groups that are older than a year; return how many."""
    before = timezone.now() - FORGOTTEN_AFTER
    groups = PackedGroupEvents.objects.order_by().values_list("group", flat=True).distinct()
    deleted = 0
    for group in list(groups):
        if local_worker.is_stopping:
            break
        deleted += _forget_events_of(group, before)
    return deleted


def _forget_events_of(group: UUID, before: datetime) -> int:
    """Put one event in the place of all in blocks from before a time; return how many they were."""
    last: GroupEvent | None = None
    old, deleted = [], 0
    blocks = PackedGroupEvents.objects.filter(group=group).order_by("first")
    for block in blocks.iterator(chunk_size=1):
        events = unpack_group(block)
        if events[-1].at >= before:
            break
        last = events[-1]
        old.append(block.pk)
        deleted += sum(event.kind != FORGOTTEN for event in events)
    if last is None or not deleted:
        return 0
    gone = GroupEvent(number=last.number, kind=FORGOTTEN, at=last.at, data={"reload": True})
    with transaction.atomic():
        if not _lock(GroupLog.objects.filter(pk=group)):
            return 0
        # A reader finds the old blocks or the new one, and goes on after its number.
        PackedGroupEvents.objects.filter(pk__in=old).delete()
        PackedGroupEvents.objects.create(
            group_id=group, first=1, last=gone.number, content=pack([gone])
        )
    return deleted


def _lock(row: QuerySet[Model]) -> bool:
    """Lock a row for the transaction; False if it is gone, or somebody else has it."""
    skip = connection.features.has_select_for_update
    return bool(row.select_for_update(skip_locked=skip).values_list("pk"))

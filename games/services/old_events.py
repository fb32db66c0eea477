"""Deleting old events of groups, whose logs have no end.

One event takes their place, so that phones that were away that long reload. The log of a
game stays whole: only those who follow the group no longer hear of what happened in it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from background.local_worker import local_worker
from games.models import GroupLog, Happening
from games.wire.home import MAX_UNSEEN

KEPT_FOR = timedelta(days=365)
MIN_DELETED = 100  # events, so that the one in their place is not written again every day
DELETED = "earlier_events_deleted"  # its kind


def delete_old_group_events() -> int:
    """Delete events of groups that are older than a year; return how many."""
    before = timezone.now() - KEPT_FOR
    oldest = Happening.objects.filter(group=OuterRef("pk")).exclude(kind=DELETED)
    since = Subquery(oldest.order_by("group_number").values("at")[:1])
    logs = GroupLog.objects.filter(last_event__gte=MAX_UNSEEN + MIN_DELETED).annotate(since=since)
    deleted = 0
    for group in list(logs.filter(since__lt=before).values_list("pk", flat=True)):
        if local_worker.is_stopping:
            break
        deleted += _delete_of(group, before)
    return deleted


def _delete_of(group: UUID, before: datetime) -> int:
    """Delete the events of a group from before a time, but not those that may be unseen."""
    with transaction.atomic():
        # A locked log waits until the next day: somebody is recording something.
        skip = connection.features.has_select_for_update
        log = GroupLog.objects.select_for_update(skip_locked=skip).filter(pk=group).first()
        if log is None:
            return 0
        events = Happening.objects.filter(group=group)
        old = events.filter(at__lt=before, group_number__lte=log.last_event - MAX_UNSEEN)
        last = old.order_by("-group_number").first()
        if last is None:
            return 0
        gone = events.filter(group_number__lte=last.group_number)
        count = gone.exclude(kind=DELETED).count()
        if count < MIN_DELETED:
            return 0
        gone.filter(game__isnull=False).update(group=None, group_number=None)
        gone.delete()
        Happening.objects.create(
            group_id=group,
            group_number=last.group_number,
            kind=DELETED,
            at=last.at,
            content={"told": [DELETED, {"reload": True}]},
        )
    return count

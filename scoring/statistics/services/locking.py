"""Whoever counts locks the statistics of the group, and notes what is counted."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Group
from scoring.statistics.models import StatisticsState


def lock_statistics(group: UUID) -> Group | None:
    """Lock the statistics of a group until the transaction ends; None if the group is gone.

    This is the group's row, locked before any of its games, as deleting a group and merging
    its players do.
    """
    return Group.objects.select_for_update(no_key=True).filter(pk=group).first()


def zone_of_statistics(group: Group) -> ZoneInfo:
    """The time zone in whose nights the statistics of a group are counted so far."""
    state = StatisticsState.objects.filter(pk=group.pk).first()
    return ZoneInfo(state.time_zone) if state else group.zone


def note_counted(group: UUID, zone: ZoneInfo) -> None:
    """Note that the statistics of a group are counted as of now, in a time zone."""
    StatisticsState.objects.bulk_create(
        [StatisticsState(group_id=group, counted_at=timezone.now(), time_zone=zone.key)],
        update_conflicts=True,
        unique_fields=["group"],
        update_fields=["counted_at", "time_zone"],
    )

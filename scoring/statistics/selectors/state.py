"""How far the statistics of a group are counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Group
from rest.refusals import NotFound
from scoring.statistics.models import (
    PendingDigests,
    PendingGame,
    PendingRatings,
    StatisticsState,
)
from store.queries import Parameter, Query

NEGLECTED_AFTER = timedelta(seconds=5)  # what is due for so long has no worker

_DUE = {
    "has_pending": Exists(PendingGame.objects.filter(group=OuterRef("pk"))),
    "has_pending_digests": Exists(PendingDigests.objects.filter(group=OuterRef("pk"))),
    "has_pending_ratings": Exists(PendingRatings.objects.filter(group=OuterRef("pk"))),
}


_WHAT_IS_DUE = Query(
    lambda: Group.objects.filter(pk=Parameter("group")).annotate(**_DUE).values_list(*_DUE)
)


@dataclass(frozen=True, slots=True)
class CountedState:
    """What there is to read of a group's statistics.

    `zone` is the time zone of the nights that they are counted in, which the group may just have
    left. `counting` says that something is still due.
    """

    zone: ZoneInfo
    counting: bool
    as_of: datetime | None


class Due(Enum):
    """What is to be done next, in this order."""

    GAMES = "games"
    DIGESTS = "digests"
    RATINGS = "ratings"


def what_is_due(group: UUID) -> Due | None:
    """What is to be done next for a group: games before all else; one query."""
    found = _WHAT_IS_DUE.rows(group=group)
    return next(
        (due for row in found for due, is_due in zip(Due, row, strict=True) if is_due), None
    )


def read_state(group: UUID) -> CountedState:
    """How far the statistics of a group are counted; NotFound if it is gone. One query."""
    row: Any = (
        Group.objects.filter(pk=group).select_related("statistics_state").annotate(**_DUE).first()
    )
    if row is None:
        raise NotFound
    counting = row.has_pending or row.has_pending_ratings or row.has_pending_digests
    state: StatisticsState | None = getattr(row, "statistics_state", None)
    if state is None:
        return CountedState(row.zone, counting, None)
    return CountedState(ZoneInfo(state.time_zone), counting, state.counted_at)


def neglected_groups() -> tuple[QuerySet[Any], ...]:
    """What has been due for a while in groups where nobody counts, the first first."""
    since = timezone.now() - NEGLECTED_AFTER
    counted = StatisticsState.objects.filter(group=OuterRef("group"), counted_at__gt=since)
    return (
        PendingGame.objects.filter(~Exists(counted), due_at__lte=since).order_by("pk"),
        PendingRatings.objects.filter(~Exists(counted)).order_by("pk"),
        PendingDigests.objects.filter(~Exists(counted)).order_by("pk"),
    )

"""After a merge, what counted for one player counts for the other."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

from scoring.statistics.models import PlayerResult
from scoring.statistics.periods import month_of, night_of
from scoring.statistics.ratings import pools_of
from scoring.statistics.services.digests import outdate_merged_digests
from scoring.statistics.services.ratings import outdate
from scoring.statistics.services.totals import move_totals


def merge_statistics(group: UUID, zone: ZoneInfo, *, gone: UUID, kept: UUID) -> None:
    """Move all that is stored for a player to another one; no game is read again.

    The caller has locked the group's statistics. The two have no game in common.
    """
    results = PlayerResult.objects.filter(player=gone)
    rated = results.filter(throughout=True).order_by()
    kinds = list(rated.values_list("edition", "variant").distinct())
    if kinds:
        ends = rated.aggregate(first=Min("played_at"), last=Max("played_at"))
        first, last = (month_of(night_of(ends[end], zone)) for end in ("first", "last"))
        outdate(group, first, last, (pool for kind in kinds for pool in pools_of(*kind)))
    outdate_merged_digests(group, gone=gone, kept=kept)
    results.update(player=kept)
    move_totals(group, gone=gone, kept=kept)

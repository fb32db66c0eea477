"""Which ratings of a group are out of date."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from scoring.statistics.models import PendingRatings, PlayerResult, RatingCheckpoint
from scoring.statistics.periods import month_of, night_of
from scoring.statistics.ranked_game import RankedGame
from scoring.statistics.ratings import Pool, pools_of

EVER = ("", "9999-12")  # before the first month there is, and the last one


def outdate_games(group: UUID, games: Collection[RankedGame], zone: ZoneInfo) -> None:
    """Record that the ratings after these games are wrong, and so may be all that follow.

    The caller has locked the group's statistics.
    """
    months = {month_of(night_of(game.moment[0], zone)) for game in games}
    pools = {pool for game in games for pool in game.pools}
    if pools:
        outdate(group, min(months), max(months), pools)


def outdate_all(group: UUID) -> None:
    """Record that all ratings of a group may be wrong; see `outdate_games`."""
    kinds = PlayerResult.objects.filter(group=group).order_by()
    stored = RatingCheckpoint.objects.filter(group=group).order_by()
    pools = set(stored.values_list("edition", "variant").distinct())
    for edition, variant in kinds.values_list("edition", "variant").distinct():
        pools.update(pools_of(edition, variant))
    if pools:
        outdate(group, *EVER, pools)


def outdate(group: UUID, first: str, last: str, pools: Iterable[Pool]) -> None:
    """Record that ratings in these pools may be wrong, because of games from `first` to `last`."""
    pools = set(pools)
    if row := PendingRatings.objects.filter(pk=group).first():
        first, last = min(first, row.first_month), max(last, row.last_month)
        pools |= pools_in(row)
    values = {
        "first_month": first,
        "last_month": last,
        "pools": sorted(pools),
        "token": uuid4(),
    }
    PendingRatings.objects.bulk_create(
        [PendingRatings(group_id=group, **values)],
        update_conflicts=True,
        unique_fields=["group"],
        update_fields=list(values),
    )


def pools_in(row: PendingRatings) -> set[Pool]:
    return {(edition, variant) for edition, variant in row.pools}

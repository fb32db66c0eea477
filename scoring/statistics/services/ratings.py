"""Keeping the ratings of a group up to date.

A game that is later than all others is added to the checkpoints of its month. After any other
change, ratings are computed again from the checkpoints before its month on, in memory, until they
are what is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from games.services.locking import short_transaction
from scoring.statistics.models import PendingRatings, PlayerResult, RatingCheckpoint
from scoring.statistics.periods import bounds, month_of, night_of
from scoring.statistics.rating_pools import PoolRatings, RankedGame, Strengths
from scoring.statistics.ratings import Pool, Strength, pools_of
from scoring.statistics.selectors.ratings import (
    Checkpoints,
    latest_checkpoints,
    ranked_games,
    read_checkpoints,
)
from scoring.statistics.services.locking import lock_statistics, note_counted, zone_of_statistics
from store.rows import replace
from store.statements import send

BATCH = 500
EVER = ("", "9999-12")  # before the first month there is, and the last one
CHECKPOINT_KEY = ("group_id", "edition", "variant", "player_id", "month")


def rate_all(games: Iterable[RankedGame], zone: ZoneInfo, ratings: PoolRatings) -> Checkpoints:
    """The checkpoints of games, given in their order, after the `ratings` before them."""
    return {
        (month, pool, player): strength
        for month, of_month in by_month(games, zone)
        for (pool, player), strength in ratings.rate_all(of_month).items()
    }


def by_month(
    games: Iterable[RankedGame], zone: ZoneInfo
) -> Iterable[tuple[str, Iterable[RankedGame]]]:
    """Games in their order, month by month."""
    return groupby(games, key=lambda game: month_of(night_of(game.moment[0], zone)))


def change_ratings(
    group: UUID,
    zone: ZoneInfo,
    *,
    gone: Collection[RankedGame],
    new: Collection[RankedGame],
) -> None:
    """Have ratings follow changed games: as they were (`gone`) and as they are (`new`).

    The caller has locked the group's statistics and stored the results.
    """
    changed = [*gone, *new]
    if not changed:
        return
    if gone or not _follow_all(group, new):
        outdate_games(group, changed, zone)
        return
    games = sorted(new, key=lambda game: game.moment)
    players = {player for game in games for player in game.players}
    pools = {pool for game in games for pool in game.pools}
    before = PoolRatings(latest_checkpoints(group, players, pools))
    _write(group, rate_all(games, zone, before))


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


def _follow_all(group: UUID, games: Collection[RankedGame]) -> bool:
    """Whether ratings can go on: none is out of date, and no other game began later."""
    first, _game = min(game.moment for game in games)
    later = PlayerResult.objects.filter(group=group, played_at__gte=first)
    others = later.exclude(game__in=[game.moment[1] for game in games])
    return not (PendingRatings.objects.filter(pk=group).exists() or others.exists())


def update_ratings(group: UUID) -> None:
    """Compute the ratings that are out of date again.

    This takes seconds if the games of years follow. Nobody waits for that: they are computed
    without a lock, and written if nothing has changed meanwhile.
    """
    due = PendingRatings.objects.filter(pk=group).first()
    if due is None:
        return
    changes = _compute(due)
    with short_transaction():
        locked = lock_statistics(group)
        now = PendingRatings.objects.filter(pk=group).first()
        if locked is None or now is None:  # deleted, or done by somebody else
            return
        if now.token != due.token:
            changes = _compute(now)  # with the lock, so that this ends however much is played
        for start in range(0, len(changes.gone), BATCH):
            batch = changes.gone[start : start + BATCH]
            RatingCheckpoint.objects.filter(pk__in=batch).delete()
        _write(group, changes.changed)
        now.delete()
        note_counted(group, zone_of_statistics(locked))


@dataclass(slots=True)
class _Changes:
    """How the stored checkpoints differ from what they should be."""

    gone: list[int] = field(default_factory=list)  # ids
    changed: dict[tuple[str, Pool, UUID], Strength] = field(default_factory=dict)


def _compute(due: PendingRatings) -> _Changes:
    """Compute ratings from the first month on that may be wrong.

    Without a lock, this is only right if `due` is still the same afterwards: whoever changes a
    game also changes that row.
    """
    zone = zone_of_statistics(due.group)
    group, pools = due.group_id, pools_in(due)
    results = PlayerResult.objects.filter(group=group)
    start = bounds(due.first_month, zone)[0] if due.first_month else None
    if start is not None:
        results = results.filter(played_at__gte=start)
    games = list(ranked_games(results))
    stored = read_checkpoints(
        RatingCheckpoint.objects.filter(group=group, month__gte=due.first_month), pools
    )
    players = {player for game in games for player in game.players}
    before = latest_checkpoints(group, players, pools, before=due.first_month)
    return _compare(
        {month: list(of_month) for month, of_month in by_month(games, zone)},
        stored,
        before,
        pools,
        due.last_month,
    )


def _compare(
    games: Mapping[str, Collection[RankedGame]],
    stored: Mapping[str, Mapping[tuple[Pool, UUID], tuple[int, Strength]]],
    before: Strengths,
    pools: Collection[Pool],
    last_month: str,
) -> _Changes:
    """Rate games month by month, until all ratings are those that are stored."""
    changes = _Changes()
    ratings, believed = PoolRatings(dict(before), pools), dict(before)
    for month in sorted({*games, *stored}):
        computed = ratings.rate_all(games.get(month, ()))
        rows = stored.get(month, {})
        changes.gone += [pk for key, (pk, _strength) in rows.items() if key not in computed]
        for key, strength in computed.items():
            if key not in rows or rows[key][1] != strength:
                changes.changed[month, *key] = strength
        believed.update((key, strength) for key, (_pk, strength) in rows.items())
        if month >= last_month and ratings.current == believed:
            break  # what is stored for later months follows from this
    return changes


def _write(group: UUID, checkpoints: Checkpoints) -> None:
    rows = [
        (group, *pool, player, month, strength.mu, strength.sigma)
        for (month, pool, player), strength in checkpoints.items()
    ]
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        send(replace(RatingCheckpoint, CHECKPOINT_KEY, ("mu", "sigma"), batch))

"""Ratings of players: at the end of months as they are stored, and after single games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Player
from scoring.statistics.models import PlayerResult, RatingCheckpoint
from scoring.statistics.periods import month_of, night_of
from scoring.statistics.rating_pools import Moment, PoolRatings, RankedGame, Strengths
from scoring.statistics.ratings import NEWCOMER, Pool, Strength
from scoring.statistics.selectors.filters import Filters

Checkpoints = dict[tuple[str, Pool, UUID], Strength]  # by month, pool and player
StoredCheckpoints = dict[str, dict[tuple[Pool, UUID], tuple[int, Strength]]]  # with their ids


def rated_players(players: Collection[UUID], filters: Filters) -> list[tuple[Player, Strength]]:
    """Players with their ratings at the end of the period; one query."""
    rows = RatingCheckpoint.objects.filter(group=OuterRef("group"), player=OuterRef("pk"))
    latest = filters.ratings(rows).order_by("-month")
    found: QuerySet[Any] = Player.objects.filter(pk__in=players).annotate(
        mu=Subquery(latest.values("mu")[:1]), sigma=Subquery(latest.values("sigma")[:1])
    )
    return [(row, NEWCOMER if row.mu is None else Strength(row.mu, row.sigma)) for row in found]


def rated_games(player: Player, filters: Filters) -> QuerySet[PlayerResult]:
    """The games after which a player has a rating in the pool of the filters, the latest first."""
    rows = filters.results(PlayerResult.objects.filter(player=player, throughout=True))
    return rows.order_by("-played_at", "-game")


def ratings_after(
    player: Player, moments: Collection[Moment], filters: Filters
) -> dict[UUID, Strength]:
    """A player's ratings after these games, in the pool of the filters; three queries.

    They are computed from the checkpoints before each month with such a game, over all games of
    that month in the pool.
    """
    if not moments:
        return {}
    pool = filters.pool
    months = sorted({month_of(night_of(played_at, filters.zone)) for played_at, _game in moments})
    of_months = reduce(or_, (replace(filters, period=month).during for month in months))
    kind = filters.of_kind(PlayerResult.objects.filter(of_months, group=player.group_id))
    games = defaultdict(list)
    for game in ranked_games(kind):
        games[month_of(night_of(game.moment[0], filters.zone))].append(game)
    players = {one for each in games.values() for game in each for one in game.players}
    between = RatingCheckpoint.objects.filter(
        group=player.group_id, month__gte=months[0], month__lt=months[-1]
    )
    stored = read_checkpoints(between, [pool])
    before = latest_checkpoints(player.group_id, players, [pool], before=months[0])
    wanted = {game for _played_at, game in moments}
    found: dict[UUID, Strength] = {}
    for month in sorted({*months, *stored}):
        ratings = PoolRatings(dict(before), [pool])
        for game in games.get(month, ()):
            ratings.rate(game)
            if game.moment[1] in wanted:
                found[game.moment[1]] = ratings.current.get((pool, player.pk), NEWCOMER)
        rows = stored.get(month, {})
        before.update((key, strength) for key, (_pk, strength) in rows.items())
    return found


def ranked_games(results: QuerySet[PlayerResult]) -> Iterator[RankedGame]:
    """The games of these results in their order, without those that rate nobody; one query."""
    columns = ("played_at", "game_id", "edition", "variant", "player_id", "rank", "handicap_parts")
    # By player, so that the same games give the same ratings wherever people sat.
    throughout = results.filter(throughout=True).order_by("played_at", "game", "player")
    for moment, players in groupby(throughout.values_list(*columns), key=lambda row: row[:2]):
        _played_at, _game, editions, variants, ids, ranks, parts = zip(*players, strict=True)
        yield RankedGame(moment, editions[0], variants[0], ids, ranks, parts)


def latest_checkpoints(
    group: UUID, players: Collection[UUID], pools: Iterable[Pool], *, before: str | None = None
) -> Strengths:
    """The latest ratings of players in these pools, before a month if one is given; one query."""
    if before == "":
        return {}
    earlier = RatingCheckpoint.objects.all()
    if before is not None:
        earlier = earlier.filter(month__lt=before)
    rows = earlier.filter(_in_pools(pools), group=group, player__in=players)
    names = ("group", "edition", "variant", "player")
    same = earlier.filter(**{name: OuterRef(name) for name in names})
    latest = rows.filter(pk=Subquery(same.order_by("-month").values("pk")[:1]))
    columns = ("edition", "variant", "player", "mu", "sigma")
    return {
        ((edition, variant), player): Strength(mu, sigma)
        for edition, variant, player, mu, sigma in latest.values_list(*columns)
    }


def _in_pools(pools: Iterable[Pool]) -> Q:
    found = Q(pk__in=[])
    for edition, variant in pools:
        found |= Q(edition=edition, variant=variant)
    return found


def read_checkpoints(
    rows: QuerySet[RatingCheckpoint], pools: Collection[Pool] | None = None
) -> StoredCheckpoints:
    """Checkpoints month by month, those of some pools if these are given; one query."""
    if pools is not None:
        rows = rows.filter(_in_pools(pools))
    found: StoredCheckpoints = {}
    columns = ("month", "edition", "variant", "player", "pk", "mu", "sigma")
    for month, edition, variant, player, pk, mu, sigma in rows.values_list(*columns):
        of_month = found.setdefault(month, {})
        of_month[(edition, variant), player] = (pk, Strength(mu, sigma))
    return found

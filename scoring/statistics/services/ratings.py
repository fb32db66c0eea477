"""Rating the games of a group in their order.

After a change, ratings are out of date from the changed game on. They are updated some games at a
time, so that nobody waits for all of them. A game is rated again only if one of its players may
come to it with a different rating.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, Q, Subquery

from games.models import Player
from scoring.statistics.models import PendingRatings, PlayerRating, PlayerResult
from scoring.statistics.ratings import NEWCOMER, Pool, Strength, rate
from scoring.statistics.selectors.ratings import ratings_of_group
from scoring.statistics.services.outdated_ratings import OutdatedRatings, find_outdated
from scoring.statistics.services.ranked_games import Moment, Place, RankedGame, ranked_games

GAMES_AT_ONCE = 30  # rated in one transaction, so that others need not wait long
BATCH = 500
Strengths = dict[UUID, Strength]  # by player


# If a group plays one kind of game only, its ratings are the same in all four pools.
_rate = lru_cache(maxsize=8)(rate)


@dataclass(slots=True)
class _PoolRatings:
    """The ratings in one pool after the games that were processed so far."""

    current: Strengths = field(default_factory=dict)
    dirty: set[UUID] = field(default_factory=set)  # players who may differ from what is stored

    def rate(self, game: RankedGame) -> Strengths:
        before = tuple(self.current.get(player, NEWCOMER) for player in game.players)
        after = dict(zip(game.players, _rate(before, game.ranks), strict=True))
        self.current.update(after)
        return after

    def rate_again(
        self, game: RankedGame, stored: Strengths, *, no_change_follows: bool
    ) -> Strengths:
        """Rate a game again whose stored ratings are `stored`.

        If no changed game follows, players who get the stored rating again are clean.
        """
        after = self.rate(game)
        different = {player for player in after if after[player] != stored.get(player)}
        self.dirty |= different | (stored.keys() - after.keys())
        if no_change_follows:
            self.dirty -= after.keys() - different
        return after


@dataclass(slots=True)
class _StoredRatings:
    """The stored ratings of one game in one pool."""

    ids: dict[UUID, int] = field(default_factory=dict)  # of the rows, by player
    strengths: Strengths = field(default_factory=dict)


def rate_all(games: Iterable[RankedGame]) -> Iterator[PlayerRating]:
    """Rate all games of a group, in their order."""
    pools: dict[Pool, _PoolRatings] = {}
    for game in games:
        for pool in game.pools if game.players else ():
            strengths = pools.setdefault(pool, _PoolRatings()).rate(game)
            yield from _rows(game, pool, strengths)


def outdate_ratings(group: UUID, places: Collection[Place]) -> None:
    """Record that these ratings are wrong or missing, and so may be those that follow from them.

    The caller has locked the group's statistics.
    """
    if outdated := find_outdated(group, places):
        outdated.write(group)


def rate_next(group: UUID, places: Collection[Place] = ()) -> None:
    """Update those ratings of the next games that are out of date, which `places` now are, too.

    The caller has locked the group's statistics and stored the results.
    """
    outdated = find_outdated(group, places)
    if outdated is None:
        return
    results = PlayerResult.objects.filter(_from(outdated.first), group_id=group)
    moments = results.order_by("played_at", "game").values_list("played_at", "game_id").distinct()
    coming = list(moments[: GAMES_AT_ONCE + 1])
    end = coming[-1] if len(coming) > GAMES_AT_ONCE else None
    these = _from(outdated.first) if end is None else _from(outdated.first) & _before(end)
    players = _rate_again(group, these, outdated)
    if end and (players or end <= outdated.last):
        OutdatedRatings(end, outdated.last, players).write(group)
    elif outdated.is_stored:
        PendingRatings.objects.filter(pk=group).delete()


def _rate_again(group: UUID, these: Q, outdated: OutdatedRatings) -> dict[Pool, set[UUID]]:
    """Update the ratings of some games; return whose are out of date after them."""
    games = list(ranked_games(PlayerResult.objects.filter(these, group_id=group)))
    stored = _stored_ratings(group, these)
    pools = _pools_before(games, outdated)
    gone: list[int] = []
    changed: list[tuple[float, float, int]] = []
    new: list[PlayerRating] = []
    for moment, pool in stored.keys() - _moments(games):  # no longer played, or in another pool
        gone += stored[moment, pool].ids.values()
    for game in games:
        for pool in pools.keys() & game.pools:  # in the others, all ratings are right
            ratings, before = pools[pool], stored.get((game.moment, pool), _StoredRatings())
            if ratings.dirty.isdisjoint((*game.players, *before.strengths)):
                ratings.current.update(before.strengths)
                continue
            no_change_follows = game.moment > outdated.last
            after = ratings.rate_again(game, before.strengths, no_change_follows=no_change_follows)
            if after.keys() == before.ids.keys():
                changed += [
                    (strength.mu, strength.sigma, before.ids[player])
                    for player, strength in after.items()
                    if strength != before.strengths[player]
                ]
            else:
                gone += before.ids.values()
                new += _rows(game, pool, after)
    for start in range(0, len(gone), BATCH):
        PlayerRating.objects.filter(pk__in=gone[start : start + BATCH]).delete()
    _change_ratings(changed)
    PlayerRating.objects.bulk_create(new, batch_size=BATCH)
    return {pool: ratings.dirty for pool, ratings in pools.items() if ratings.dirty}


def _change_ratings(changed: Sequence[tuple[float, float, int]]) -> None:
    """Set mu and sigma of rows by their ids."""
    # Hundreds of rows per transaction: in SQL, as `bulk_update` takes many times as long.
    if changed:
        table = connection.ops.quote_name(PlayerRating._meta.db_table)
        with connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE {table} SET mu = %s, sigma = %s WHERE id = %s",  # noqa: S608
                changed,
            )


def _moments(games: Iterable[RankedGame]) -> set[tuple[Moment, Pool]]:
    return {(game.moment, pool) for game in games for pool in game.pools}


def _rows(game: RankedGame, pool: Pool, strengths: Strengths) -> Iterator[PlayerRating]:
    played_at, game_id = game.moment
    edition, variant = pool
    for player, strength in strengths.items():
        yield PlayerRating(
            player_id=player,
            game_id=game_id,
            edition=edition,
            variant=variant,
            played_at=played_at,
            mu=strength.mu,
            sigma=strength.sigma,
        )


def _stored_ratings(group: UUID, these: Q) -> dict[tuple[Moment, Pool], _StoredRatings]:
    """The stored ratings of some games, by game and pool."""
    stored: dict[tuple[Moment, Pool], _StoredRatings] = {}
    columns = ("pk", "played_at", "game_id", "edition", "variant", "player_id", "mu", "sigma")
    rows = ratings_of_group(group).filter(these).values_list(*columns)
    for pk, played_at, game, edition, variant, player, mu, sigma in rows.iterator(2000):
        ratings = stored.setdefault(((played_at, game), (edition, variant)), _StoredRatings())
        ratings.ids[player] = pk
        ratings.strengths[player] = Strength(mu, sigma)
    return stored


def _pools_before(
    games: Sequence[RankedGame], outdated: OutdatedRatings
) -> dict[Pool, _PoolRatings]:
    """The pools that are out of date, with the ratings before these games; two queries."""
    ratings = {pool: _PoolRatings(dirty=players) for pool, players in outdated.players.items()}
    pools = sorted(ratings.keys() & {pool for game in games for pool in game.pools})
    if not pools:
        return ratings
    latest = {
        f"pool_{number}": Subquery(
            PlayerRating.objects.filter(
                _before(outdated.first), player=OuterRef("pk"), edition=edition, variant=variant
            )
            .order_by("-played_at", "-game")
            .values("pk")[:1]
        )
        for number, (edition, variant) in enumerate(pools)
    }
    players = {player for game in games for player in game.players}
    rows = Player.objects.filter(pk__in=players).annotate(**latest).values_list(*latest)
    ids = [pk for row in rows for pk in row if pk is not None]
    for row in PlayerRating.objects.filter(pk__in=ids):
        ratings[row.edition, row.variant].current[row.player_id] = Strength(row.mu, row.sigma)
    return ratings


def _from(moment: Moment) -> Q:
    at, game = moment
    # The first condition follows from the second; it is there for the index.
    return Q(played_at__gte=at) & (Q(played_at__gt=at) | Q(game__gte=game))


def _before(moment: Moment) -> Q:
    at, game = moment
    return Q(played_at__lte=at) & (Q(played_at__lt=at) | Q(game__lt=game))

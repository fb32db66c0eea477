"""Rating the games of a group in their order.

After a change, ratings are updated from the changed game on. Another game is rated again only if
one of its players now comes to it with a different rating.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Player
from scoring.statistics.models import PlayerRating, PlayerResult
from scoring.statistics.ratings import NEWCOMER, Pool, Strength, pools_of, rate
from scoring.statistics.selectors.ratings import ratings_of_group

BATCH = 500
Moment = tuple[datetime, UUID]  # when a game began, and its id, so that no two are equal
Strengths = dict[UUID, Strength]  # by player


@dataclass(frozen=True, slots=True)
class RankedGame:
    """What a rating needs to know of a game: the players by id, and their ranks."""

    moment: Moment
    edition: str
    variant: str
    players: tuple[UUID, ...]
    ranks: tuple[int, ...]

    @property
    def pools(self) -> list[Pool]:
        return pools_of(self.edition, self.variant)


@dataclass(slots=True)
class _PoolRatings:
    """The ratings in one pool after the games that were processed so far."""

    current: Strengths = field(default_factory=dict)
    dirty: set[UUID] = field(default_factory=set)  # players who may differ from what is stored

    def rate(self, game: RankedGame) -> Strengths:
        before = [self.current.get(player, NEWCOMER) for player in game.players]
        after = dict(zip(game.players, rate(before, game.ranks), strict=True))
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

    ids: list[int] = field(default_factory=list)
    strengths: Strengths = field(default_factory=dict)


def rate_all(games: Iterable[RankedGame]) -> Iterator[PlayerRating]:
    """Rate all games of a group, in their order."""
    pools: dict[Pool, _PoolRatings] = {}
    for game in games:
        for pool in game.pools:
            strengths = pools.setdefault(pool, _PoolRatings()).rate(game)
            yield from _rows(game, pool, strengths)


def update_ratings(group: UUID, changed: Collection[Moment]) -> None:
    """Update the ratings after the games at the moments `changed` have changed.

    The caller has locked the group's statistics and stored the results.
    """
    first, last = min(changed), max(changed)
    games = list(ranked_games(PlayerResult.objects.filter(_from(first), group_id=group)))
    stored = _stored_ratings(group, first)
    pools = _pools_before(games, first)
    outdated: list[int] = []
    new: list[PlayerRating] = []
    for moment, pool in stored.keys() - _moments(games):  # no longer played, or in another pool
        gone = stored[moment, pool]
        pools.setdefault(pool, _PoolRatings()).dirty.update(gone.strengths)
        outdated += gone.ids
    for game in games:
        for pool in game.pools:
            ratings, before = pools[pool], stored.get((game.moment, pool), _StoredRatings())
            if game.moment not in changed and ratings.dirty.isdisjoint(game.players):
                ratings.current.update(before.strengths)
                continue
            after = ratings.rate_again(game, before.strengths, no_change_follows=game.moment > last)
            if after != before.strengths:
                outdated += before.ids
                new += _rows(game, pool, after)
    for start in range(0, len(outdated), BATCH):
        PlayerRating.objects.filter(pk__in=outdated[start : start + BATCH]).delete()
    PlayerRating.objects.bulk_create(new, batch_size=BATCH)


def ranked_games(results: QuerySet[PlayerResult]) -> Iterator[RankedGame]:
    """The games of these results in their order."""
    columns = ("played_at", "game_id", "edition", "variant", "player_id", "rank")
    # By player, so that the same games give the same ratings wherever people sat.
    rows = results.order_by("played_at", "game", "player").values_list(*columns)
    for moment, players in groupby(rows.iterator(2000), key=lambda row: row[:2]):
        _played_at, _game, editions, variants, ids, ranks = zip(*players, strict=True)
        yield RankedGame(moment, editions[0], variants[0], ids, ranks)


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


def _stored_ratings(group: UUID, first: Moment) -> dict[tuple[Moment, Pool], _StoredRatings]:
    """The stored ratings from a moment on, by game and pool."""
    stored: dict[tuple[Moment, Pool], _StoredRatings] = {}
    columns = ("pk", "played_at", "game_id", "edition", "variant", "player_id", "mu", "sigma")
    rows = ratings_of_group(group).filter(_from(first)).values_list(*columns)
    for pk, played_at, game, edition, variant, player, mu, sigma in rows.iterator(2000):
        ratings = stored.setdefault(((played_at, game), (edition, variant)), _StoredRatings())
        ratings.ids.append(pk)
        ratings.strengths[player] = Strength(mu, sigma)
    return stored


def _pools_before(games: Sequence[RankedGame], first: Moment) -> dict[Pool, _PoolRatings]:
    """The ratings with which the players of these games came to the first; two queries."""
    pools = sorted({pool for game in games for pool in game.pools})
    latest = {
        f"pool_{number}": Subquery(
            PlayerRating.objects.filter(
                _before(first), player=OuterRef("pk"), edition=edition, variant=variant
            )
            .order_by("-played_at", "-game")
            .values("pk")[:1]
        )
        for number, (edition, variant) in enumerate(pools)
    }
    players = {player for game in games for player in game.players}
    rows = Player.objects.filter(pk__in=players).annotate(**latest).values_list(*latest)
    ids = [pk for row in rows for pk in row if pk is not None]
    ratings = {pool: _PoolRatings() for pool in pools}
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

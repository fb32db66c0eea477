"""Rating a group's games in their order, from a changed one on, as far as it matters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Player
from scoring.statistics.models import Rating, Result
from scoring.statistics.rating_model import NEW, Pool, Value, pools_of, rate

BATCH = 500
Moment = tuple[datetime, UUID]  # when a game began, and its id: no two are at one


@dataclass(frozen=True, slots=True)
class Played:
    """A game for those who rate it: its players by id, and their places."""

    moment: Moment
    edition: str
    variant: str
    players: tuple[UUID, ...]
    places: tuple[int, ...]


@dataclass(slots=True)
class _Pool:
    """The ratings among one kind of games, as far as the games have been gone through."""

    now: dict[UUID, Value] = field(default_factory=dict)
    dirty: set[UUID] = field(default_factory=set)  # who may be rated otherwise than on record

    def rate(self, played: Played) -> dict[UUID, Value]:
        before = [self.now.get(player, NEW) for player in played.players]
        after = dict(zip(played.players, rate(before, played.places), strict=True))
        self.now.update(after)
        return after


@dataclass(slots=True)
class _Stored:
    """The ratings that a game has brought its players, as they are on record."""

    ids: list[int] = field(default_factory=list)
    values: dict[UUID, Value] = field(default_factory=dict)


def rate_all(games: Iterable[Played]) -> Iterator[Rating]:
    """Rate games in their order, from nothing."""
    pools: dict[Pool, _Pool] = {}
    for played in games:
        for kind in pools_of(played.edition, played.variant):
            yield from _rows(played, kind, pools.setdefault(kind, _Pool()).rate(played))


def rate_anew(group: UUID, changed: Collection[Moment]) -> None:
    """Put the ratings right after what was played at the moments `changed` has changed.

    Another game is rated again only where somebody may have come to it with another rating
    than before. The caller has the group's book open, and the results are right by now.
    """
    since, until = min(changed), max(changed)
    games = list(read_games(Result.objects.filter(_from(since), group_id=group)))
    stored = _stored(group, since)
    pools = _pools_before(games, since)
    outdated: list[int] = []
    for moment, kind in stored.keys() - _moments(games):  # no longer played, or of another kind
        gone = stored[moment, kind]
        pools.setdefault(kind, _Pool()).dirty.update(gone.values)
        outdated += gone.ids
    new: list[Rating] = []
    for played in games:
        for kind in pools_of(played.edition, played.variant):
            pool, known = pools[kind], stored.get((played.moment, kind), _Stored())
            if played.moment not in changed and pool.dirty.isdisjoint(played.players):
                pool.now.update(known.values)
                continue
            after = pool.rate(played)
            other = {player for player, value in after.items() if value != known.values.get(player)}
            pool.dirty |= other | (known.values.keys() - after.keys())
            if played.moment > until:
                pool.dirty -= after.keys() - other
            if after != known.values:
                outdated += known.ids
                new += _rows(played, kind, after)
    for start in range(0, len(outdated), BATCH):
        Rating.objects.filter(pk__in=outdated[start : start + BATCH]).delete()
    Rating.objects.bulk_create(new, batch_size=BATCH)


def ratings_in(group: UUID) -> QuerySet[Rating]:
    """All ratings of a group."""
    # By the players' ids: by a join, each group would go through those of all groups.
    players = Player.objects.filter(group=group).values_list("pk", flat=True)
    return Rating.objects.filter(player__in=list(players))


def read_games(results: QuerySet[Result]) -> Iterator[Played]:
    """The games of these results in their order, as far as a rating goes."""
    columns = ("played_at", "game_id", "edition", "variant", "player_id", "place")
    # By player, so that the same games bring the same ratings wherever people sat.
    rows = results.order_by("played_at", "game", "player").values_list(*columns)
    for (played_at, game), seats in groupby(rows.iterator(2000), key=lambda row: row[:2]):
        _at, _game, editions, variants, players, places = zip(*seats, strict=True)
        yield Played((played_at, game), editions[0], variants[0], players, places)


def _moments(games: Iterable[Played]) -> set[tuple[Moment, Pool]]:
    return {
        (played.moment, kind)
        for played in games
        for kind in pools_of(played.edition, played.variant)
    }


def _rows(played: Played, kind: Pool, values: dict[UUID, Value]) -> Iterator[Rating]:
    played_at, game = played.moment
    for player, value in values.items():
        yield Rating(
            player_id=player,
            game_id=game,
            edition=kind[0],
            variant=kind[1],
            played_at=played_at,
            mu=value.mu,
            sigma=value.sigma,
        )


def _stored(group: UUID, since: Moment) -> dict[tuple[Moment, Pool], _Stored]:
    found: dict[tuple[Moment, Pool], _Stored] = {}
    columns = ("pk", "played_at", "game_id", "edition", "variant", "player_id", "mu", "sigma")
    rows = ratings_in(group).filter(_from(since)).values_list(*columns)
    for pk, played_at, game, edition, variant, player, mu, sigma in rows.iterator(2000):
        known = found.setdefault(((played_at, game), (edition, variant)), _Stored())
        known.ids.append(pk)
        known.values[player] = Value(mu, sigma)
    return found


def _pools_before(games: Sequence[Played], since: Moment) -> dict[Pool, _Pool]:
    """What everybody who plays these games was rated before the first of them; two queries."""
    kinds = sorted({kind for _moment, kind in _moments(games)})
    latest = {
        f"pool_{number}": Subquery(
            Rating.objects.filter(
                _before(since), player=OuterRef("pk"), edition=edition, variant=variant
            )
            .order_by("-played_at", "-game")
            .values("pk")[:1]
        )
        for number, (edition, variant) in enumerate(kinds)
    }
    here = {player for played in games for player in played.players}
    rows = Player.objects.filter(pk__in=here).annotate(**latest).values_list(*latest)
    found = [pk for row in rows for pk in row if pk is not None]
    pools = {kind: _Pool() for kind in kinds}
    for rating in Rating.objects.filter(pk__in=found):
        value = Value(rating.mu, rating.sigma)
        pools[rating.edition, rating.variant].now[rating.player_id] = value
    return pools


def _from(moment: Moment) -> Q:
    at, game = moment
    # The first half is implied by the other, and is what an index can go by.
    return Q(played_at__gte=at) & (Q(played_at__gt=at) | Q(game__gte=game))


def _before(moment: Moment) -> Q:
    at, game = moment
    return Q(played_at__lte=at) & (Q(played_at__lt=at) | Q(game__lt=game))

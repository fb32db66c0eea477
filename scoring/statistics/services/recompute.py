"""Computing the statistics of a group again from its games, and comparing them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Model

from games.models import Game, Group
from scoring.jobs.progress import Progress, no_progress
from scoring.jobs.results import RecomputeResult
from scoring.jobs.worker import Output, Run, job_kind
from scoring.statistics.digests import games_by_period, group_digests, player_digests
from scoring.statistics.facts import GameFacts
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import TOTALS_MODELS, PendingGame, PlayerResult, RatingCheckpoint
from scoring.statistics.rating_pools import PoolRatings, RankedGame, ranked_game
from scoring.statistics.selectors.digests import (
    DigestsByKey,
    digest_model,
    digest_rows,
    stored_digests,
)
from scoring.statistics.selectors.facts import COUNTED, read_facts, stored_facts
from scoring.statistics.selectors.ratings import Checkpoints, read_checkpoints
from scoring.statistics.selectors.totals import stored_totals, totals_of
from scoring.statistics.services.catch_up import add_pending, catch_up
from scoring.statistics.services.locking import lock_statistics
from scoring.statistics.services.ratings import outdate, rate_all

GAMES_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """What is stored, and what it should be; None if there is no such thing."""

    model: type[Model]
    key: Any
    stored: Any
    computed: Any

    def __str__(self) -> str:
        name = self.model.__name__
        return f"{name} {self.key}: stored {self.stored}, computed {self.computed}"


class Recomputation:
    """The statistics of a group as its games give them, to compare with those that are stored."""

    def __init__(self, group: UUID) -> None:
        self.group = group
        self._facts: dict[UUID, tuple[int, GameFacts]] = {}  # with the version of the game

    def read(self, progress: Progress = no_progress) -> None:
        """Read the games that count, except those that were read in their current version."""
        versions = dict(
            Game.objects.filter(COUNTED, group=self.group).values_list("pk", "version").order_by()
        )
        self._facts = {
            game: (version, facts)
            for game, (version, facts) in self._facts.items()
            if versions.get(game) == version
        }
        missing = iter(sorted(versions.keys() - self._facts.keys()))
        while pks := list(islice(missing, GAMES_AT_ONCE)):
            # With their versions: a game that changes during this is read again later.
            games = {game.pk: game for game in Game.objects.filter(COUNTED, pk__in=pks)}
            for facts in read_facts({pk: game.has_plays for pk, game in games.items()}):
                self._facts[facts.game_id] = (games[facts.game_id].version, facts)
            progress(len(self._facts), len(versions))

    def differences(self, zone: ZoneInfo, progress: Progress = no_progress) -> Iterator[Difference]:
        """How the stored statistics differ from what was read."""
        games = self.games
        rows = PlayerResult.objects.filter(group=self.group)
        stored = {facts.game_id: facts for facts in stored_facts(rows)}
        yield from _compare(PlayerResult, stored, {facts.game_id: facts for facts in games})
        ledger = Ledger(zone, games)
        for model in TOTALS_MODELS:
            totals = stored_totals(totals_of(model, self.group))
            yield from _compare(model, totals, ledger.totals[model.columns])
        yield from _digest_differences(self.group, zone, games)
        ratings = rate_all(_to_rate(games, progress), zone, PoolRatings())
        yield from _compare(RatingCheckpoint, _stored_ratings(self.group), ratings)

    @property
    def games(self) -> list[GameFacts]:
        """The games that were read, in the order in which they began."""
        facts = (facts for _version, facts in self._facts.values())
        return sorted(facts, key=lambda game: (game.played_at, game.game_id))


def recompute(group: UUID, progress: Progress = no_progress) -> RecomputeResult:
    """Compute the statistics of a group again; return how many games and rounds count.

    Everything is compared, and what differs is counted again, in the short transactions in which
    everything is counted. Games that change meanwhile also differ, which does no harm.
    """
    row = Group.objects.filter(pk=group).first()
    if row is None:
        return {"kind": "recompute", "games": 0, "rounds": 0}
    recomputation = Recomputation(group)
    recomputation.read(progress)
    games = recomputation.games
    _have_counted_again(group, list(recomputation.differences(row.zone, progress)))
    catch_up(group, alive=lambda: progress(len(games), len(games)))
    rounds = sum(game.rounds for game in games)
    return {"kind": "recompute", "games": len(games), "rounds": rounds}


@job_kind("recompute")
def recompute_group(run: Run) -> Output:
    """Recompute, in short transactions that may as well be done twice."""
    return Output(recompute(run.job.group_id, run.step))


@transaction.atomic
def _have_counted_again(group: UUID, differences: Collection[Difference]) -> None:
    """Have whoever counts next put these right."""
    if not differences or lock_statistics(group) is None:
        return
    games = [one.key for one in differences if one.model is PlayerResult]
    existing = Game.objects.filter(pk__in=games).order_by("started_at", "pk")
    add_pending(group, existing.values_list("pk", flat=True))
    if any(one.model is not RatingCheckpoint for one in differences):
        # Added up first, from the results as they are, so that wrong ones can be subtracted.
        add_pending(group, [None])
    if ratings := [one.key for one in differences if one.model is RatingCheckpoint]:
        months, pools, _players = zip(*ratings, strict=True)
        outdate(group, min(months), max(months), pools)


def check(group: UUID) -> list[str]:
    """Return how the statistics of a group differ from its games.

    Pending games are counted first, as for any reader.
    """
    recomputation = Recomputation(group)
    recomputation.read()
    with transaction.atomic():
        locked = lock_statistics(group)
        if locked is None:
            return []
        while True:
            catch_up(group)
            recomputation.read()
            differences = list(map(str, recomputation.differences(locked.zone)))
            # A game that changes during this is not wrong: it is pending.
            if not differences or not PendingGame.objects.filter(group=group).exists():
                return differences


def _to_rate(games: list[GameFacts], progress: Progress) -> Iterator[RankedGame]:
    for facts in games:
        progress(len(games), len(games))  # it takes seconds, and is the last thing to do
        if ranked := ranked_game(facts):
            yield ranked


def _stored_ratings(group: UUID) -> Checkpoints:
    rows = read_checkpoints(RatingCheckpoint.objects.filter(group=group))
    return {
        (month, pool, player): strength
        for month, of_month in rows.items()
        for (pool, player), (_pk, strength) in of_month.items()
    }


def _digest_differences(
    group: UUID, zone: ZoneInfo, games: Iterable[GameFacts]
) -> Iterator[Difference]:
    facts = chain.from_iterable(game.players for game in games)
    by_period = games_by_period(facts, zone)
    for kind in (player_digests(zone), group_digests(zone)):
        computed = {
            (period, key): kind.digest(played)
            for period, these in by_period.items()
            for key, played in kind.games_of(these).items()
        }
        stored = stored_digests(kind, digest_rows(kind, group))
        yield from _compare(digest_model(kind), _by_part(stored), _by_part(computed))


def _by_part(digests: DigestsByKey) -> dict[Any, Any]:
    """What is kept, by period, player, pool and part."""
    return {(*key, part): value for key, kept in digests.items() for part, value in kept.items()}


def _compare(
    model: type[Model], stored: Mapping[Any, Any], computed: Mapping[Any, Any]
) -> Iterator[Difference]:
    for key in {**stored, **computed}:
        if stored.get(key) != computed.get(key):
            yield Difference(model, key, stored.get(key), computed.get(key))

"""Computing the statistics of a group again from its games, or comparing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from games.models import Game
from scoring.statistics.facts import GameFacts
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import TOTALS_MODELS, PendingGame, PlayerRating, PlayerResult
from scoring.statistics.selectors.facts import COUNTED, read_facts, stored_facts
from scoring.statistics.selectors.ratings import ratings_of_group
from scoring.statistics.selectors.totals import stored_totals, totals_of
from scoring.statistics.services.catch_up import catch_up, lock_statistics
from scoring.statistics.services.ratings import BATCH, RankedGame, rate_all
from scoring.statistics.services.results import store_facts
from scoring.statistics.services.totals import replace_totals

GAMES_AT_ONCE = 200

Progress = Callable[[int, int], None]  # called with the games read so far, and all games


def _no_progress(done: int, total: int) -> None:
    pass


class Recomputation:
    """The statistics of a group from its games: read first, which takes long, then written."""

    def __init__(self, group: UUID) -> None:
        self.group = group
        self._facts: dict[UUID, tuple[int, GameFacts]] = {}  # with the version of the game

    def read(self, progress: Progress = _no_progress) -> None:
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
            for facts in read_facts(games.values()):
                self._facts[facts.game_id] = (games[facts.game_id].version, facts)
            progress(len(self._facts), len(versions))

    @transaction.atomic
    def write(self) -> dict[str, int]:
        """Replace the statistics by what was read; return how many games and rounds count.

        What has changed since it was read is read again.
        """
        lock_statistics(self.group)
        pending = list(PendingGame.objects.filter(group=self.group).values_list("pk", flat=True))
        self.read()
        ratings_of_group(self.group).delete()
        PlayerResult.objects.filter(group=self.group).delete()
        games = self.games
        store_facts(self.group, games)
        replace_totals(self.group, Ledger(games))
        ratings = rate_all(map(ranked_game, games))
        while rows := list(islice(ratings, BATCH)):
            PlayerRating.objects.bulk_create(rows)
        # Games that became pending after this list was read stay pending.
        for start in range(0, len(pending), BATCH):
            PendingGame.objects.filter(pk__in=pending[start : start + BATCH]).delete()
        return {"games": len(games), "rounds": sum(game.rounds for game in games)}

    def differences(self) -> Iterator[str]:
        """How the stored statistics differ from what was read; they must be locked."""
        games = self.games
        rows = PlayerResult.objects.filter(group=self.group)
        stored = {facts.game_id: facts for facts in stored_facts(rows)}
        yield from _compare("PlayerResult", stored, {facts.game_id: facts for facts in games})
        ledger = Ledger(games)
        for model in TOTALS_MODELS:
            totals = stored_totals(totals_of(model, self.group))
            yield from _compare(model.__name__, totals, ledger.totals[model.columns])
        ratings = _by_key(ratings_of_group(self.group).iterator(2000))
        yield from _compare("PlayerRating", ratings, _by_key(rate_all(map(ranked_game, games))))

    @property
    def games(self) -> list[GameFacts]:
        """The games that were read, in the order in which they began."""
        facts = (facts for _version, facts in self._facts.values())
        return sorted(facts, key=lambda game: (game.played_at, game.game_id))


def recompute(group: UUID) -> dict[str, int]:
    """Compute the statistics of a group again; return how many games and rounds count."""
    recomputation = Recomputation(group)
    recomputation.read()
    return recomputation.write()


def check(group: UUID) -> list[str]:
    """Return how the statistics of a group differ from its games.

    Pending games are counted first, as for any reader.
    """
    recomputation = Recomputation(group)
    recomputation.read()
    with transaction.atomic():
        lock_statistics(group)
        while True:
            catch_up(group)
            recomputation.read()
            differences = list(recomputation.differences())
            # A game that changes during this is not wrong: it is pending.
            if not differences or not PendingGame.objects.filter(group=group).exists():
                return differences


def ranked_game(facts: GameFacts) -> RankedGame:
    """What a rating needs to know of a game."""
    players = sorted(facts.players, key=lambda player: player.player_id)
    return RankedGame(
        (facts.played_at, facts.game_id),
        facts.edition,
        facts.variant,
        tuple(player.player_id for player in players),
        tuple(player.rank for player in players),
    )


def _by_key(ratings: Iterator[PlayerRating]) -> dict[tuple[object, ...], tuple[float, float]]:
    return {
        (row.player_id, row.game_id, row.edition, row.variant, row.played_at): (row.mu, row.sigma)
        for row in ratings
    }


def _compare(name: str, stored: Mapping[Any, Any], computed: Mapping[Any, Any]) -> Iterator[str]:
    for key in {**stored, **computed}:
        if stored.get(key) != computed.get(key):
            yield f"{name} {key}: stored {stored.get(key)}, computed {computed.get(key)}"

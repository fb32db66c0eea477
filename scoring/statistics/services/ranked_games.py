"""Games as ratings see them: their players and ranks, and when they were played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet

from scoring.statistics.facts import GameFacts
from scoring.statistics.models import PlayerResult
from scoring.statistics.ratings import Pool, pools_of

Moment = tuple[datetime, UUID]  # when a game began, and its id, so that no two are equal
Place = tuple[Moment, Pool, UUID]  # of a rating: after which game, in which pool, of whom


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

    @property
    def places(self) -> Iterator[Place]:
        """The ratings that the game gives."""
        return ((self.moment, pool, player) for pool in self.pools for player in self.players)


def ranked_game(facts: GameFacts) -> RankedGame:
    """What a rating needs to know of a game: those who were there throughout, if any."""
    throughout = (player for player in facts.players if player.throughout)
    players = sorted(throughout, key=lambda player: player.player_id)
    return RankedGame(
        (facts.played_at, facts.game_id),
        facts.edition,
        facts.variant,
        tuple(player.player_id for player in players),
        tuple(player.rank for player in players),
    )


def ranked_games(results: QuerySet[PlayerResult]) -> Iterator[RankedGame]:
    """The games of these results in their order, without those that rate nobody."""
    columns = ("played_at", "game_id", "edition", "variant", "player_id", "rank")
    # By player, so that the same games give the same ratings wherever people sat.
    throughout = results.filter(throughout=True).order_by("played_at", "game", "player")
    rows = throughout.values_list(*columns)
    for moment, players in groupby(rows.iterator(2000), key=lambda row: row[:2]):
        _played_at, _game, editions, variants, ids, ranks = zip(*players, strict=True)
        yield RankedGame(moment, editions[0], variants[0], ids, ranks)

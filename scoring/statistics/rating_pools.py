"""Games as ratings see them, and ratings in several pools of games, as game follows game. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from scoring.statistics.facts import GameFacts
from scoring.statistics.ratings import NEWCOMER, Pool, Strength, pools_of, rate

Moment = tuple[datetime, UUID]  # when a game began, and its id, so that no two are equal
Strengths = dict[tuple[Pool, UUID], Strength]  # by pool and player

# If a group plays one kind of game only, its ratings are the same in all four pools.
_rate = lru_cache(maxsize=8)(rate)


@dataclass(frozen=True, slots=True)
class RankedGame:
    """What a rating needs to know of a game: the players by id, and their ranks.

    `parts` are the shares of the win that they expect by their handicaps (`PlayerFacts`); 0 for
    each if nobody has one.
    """

    moment: Moment
    edition: str
    variant: str
    players: tuple[UUID, ...]
    ranks: tuple[int, ...]
    parts: tuple[int, ...]

    @property
    def pools(self) -> list[Pool]:
        return pools_of(self.edition, self.variant)


def ranked_game(facts: GameFacts) -> RankedGame | None:
    """What a rating needs to know of a game: those who were there throughout; None if nobody."""
    throughout = (player for player in facts.players if player.throughout)
    players = sorted(throughout, key=lambda player: player.player_id)
    if not players:
        return None
    return RankedGame(
        (facts.played_at, facts.game_id),
        facts.edition,
        facts.variant,
        tuple(player.player_id for player in players),
        tuple(player.rank for player in players),
        tuple(player.handicap_parts for player in players),
    )


class PoolRatings:
    """The ratings after the games so far: `current`; of some pools only if `pools` are given."""

    def __init__(
        self, current: Strengths | None = None, pools: Collection[Pool] | None = None
    ) -> None:
        self.current = current or {}
        self.pools = pools

    def rate(self, game: RankedGame) -> Strengths:
        """Rate a game; return the ratings that it changes."""
        changed: Strengths = {}
        current = self.current
        for pool in game.pools:
            if self.pools is None or pool in self.pools:
                keys = [(pool, player) for player in game.players]
                before = tuple([current.get(key, NEWCOMER) for key in keys])
                changed.update(zip(keys, _rate(before, game.ranks, game.parts), strict=True))
        current.update(changed)
        return changed

    def rate_all(self, games: Iterable[RankedGame]) -> Strengths:
        """Rate games in their order; return the latest of the ratings that they change."""
        changed: Strengths = {}
        for game in games:
            changed.update(self.rate(game))
        return changed

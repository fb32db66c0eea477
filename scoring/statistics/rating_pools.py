"""Ratings of players in several pools of games, as game follows game. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from uuid import UUID

from scoring.statistics.ranked_game import RankedGame
from scoring.statistics.ratings import NEWCOMER, Pool, Strength, rate

Strengths = dict[tuple[Pool, UUID], Strength]  # by pool and player

# If a group plays one kind of game only, its ratings are the same in all four pools.
_rate = lru_cache(maxsize=8)(rate)


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

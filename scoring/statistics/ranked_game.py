"""A game as ratings see it: its players and ranks, and when it was played. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scoring.statistics.facts import GameFacts
from scoring.statistics.ratings import Pool, pools_of

Moment = tuple[datetime, UUID]  # when a game began, and its id, so that no two are equal


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

"""A night: who played how many games, who won it, and the best comeback. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from uuid import UUID

from scoring.statistics.facts import GameFacts, PlayerFacts
from scoring.statistics.highlights import BIGGEST_COMEBACK
from scoring.statistics.marks import mark


@dataclass(frozen=True, slots=True)
class NightFigures:
    """What a player did in a night; `games`, `wins` and `ranks` are of games played throughout.

    `ranks` are added up. `part_games` are those that the player joined late or left.
    """

    player_id: UUID
    games: int
    part_games: int
    wins: int
    ranks: int

    @property
    def order(self) -> tuple[int, bool, Fraction]:
        """Most wins first, then the best average rank; whoever has no game comes last."""
        return -self.wins, not self.games, Fraction(self.ranks, self.games or 1)


@dataclass(frozen=True, slots=True)
class Night:
    """The games of a night, in the order in which they were played."""

    date: date
    games: tuple[GameFacts, ...]

    @property
    def facts(self) -> list[PlayerFacts]:
        """What its games say about each of their players."""
        return [facts for game in self.games for facts in game.players]

    @property
    def rounds(self) -> int:
        """How many rounds were played, of the games whose rounds are known."""
        return sum(game.rounds for game in self.games)

    def figures(self) -> list[NightFigures]:
        """What each player did, the winners first."""
        by_player: dict[UUID, list[PlayerFacts]] = {}
        for facts in self.facts:
            by_player.setdefault(facts.player_id, []).append(facts)
        return sorted(map(_figures, by_player.values()), key=lambda one: one.order)

    def winners(self) -> list[NightFigures]:
        """Who has the most wins; if several do, the best average rank; several if level in both.

        Nobody if no game was won by somebody who was there throughout.
        """
        first, *others = self.figures()
        if not first.wins:
            return []
        return [first, *(one for one in others if one.order == first.order)]

    def comeback(self) -> PlayerFacts | None:
        """The game won after being furthest behind; if several are equal, the earliest."""
        return BIGGEST_COMEBACK.best([facts for facts in self.facts if facts.throughout])


def night_of_games(night: date, facts: Iterable[PlayerFacts]) -> Night:
    """A night with the games that these facts are about, in any order."""
    return Night(night, tuple(games_of(sorted(facts, key=lambda one: (mark(one), one.seat)))))


def games_of(facts: Iterable[PlayerFacts]) -> list[GameFacts]:
    """Games, of facts in the order in which they were played."""
    by_game = groupby(facts, key=lambda one: one.game_id)
    return [GameFacts(tuple(players)) for _game, players in by_game]


def _figures(games: Sequence[PlayerFacts]) -> NightFigures:
    throughout = [game for game in games if game.throughout]
    return NightFigures(
        player_id=games[0].player_id,
        games=len(throughout),
        part_games=len(games) - len(throughout),
        wins=sum(game.won for game in throughout),
        ranks=sum(game.rank for game in throughout),
    )

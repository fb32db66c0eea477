"""The best and worst that a player has done; if several are equal, the earliest counts. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoring.statistics.digest_parts import Games, Kept, Part
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.game_kinds import ByKind, is_fast_win
from scoring.statistics.marks import Mark, mark


@dataclass(frozen=True, slots=True)
class Highlight:
    """Of the games that qualify, the one with the least `order`; what is said of it are `values`.

    Kept is the order, the game and the values.
    """

    qualifies: Callable[[PlayerFacts], bool]
    order: Callable[[PlayerFacts], list[int]]
    values: Callable[[PlayerFacts], list[int]]

    def best(self, games: Games) -> PlayerFacts | None:
        """The game that it is about; None if no game qualifies."""
        return min(filter(self.qualifies, games), key=self.order, default=None)

    def of(self, games: Games) -> Kept | None:
        game = self.best(games)
        return None if game is None else [self.order(game), mark(game), self.values(game)]

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        return min(earlier, later)


def values_of(kept: Kept) -> tuple[Mark, list[int]]:
    """The game of a highlight, and its values."""
    _order, game, values = kept
    return game, values


# The game won after being furthest behind; Phases count before points.
BIGGEST_COMEBACK = Highlight(
    lambda game: game.comeback_round > 0,
    lambda game: [-game.comeback_phases, -game.comeback_points],
    lambda game: [game.comeback_round, game.comeback_phases, game.comeback_points],
)

HIGHLIGHTS: dict[str, Part] = {
    # The round with the fewest points; if equal, where the others took the most.
    "best_round": Highlight(
        lambda game: game.rounds > 0,
        lambda game: [game.best_round_points, -game.best_round_others],
        lambda game: [game.best_round, game.best_round_points, game.best_round_others],
    ),
    # The round with the most points.
    "worst_round": Highlight(
        lambda game: game.rounds > 0,
        lambda game: [-game.worst_round_points],
        lambda game: [game.worst_round, game.worst_round_points],
    ),
    # For each kind of game, the one won in the fewest rounds, then with the fewest points.
    "fastest_wins": ByKind(
        Highlight(
            is_fast_win,
            lambda game: [game.rounds, game.total],
            lambda game: [game.rounds, game.total],
        )
    ),
    "biggest_comeback": BIGGEST_COMEBACK,
}

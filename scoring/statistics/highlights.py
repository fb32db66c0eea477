"""The best and worst that a player has done; if several are equal, the earliest counts. Pure.

Each function takes the games of one player in the order in which they were played, and returns
the game that the highlight is from, or None.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.statistics.facts import PlayerFacts
from scoring.statistics.game_kinds import by_kind, is_fast_win


def best_round(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
    """The game with the fewest points in a round; if equal, where the others took the most."""
    return min(
        (game for game in games if game.rounds),
        key=lambda game: (game.best_round_points, -game.best_round_others),
        default=None,
    )


def worst_round(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
    """The game with the most points in a round."""
    return max(
        (game for game in games if game.rounds),
        key=lambda game: game.worst_round_points,
        default=None,
    )


def fastest_wins(games: Sequence[PlayerFacts]) -> list[PlayerFacts]:
    """For each kind of game, the one won in the fewest rounds, then with the fewest points."""
    wins = [game for game in games if is_fast_win(game)]
    return [
        min(alike, key=lambda game: (game.rounds, game.total)) for alike in by_kind(wins).values()
    ]


def biggest_comeback(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
    """The game won after being furthest behind; Phases count before points."""
    return max(
        (game for game in games if game.comeback_round),
        key=lambda game: (game.comeback_phases, game.comeback_points),
        default=None,
    )

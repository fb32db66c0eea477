"""The statistics of one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict
from uuid import UUID

from referee.editions import EDITIONS
from referee.game import Variant
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics import highlights, streaks
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.badges import EarnedBadge
from scoring.statistics.wire.head_to_head import Opponent
from scoring.statistics.wire.performance import Performance
from scoring.statistics.wire.phases import PhaseStatistics
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    PlayerReference,
    Rating,
    average,
    expected_wins,
    rating_answer,
)


class Overrules(TypedDict):
    """How often the table overruled the referee."""

    rounds: Annotated[Average, Doc("The share of the player's rounds.")]
    plays: Annotated[int, Doc("Plays by the player on the live table.")]


class PlayerMonth(TypedDict):
    """A month of a player."""

    month: Annotated[str, Doc("Such as 2026-03.")]
    games: int
    wins: int
    expected_wins: ExpectedWins
    place: Average
    points_a_round: Average


class PlayerGame(TypedDict):
    """How a game went for one player."""

    game: Uuid
    played_at: datetime
    edition: Annotated[str, OneOf(EDITIONS)]
    variant: Annotated[str, OneOf(Variant)]
    place: int
    players: Annotated[int, Doc("How many played.")]
    won: bool
    points: int
    rating: Annotated[Rating, Doc("After this game.")]


class Streak(TypedDict):
    """Successes in a row."""

    longest: int
    current: int
    game: Annotated[
        Uuid | None, Doc("The game in which the longest one ended; the first if several are equal.")
    ]


class PlayerStreaks(TypedDict):
    """The streaks of a player."""

    wins: Annotated[Streak, Doc("Games won in a row.")]
    going_out: Annotated[Streak, Doc("Rounds gone out in a row.")]
    laying_down: Annotated[Streak, Doc("Rounds in a row with a Phase laid down.")]


class BestRound(TypedDict):
    """The round with the fewest points; if several are equal, the others took the most."""

    game: Uuid
    round: int
    points: int
    others: Annotated[int, Doc("What the others took together.")]


class WorstRound(TypedDict):
    """The round with the most points."""

    game: Uuid
    round: int
    points: int


class FastestWin(TypedDict):
    """The win in the fewest rounds, of games of one variant with as many Phases."""

    variant: Annotated[str, OneOf(Variant)]
    phases: Annotated[int, Doc("How many Phases the game has.")]
    game: Uuid
    rounds: int
    points: int


class Comeback(TypedDict):
    """The win after being furthest behind the leader; Phases count before points."""

    game: Uuid
    round: Annotated[int, Doc("After which round the player was so far behind.")]
    phases: int
    points: int


class PlayerStatistics(Performance):
    """The statistics of one player."""

    player: PlayerReference
    overruled: Overrules
    months: Annotated[list[PlayerMonth], Doc("Months with games, the earliest first.")]
    latest: Annotated[list[PlayerGame], Doc("The last ten games, the latest first.")]
    phases: list[PhaseStatistics]
    streaks: PlayerStreaks
    best_round: BestRound | None
    worst_round: WorstRound | None
    fastest_wins: Annotated[
        list[FastestWin],
        Doc("One for each variant and number of Phases, of games played to their end."),
    ]
    biggest_comeback: Comeback | None
    nemesis: Annotated[
        Opponent | None,
        Doc("The opponent who is ahead of the player most often, over three or more games."),
    ]
    favourite_opponent: Annotated[
        Opponent | None,
        Doc("The opponent the player is ahead of most often, over three or more games."),
    ]
    badges: list[EarnedBadge]


class RatingAfterGame(TypedDict):
    """A rating, and the game after which it was reached."""

    game: Uuid
    played_at: datetime
    rating: Rating


def overrules(totals: Mapping[str, int]) -> Overrules:
    return {
        "rounds": average(totals["overruled_rounds"], totals["rounds"]),
        "plays": totals["overruled_plays"],
    }


def player_month(totals: Mapping[str, Any]) -> PlayerMonth:
    return {
        "month": totals["period"],
        "games": totals["games"],
        "wins": totals["wins"],
        "expected_wins": expected_wins(totals["expected_win_parts"]),
        "place": average(totals["ranks"], totals["games"]),
        "points_a_round": average(totals["points"], totals["rounds"]),
    }


def player_game(game: PlayerFacts, strength: Strength) -> PlayerGame:
    return {
        "game": str(game.game_id),
        "played_at": game.played_at,
        "edition": game.edition,
        "variant": game.variant,
        "place": game.rank,
        "players": game.seats,
        "won": game.won,
        "points": game.total,
        "rating": rating_answer(strength),
    }


def player_streaks(games: Sequence[PlayerFacts]) -> PlayerStreaks:
    return {
        "wins": _streak(streaks.win_streak(games)),
        "going_out": _streak(streaks.going_out_streak(games)),
        "laying_down": _streak(streaks.laying_down_streak(games)),
    }


def _streak(streak: streaks.Streak) -> Streak:
    game = streak.ended_in
    return {
        "longest": streak.longest,
        "current": streak.current,
        "game": str(game.game_id) if game else None,
    }


def best_round(games: Sequence[PlayerFacts]) -> BestRound | None:
    game = highlights.best_round(games)
    if game is None:
        return None
    return {
        "game": str(game.game_id),
        "round": game.best_round,
        "points": game.best_round_points,
        "others": game.best_round_others,
    }


def worst_round(games: Sequence[PlayerFacts]) -> WorstRound | None:
    game = highlights.worst_round(games)
    if game is None:
        return None
    return {
        "game": str(game.game_id),
        "round": game.worst_round,
        "points": game.worst_round_points,
    }


def fastest_wins(games: Sequence[PlayerFacts]) -> list[FastestWin]:
    return [
        {
            "variant": game.variant,
            "phases": game.phases,
            "game": str(game.game_id),
            "rounds": game.rounds,
            "points": game.total,
        }
        for game in highlights.fastest_wins(games)
    ]


def comeback(games: Sequence[PlayerFacts]) -> Comeback | None:
    game = highlights.biggest_comeback(games)
    if game is None:
        return None
    return {
        "game": str(game.game_id),
        "round": game.comeback_round,
        "phases": game.comeback_phases,
        "points": game.comeback_points,
    }


def rating_after_game(game: UUID, played_at: datetime, strength: Strength) -> RatingAfterGame:
    return {"game": str(game), "played_at": played_at, "rating": rating_answer(strength)}

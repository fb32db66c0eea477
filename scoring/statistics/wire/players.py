"""The statistics of one player."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from games.wire.references import PlayerReference
from referee.editions import EDITIONS
from referee.game import Variant
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics import highlights, streaks
from scoring.statistics.digests import STREAK, Digest
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.game_kinds import in_order
from scoring.statistics.marks import game_of
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.badges import EarnedBadge
from scoring.statistics.wire.circumstances import Circumstances
from scoring.statistics.wire.head_to_head import Opponent
from scoring.statistics.wire.performance import Performance
from scoring.statistics.wire.phases import PhaseStatistics
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    Rating,
    average,
    expected_wins,
    meaning,
    rating_answer,
)


class Overrules(TypedDict):
    """How often the table overruled the referee."""

    rounds: Annotated[Average, meaning("overruled")]
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

    wins: Annotated[Streak, meaning("streak_wins")]
    going_out: Annotated[Streak, meaning("streak_going_out")]
    laying_down: Annotated[Streak, meaning("streak_laying_down")]


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
    """A win after being behind; Phases count before points."""

    game: Uuid
    round: Annotated[int, Doc("After which round the player was so far behind.")]
    phases: Annotated[int, meaning("comeback_phases")]
    points: Annotated[int, meaning("comeback_points")]


class RatingAfterGame(TypedDict):
    """A rating, and the game after which it was reached."""

    game: Uuid
    played_at: datetime
    rating: Rating


class RatingPage(TypedDict):
    """A page of a player's ratings."""

    next: Annotated[str | None, Doc("The address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("The address of the previous page; null on the first one.")]
    results: list[RatingAfterGame]


class PlayerFigures(Performance):
    """What is always there of the statistics of one player."""

    player: PlayerReference
    overruled: Overrules
    months: Annotated[list[PlayerMonth], Doc("Months with games, the earliest first.")]
    latest: Annotated[list[PlayerGame], Doc("The last ten games, the latest first.")]
    phases: list[PhaseStatistics]
    streaks: PlayerStreaks
    best_round: Annotated[BestRound | None, meaning("best_round")]
    worst_round: Annotated[WorstRound | None, meaning("worst_round")]
    fastest_wins: Annotated[
        list[FastestWin],
        meaning("fastest_win", "One for each number of Phases."),
    ]
    biggest_comeback: Annotated[Comeback | None, meaning("biggest_comeback")]
    nemesis: Annotated[
        Opponent | None,
        meaning("nemesis"),
    ]
    favourite_opponent: Annotated[
        Opponent | None,
        Doc("The opposite of the nemesis; null in the same case."),
    ]
    badges: list[EarnedBadge]


class PlayerStatistics(PlayerFigures):
    """The statistics of one player."""

    circumstances: NotRequired[
        Annotated[
            Circumstances,
            Doc("By table size, seat, first dealer and weekday; with `include=circumstances`."),
        ]
    ]
    ratings: NotRequired[
        Annotated[
            RatingPage,
            Doc("Game by game, the latest first; with `include=ratings`, by `limit` and `cursor`."),
        ]
    ]


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


def player_streaks(kept: Digest) -> PlayerStreaks:
    return {
        "wins": _streak(kept, "wins"),
        "going_out": _streak(kept, "going_out"),
        "laying_down": _streak(kept, "laying_down"),
    }


def _streak(kept: Digest, name: str) -> Streak:
    value = kept.get(STREAK + name)
    if value is None:
        return {"longest": 0, "current": 0, "game": None}
    streak = streaks.Streak(*value)
    game = streak.ended_in
    return {
        "longest": streak.longest,
        "current": streak.current,
        "game": str(game_of(game)) if game else None,
    }


def best_round(kept: Digest) -> BestRound | None:
    if "best_round" not in kept:
        return None
    game, [number, points, others] = highlights.values_of(kept["best_round"])
    return {"game": str(game_of(game)), "round": number, "points": points, "others": others}


def worst_round(kept: Digest) -> WorstRound | None:
    if "worst_round" not in kept:
        return None
    game, [number, points] = highlights.values_of(kept["worst_round"])
    return {"game": str(game_of(game)), "round": number, "points": points}


def fastest_wins(kept: Digest) -> list[FastestWin]:
    wins: list[FastestWin] = []
    for kind, value in in_order(kept.get("fastest_wins")):
        game, [rounds, points] = highlights.values_of(value)
        wins.append(
            {
                "variant": kind.variant,
                "phases": kind.phases,
                "game": str(game_of(game)),
                "rounds": rounds,
                "points": points,
            }
        )
    return wins


def comeback(kept: Digest) -> Comeback | None:
    if "biggest_comeback" not in kept:
        return None
    game, [number, phases, points] = highlights.values_of(kept["biggest_comeback"])
    return {"game": str(game_of(game)), "round": number, "phases": phases, "points": points}


def rating_after_game(game: UUID, played_at: datetime, strength: Strength) -> RatingAfterGame:
    return {"game": str(game), "played_at": played_at, "rating": rating_answer(strength)}

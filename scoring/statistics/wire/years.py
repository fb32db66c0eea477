"""A year in review."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from games.wire.references import PlayerReference
from rest.annotations import Doc, Uuid
from scoring.statistics.marks import Mark, game_of, moment_of
from scoring.statistics.wire.badges import PlayerBadge
from scoring.statistics.wire.feats import Feat
from scoring.statistics.wire.leaderboard import LeaderboardLine
from scoring.statistics.wire.phases import PhaseStatistics
from scoring.statistics.wire.values import Average, Rating, meaning


class GameDate(TypedDict):
    """A game, and when it began."""

    game: Uuid
    played_at: datetime


class MonthlyGames(TypedDict):
    """How many games began in a month."""

    month: Annotated[str, Doc("Such as 2026-03.")]
    games: int


class Champion(TypedDict):
    """A player with the most wins."""

    player: PlayerReference
    wins: int


class MostImproved(TypedDict):
    """The player whose rating has risen most, of those who were rated before the year.

    It has risen by more than luck explains.
    """

    player: PlayerReference
    rise: Annotated[
        int, Doc("By how many points the rating has risen since the end of the year before.")
    ]
    rating: Annotated[Rating, Doc("At the end of the year.")]


class GamesPlayed(TypedDict):
    """How much was played, and when."""

    games: int
    rounds: int
    rounds_a_game: Annotated[Average, Doc("Over the games whose rounds are known.")]
    nights: Annotated[
        int,
        Doc(
            "How many nights had a game. A night lasts until 6 a.m. in the group's time zone; a "
            "game belongs to the night, month and year in which it began."
        ),
    ]
    points: Annotated[int, Doc("Of all players together.")]
    players: Annotated[int, Doc("How many have played.")]
    first_game: GameDate | None
    last_game: GameDate | None
    months: list[MonthlyGames]
    busiest_month: MonthlyGames | None


class YearInReview(GamesPlayed):
    """A year in review."""

    kind: Literal["year"]
    year: int
    leaderboard: list[LeaderboardLine]
    champions: Annotated[list[Champion], meaning("champion", "Several if they are level.")]
    most_improved: Annotated[MostImproved | None, meaning("most_improved")]
    hardest_phase: Annotated[
        PhaseStatistics | None,
        meaning("hardest_phase"),
    ]
    phases_compared: Annotated[
        int, Doc("How many Phases that was asked of: those that were tried at least twenty times.")
    ]
    records: Annotated[list[Feat], Doc("Of this year's games only.")]
    badges: Annotated[list[PlayerBadge], Doc("Earned this year, in chronological order.")]


def game_date(game: Mark) -> GameDate:
    return {"game": str(game_of(game)), "played_at": moment_of(game)}

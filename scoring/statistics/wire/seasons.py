"""A season of a group: who has won how much in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Annotated, Literal, TypedDict

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from rest.annotations import Doc
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    Share,
    average,
    expected_wins,
    meaning,
    share,
)
from scoring.statistics.wire.years import Champion


class SeasonLine(TypedDict):
    """A player in a season."""

    player: PlayerReference
    position: Annotated[
        int, Doc("By wins, then by the average place; who is level in both has the same.")
    ]
    games: Annotated[int, meaning("games")]
    part_games: Annotated[int, meaning("part_games")]
    wins: Annotated[int, meaning("wins")]
    expected_wins: ExpectedWins
    win_rate: Annotated[Share, meaning("win_rate")]
    place: Annotated[Average, meaning("place")]


class Season(TypedDict):
    """A season: it lasts until the next one begins."""

    kind: Literal["season"]
    starts_on: Annotated[date, Doc("Its first night.")]
    ends_on: Annotated[date | None, Doc("Its last night; null as long as no other has begun.")]
    champions: Annotated[
        list[Champion],
        meaning("champion", "So far, until the season ends; several if they are level."),
    ]
    players: Annotated[list[SeasonLine], Doc("All who have played in it, the first first.")]


Totals = Mapping[str, int]


def order(totals: Totals) -> tuple[int, bool, Fraction]:
    """Most wins first, then the best average place; whoever has no game comes last."""
    games = totals["games"]
    return -totals["wins"], not games, Fraction(totals["ranks"], games or 1)


def season_line(player: Player, position: int, totals: Totals) -> SeasonLine:
    """A line, by the columns of `columns.PLAYER_TOTALS`."""
    games = totals["games"]
    return {
        "player": player_reference(player),
        "position": position,
        "games": games,
        "part_games": totals["appearances"] - games,
        "wins": totals["wins"],
        "expected_wins": expected_wins(totals["expected_win_parts"]),
        "win_rate": share(totals["wins"], games),
        "place": average(totals["ranks"], games),
    }

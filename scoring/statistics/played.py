"""How much a group has played, and when. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from scoring.statistics.digest_parts import Games, Kept
from scoring.statistics.marks import Mark, mark
from scoring.statistics.periods import night_of

MONTHS = 12


class Played(NamedTuple):
    """What is kept of how much was played.

    `with_rounds` is how many games have known rounds. A night is a day, such as 2026-03-01.
    `months` has the number of games of each calendar month, January first.
    """

    games: int
    rounds: int
    with_rounds: int
    points: int
    first_game: Mark | None
    last_game: Mark | None
    nights: int
    first_night: str
    last_night: str
    months: list[int]


NOTHING = Played(0, 0, 0, 0, None, None, 0, "", "", [0] * MONTHS)


@dataclass(frozen=True, slots=True)
class HowMuch:
    """The part of a group's digest that knows how much was played, where the group plays."""

    zone: ZoneInfo

    def of(self, games: Games) -> Kept | None:
        if not games:
            return None
        by_game = [[*players] for _game, players in groupby(games, key=lambda game: game.game_id)]
        rounds = [max(facts.rounds for facts in players) for players in by_game]
        nights = [night_of(players[0].played_at, self.zone) for players in by_game]
        months = [0] * MONTHS
        for night in nights:
            months[night.month - 1] += 1
        return [
            *Played(
                games=len(rounds),
                rounds=sum(rounds),
                with_rounds=sum(count > 0 for count in rounds),
                points=sum(facts.total for facts in games),
                first_game=mark(games[0]),
                last_game=mark(games[-1]),
                nights=len(set(nights)),
                first_night=nights[0].isoformat(),
                last_night=nights[-1].isoformat(),
                months=months,
            )
        ]

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        before, after = Played(*earlier), Played(*later)
        return [
            *Played(
                games=before.games + after.games,
                rounds=before.rounds + after.rounds,
                with_rounds=before.with_rounds + after.with_rounds,
                points=before.points + after.points,
                first_game=before.first_game,
                last_game=after.last_game,
                nights=before.nights + after.nights - (before.last_night == after.first_night),
                first_night=before.first_night,
                last_night=after.last_night,
                months=[sum(both) for both in zip(before.months, after.months, strict=True)],
            )
        ]

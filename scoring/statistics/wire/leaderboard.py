"""The leaderboard of a group, and what it says about each player."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Annotated, TypedDict

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from rest.annotations import Doc
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.ratings import APART, Strength, told_apart
from scoring.statistics.wire.performance import Performance, performance
from scoring.statistics.wire.values import meaning

FORM = 5  # games


class FormGame(TypedDict):
    """How a player did in one of their latest games."""

    place: int
    players: Annotated[int, Doc("How many played.")]
    won: bool


class Rank(TypedDict):
    """The places on the leaderboard that a player may well deserve, from the best to the worst."""

    best: int
    worst: int


class LeaderboardLine(Performance):
    """A player on the leaderboard."""

    player: PlayerReference
    rank: Annotated[Rank, meaning("rank")]
    form: Annotated[list[FormGame], meaning("form", "Of the group's latest 200 results.")]


class Leaderboard(TypedDict):
    """All players with games that match the filters, the highest rated first."""

    players: list[LeaderboardLine]


def ranks(strengths: Sequence[Strength]) -> list[Rank]:
    """The ranks of players, in the given order.

    >>> strong, middle, weak = Strength(60, 3), Strength(45, 3), Strength(30, 3)
    >>> [(rank["best"], rank["worst"]) for rank in ranks([strong, middle, weak])]
    [(1, 1), (2, 2), (3, 3)]
    >>> [(rank["best"], rank["worst"]) for rank in ranks([strong, Strength(55, 3), weak])]
    [(1, 2), (1, 2), (3, 3)]
    """
    if not strengths:
        return []
    ordered = sorted(strengths, key=lambda strength: strength.mu)
    mus = [strength.mu for strength in ordered]
    sigmas = [strength.sigma for strength in ordered]
    least, most = min(sigmas), max(sigmas)
    found: list[Rank] = []
    for own in strengths:
        # Nobody nearer than `near` is told apart, and everybody beyond `far`: of thousands of
        # players, few are between.
        near, far = APART * hypot(own.sigma, least), APART * hypot(own.sigma, most)
        worse = bisect_left(mus, own.mu - far)
        below = ordered[worse : bisect_left(mus, own.mu - near)]
        better = bisect_right(mus, own.mu + far)
        above = ordered[bisect_right(mus, own.mu + near) : better]
        worse += sum(told_apart(own, other) for other in below)
        better = len(mus) - better + sum(told_apart(own, other) for other in above)
        found.append({"best": 1 + better, "worst": len(mus) - worse})
    return found


def leaderboard_line(
    player: Player,
    rank: Rank,
    totals: Mapping[str, int],
    strength: Strength,
    latest: Sequence[PlayerFacts],
) -> LeaderboardLine:
    """A line; `latest` are the player's latest games, the latest first."""
    return {
        "player": player_reference(player),
        "rank": rank,
        **performance(totals, strength),
        "form": [
            {"place": game.rank, "players": game.seats, "won": game.won} for game in latest[:FORM]
        ],
    }

"""The leaderboard of a group, and what it says about each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from rest.annotations import Doc
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.ratings import Strength, told_apart
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
    found: list[Rank] = []
    for own in strengths:
        apart = [other.mu - own.mu for other in strengths if told_apart(own, other)]
        better = sum(difference > 0 for difference in apart)
        found.append({"best": 1 + better, "worst": len(strengths) - (len(apart) - better)})
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

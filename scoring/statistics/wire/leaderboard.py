"""The leaderboard of a group, and what it says about each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from games.models import Player
from rest.annotations import Doc
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.performance import Performance, performance
from scoring.statistics.wire.values import PlayerReference, player_reference

FORM = 5  # games


class FormGame(TypedDict):
    """How a player did in one of their latest games."""

    place: int
    players: Annotated[int, Doc("How many played.")]
    won: bool


class LeaderboardLine(Performance):
    """A player on the leaderboard."""

    player: PlayerReference
    form: Annotated[
        list[FormGame],
        Doc(
            "The latest games that the player played throughout, at most 5, the latest first: of "
            "the group's latest 200 results."
        ),
    ]


class Leaderboard(TypedDict):
    """All players with games that match the filters, the highest rated first."""

    players: list[LeaderboardLine]


def leaderboard_line(
    player: Player, totals: Mapping[str, int], strength: Strength, latest: Sequence[PlayerFacts]
) -> LeaderboardLine:
    """A line; `latest` are the player's latest games, the latest first."""
    return {
        "player": player_reference(player),
        **performance(totals, strength),
        "form": [
            {"place": game.rank, "players": game.seats, "won": game.won} for game in latest[:FORM]
        ],
    }

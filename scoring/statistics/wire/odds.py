"""Odds: each player's chance to win, by the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from games.models import Player
from rest.annotations import Doc
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.values import (
    DIGITS,
    PlayerReference,
    Rating,
    player_reference,
    rating_answer,
)

MIN_GAMES = 5  # before a rating says enough about a player


class PlayerOdds(TypedDict):
    """A player's chance to win against the others."""

    player: PlayerReference
    games: Annotated[
        int,
        Doc("How many games the rating is from: those in which the player was there throughout."),
    ]
    rating: Rating
    chance: Annotated[
        float | None,
        Doc("To come first, from 0 to 1; null if anybody has fewer than `min_games`."),
    ]


class Odds(TypedDict):
    """The chances of players who are about to play with each other; they add up to 1."""

    players: Annotated[list[PlayerOdds], Doc("In the order of the request.")]
    min_games: Annotated[int, Doc("How many rated games everybody needs for odds.")]
    too_few_games: Annotated[
        list[PlayerReference], Doc("Those because of whom there are no odds; empty if there are.")
    ]


class RatedPlayer(TypedDict):
    """A player, the games they were rated in, and the rating."""

    player: Player
    games: int
    strength: Strength


def odds_answer(rated: Sequence[RatedPlayer], chances: Sequence[float] | None) -> Odds:
    """The odds; `chances` are in the order of the players, None if any has too few games."""
    known = [None] * len(rated) if chances is None else [round(each, DIGITS) for each in chances]
    return {
        "players": [
            {
                "player": player_reference(one["player"]),
                "games": one["games"],
                "rating": rating_answer(one["strength"]),
                "chance": chance,
            }
            for one, chance in zip(rated, known, strict=True)
        ],
        "min_games": MIN_GAMES,
        "too_few_games": [
            player_reference(one["player"]) for one in rated if one["games"] < MIN_GAMES
        ],
    }

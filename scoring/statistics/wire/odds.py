"""Odds: each player's chance to win, by the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from games.models import Player
from games.wire.handicaps import HandicapDetail, handicap_answer
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from referee.stints import Handicap
from rest.annotations import Doc
from scoring.statistics.ratings import MIN_GAMES, Strength, chances_to_win, told_apart
from scoring.statistics.wire.values import DIGITS, Rating, meaning, rating_answer


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
        meaning("chance", "From 0 to 1; null if anybody has fewer than `min_games`."),
    ]
    suggested_handicap: Annotated[
        HandicapDetail | None,
        meaning(
            "suggested_handicap",
            "null for none, without an edition, and if there are no odds.",
        ),
    ]


class Odds(TypedDict):
    """The chances of players who are about to play with each other; they add up to 1."""

    players: Annotated[list[PlayerOdds], Doc("In the order of the request.")]
    min_games: Annotated[int, Doc("How many rated games everybody needs for odds.")]
    too_few_games: Annotated[
        list[PlayerReference], Doc("Those because of whom there are no odds; empty if there are.")
    ]
    favourite: Annotated[
        PlayerReference | None,
        Doc(
            "Whose chance is best, with their handicaps, if the games tell them apart from all "
            "others; null if there are not enough games to tell yet."
        ),
    ]


class RatedPlayer(TypedDict):
    """A player, the games they were rated in, and the rating."""

    player: Player
    games: int
    strength: Strength


def odds_answer(
    rated: Sequence[RatedPlayer],
    playing: Sequence[Strength] = (),
    suggested: Sequence[Handicap | None] = (),
) -> Odds:
    """The odds; `playing` is how strong the players are with their handicaps.

    It is in the order of the players; empty if any has too few games. `suggested` are handicaps, in
    the same order; empty for none.
    """
    suggested = suggested or [None] * len(rated)
    chances: list[float | None] = [None] * len(rated)
    if playing:
        chances = [round(chance, DIGITS) for chance in chances_to_win(playing)]
    return {
        "players": [
            {
                "player": player_reference(one["player"]),
                "games": one["games"],
                "rating": rating_answer(one["strength"]),
                "chance": chance,
                "suggested_handicap": handicap_answer(handicap),
            }
            for one, chance, handicap in zip(rated, chances, suggested, strict=True)
        ],
        "min_games": MIN_GAMES,
        "too_few_games": [
            player_reference(one["player"]) for one in rated if one["games"] < MIN_GAMES
        ],
        "favourite": _favourite(rated, playing) if playing else None,
    }


def _favourite(rated: Sequence[RatedPlayer], playing: Sequence[Strength]) -> PlayerReference | None:
    best = max(range(len(playing)), key=lambda at: playing[at].mu)
    others = (strength for at, strength in enumerate(playing) if at != best)
    stands_out = all(told_apart(playing[best], other) for other in others)
    return player_reference(rated[best]["player"]) if stands_out else None

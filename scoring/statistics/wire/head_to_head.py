"""How players do against each other at the same table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    Share,
    average,
    expected_wins,
    meaning,
    share,
)

AHEAD_OR_BEHIND = ("ahead", "behind")


class Comparison(TypedDict):
    """How a player does against an opponent, over the games in which both played."""

    games: int
    ahead: Annotated[int, meaning("ahead")]
    level: Annotated[int, Doc("Games in which both had the same rank.")]
    behind: int
    wins: Annotated[int, Doc("Games that the player won.")]
    expected_wins: ExpectedWins
    ahead_rate: Share
    stands_out: Annotated[
        str | None,
        OneOf(AHEAD_OR_BEHIND),
        Doc(
            "Whether the player is ahead or behind more often than luck explains, considering how "
            "many pairs of the group are compared; null if luck explains it."
        ),
    ]


class Opponent(Comparison):
    """An opponent, and how the player does against them."""

    opponent: PlayerReference


class MatrixPair(Comparison):
    """A player against an opponent."""

    player: PlayerReference
    opponent: PlayerReference


class HeadToHeadPlayer(Comparison):
    """One of two players, against the other."""

    player: PlayerReference
    points_a_round: Annotated[Average, Doc("In the games in which both played.")]


class HeadToHeadGame(TypedDict):
    """A game in which both played. The lists are in the order of `players`."""

    game: Uuid
    played_at: datetime
    places: list[int]
    points: list[int]


class RivalryGame(TypedDict):
    """A game in which both played, and how often each had been ahead after it."""

    game: Uuid
    played_at: datetime
    ahead: Annotated[Uuid | None, Doc("Which of the two ranked higher; null if they were level.")]
    lead: Annotated[
        int,
        Doc(
            "Of all games so far, those in which the first player was ahead minus those in which "
            "the second was. Games before the listed ones count."
        ),
    ]


class Rivalry(TypedDict):
    """Two players, over the games in which both played."""

    games: int
    players: Annotated[list[HeadToHeadPlayer], Doc("The two, in the order of the request.")]
    latest: Annotated[list[HeadToHeadGame], Doc("Their last ten games, the latest first.")]
    timeline: Annotated[
        list[RivalryGame], Doc("Their last hundred games, the earliest first, with the lead.")
    ]


class HeadToHeadMatrix(TypedDict):
    """Everyone against everyone; each pair from both sides."""

    pairs: list[MatrixPair]


class Comparisons(HeadToHeadMatrix):
    """Everyone against everyone, or two players against each other."""

    rivalry: Annotated[Rivalry | None, Doc("The two of `players`; null if none are given.")]


class HeadToHead(Rivalry):
    """Two players, over the games in which both played, as an answer of its own."""


def comparison(totals: Mapping[str, Any], stands_out: str | None) -> Comparison:
    """How a player does against an opponent, by the columns of `columns.PAIR_TOTALS`."""
    games, ahead, level = totals["games"], totals["ahead"], totals["level"]
    behind = games - ahead - level
    return {
        "games": games,
        "ahead": ahead,
        "level": level,
        "behind": behind,
        "wins": totals["wins"],
        "expected_wins": expected_wins(totals["expected_win_parts"]),
        "ahead_rate": share(ahead, games),
        "stands_out": stands_out,
    }


def opponent_answer(opponent: Player, totals: Mapping[str, Any], stands_out: str) -> Opponent:
    return {"opponent": player_reference(opponent), **comparison(totals, stands_out)}


def matrix_pair(
    player: Player, opponent: Player, totals: Mapping[str, Any], stands_out: str | None
) -> MatrixPair:
    return {
        "player": player_reference(player),
        "opponent": player_reference(opponent),
        **comparison(totals, stands_out),
    }


def head_to_head_player(
    player: Player, totals: Mapping[str, Any], stands_out: str | None
) -> HeadToHeadPlayer:
    return {
        "player": player_reference(player),
        **comparison(totals, stands_out),
        "points_a_round": average(totals["points"], totals["rounds"]),
    }


def head_to_head_game(players: Sequence[PlayerFacts]) -> HeadToHeadGame:
    return {
        "game": str(players[0].game_id),
        "played_at": players[0].played_at,
        "places": [facts.rank for facts in players],
        "points": [facts.total for facts in players],
    }


def timeline(games: Sequence[Sequence[PlayerFacts]], lead: int) -> list[RivalryGame]:
    """How the lead came about, game by game.

    `games` are those of both players, the latest first; `lead` is that after the latest.
    """
    found: list[RivalryGame] = []
    for first, second in games:
        margin = (second.rank > first.rank) - (second.rank < first.rank)
        ahead = {1: first, -1: second}.get(margin)
        found.append(
            {
                "game": str(first.game_id),
                "played_at": first.played_at,
                "ahead": str(ahead.player_id) if ahead else None,
                "lead": lead,
            }
        )
        lead -= margin
    return found[::-1]

"""How a player does by table size, seat, first dealer and weekday."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from games.models import Player
from rest.annotations import Doc
from scoring.statistics.circumstances import (
    DEALT_FIRST,
    SEAT,
    TABLE_SIZE,
    WEEKDAY,
    Counts,
    by_number,
)
from scoring.statistics.digests import CIRCUMSTANCES, Digest
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    PlayerReference,
    average,
    expected_wins,
    player_reference,
)

MIN_GAMES = 5  # before a circumstance says anything


class Results(TypedDict):
    """How some games went."""

    games: int
    wins: int
    expected_wins: ExpectedWins
    place: Annotated[Average, Doc("Average rank in the final standings.")]


class ResultsByTableSize(Results):
    """How games with so many players went."""

    players: Annotated[int, Doc("How many were there from the first round to the last.")]


class ResultsBySeat(Results):
    """How games in a seat went."""

    seat: Annotated[int, Doc("Counted from 0 to the left.")]


class ResultsByDealer(Results):
    """How games went in which the player dealt first, or somebody else did."""

    dealt_first: bool


class ResultsByWeekday(Results):
    """How games on a day of the week went."""

    weekday: Annotated[int, Doc("From 1 for Monday to 7 for Sunday.")]


class PlayerCircumstances(TypedDict):
    """How a player does under different circumstances; those with too few games are left out."""

    player: PlayerReference
    games: Annotated[int, Doc("All games, also those that are left out below.")]
    min_games: Annotated[int, Doc("A circumstance with fewer games is left out.")]
    by_table_size: list[ResultsByTableSize]
    by_seat: list[ResultsBySeat]
    by_dealer: Annotated[
        list[ResultsByDealer],
        Doc("Without games of which only totals are known: nobody knows who dealt."),
    ]
    by_weekday: Annotated[
        list[ResultsByWeekday],
        Doc("Of the night: a game that begins before 6 a.m. belongs to the day before."),
    ]


def player_circumstances(player: Player, kept: Digest) -> PlayerCircumstances:
    """The answer, by the digest of the player's games."""
    counts = kept.get(CIRCUMSTANCES)
    by_size, by_seat, by_dealer, by_weekday = (
        by_number(counts, name) for name in (TABLE_SIZE, SEAT, DEALT_FIRST, WEEKDAY)
    )
    return {
        "player": player_reference(player),
        "games": sum(each.games for each in by_weekday.values()),
        "min_games": MIN_GAMES,
        "by_table_size": [
            {"players": number, **results(each)} for number, each in _enough(by_size).items()
        ],
        "by_seat": [{"seat": number, **results(each)} for number, each in _enough(by_seat).items()],
        "by_dealer": [
            {"dealt_first": bool(number), **results(each)}
            for number, each in reversed(_enough(by_dealer).items())
        ],
        "by_weekday": [
            {"weekday": number, **results(each)} for number, each in _enough(by_weekday).items()
        ],
    }


def results(counts: Counts) -> Results:
    return {
        "games": counts.games,
        "wins": counts.wins,
        "expected_wins": expected_wins(counts.expected_win_parts),
        "place": average(counts.ranks, counts.games),
    }


def _enough(found: Mapping[int, Counts]) -> dict[int, Counts]:
    return {number: each for number, each in found.items() if each.games >= MIN_GAMES}

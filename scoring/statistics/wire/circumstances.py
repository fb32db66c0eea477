"""How a player does by table size, seat, first dealer and weekday."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from rest.annotations import Doc, OneOf
from scoring.statistics.circumstances import (
    DEALT_FIRST,
    SEAT,
    TABLE_SIZE,
    WEEKDAY,
    Counts,
    by_number,
)
from scoring.statistics.digests import CIRCUMSTANCES, Digest
from scoring.statistics.evidence import Wins, beyond_luck, luck_of_part
from scoring.statistics.wire.values import (
    Average,
    ExpectedWins,
    Share,
    average,
    expected_wins,
    share,
)

MIN_GAMES = 5  # before a circumstance says anything
CIRCUMSTANCE_NAMES = (TABLE_SIZE, SEAT, DEALT_FIRST, WEEKDAY)


MORE_OR_FEWER = ("more", "fewer")


class Results(TypedDict):
    """How some games went."""

    games: int
    wins: int
    expected_wins: ExpectedWins
    win_rate: Share
    place: Annotated[Average, Doc("Average rank in the final standings.")]
    stands_out: Annotated[
        str | None,
        OneOf(MORE_OR_FEWER),
        Doc(
            "Whether the player wins more or fewer of these games than of all, by more than luck "
            "explains, considering how many circumstances are compared; null if luck explains it."
        ),
    ]


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


class Circumstances(TypedDict):
    """How a player does under different circumstances; those with too few games are left out.

    One of them always looks best, so `stands_out` is null wherever luck explains it.
    """

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


class PlayerCircumstances(Circumstances):
    """How a player does under different circumstances, as an answer of its own."""


def player_circumstances(player: Player, kept: Digest) -> Circumstances:
    """The answer, by the digest of the player's games."""
    counts = {name: by_number(kept.get(CIRCUMSTANCES), name) for name in CIRCUMSTANCE_NAMES}
    enough = {
        (name, number): each
        for name, by in counts.items()
        for number, each in by.items()
        if each.games >= MIN_GAMES
    }
    sums = {name: _sum(by.values()) for name, by in counts.items()}
    found = beyond_luck({key: _luck(each, sums[key[0]]) for key, each in enough.items()})

    def of(circumstance: str) -> list[tuple[int, Results]]:
        of_all = sums[circumstance]
        return [
            (number, results(each, of_all, stands_out=(name, number) in found))
            for (name, number), each in enough.items()
            if name == circumstance
        ]

    return {
        "player": player_reference(player),
        "games": sums[WEEKDAY].games,
        "min_games": MIN_GAMES,
        "by_table_size": [{"players": number, **each} for number, each in of(TABLE_SIZE)],
        "by_seat": [{"seat": number, **each} for number, each in of(SEAT)],
        "by_dealer": [
            {"dealt_first": bool(number), **each} for number, each in reversed(of(DEALT_FIRST))
        ],
        "by_weekday": [{"weekday": number, **each} for number, each in of(WEEKDAY)],
    }


def results(counts: Counts, of_all: Counts, *, stands_out: bool) -> Results:
    """How some games went, of all those in which it is known whether they belong to them."""
    more = counts.wins * of_all.expected_win_parts > of_all.wins * counts.expected_win_parts
    return {
        "games": counts.games,
        "wins": counts.wins,
        "expected_wins": expected_wins(counts.expected_win_parts),
        "win_rate": share(counts.wins, counts.games),
        "place": average(counts.ranks, counts.games),
        "stands_out": MORE_OR_FEWER[not more] if stands_out else None,
    }


def _luck(counts: Counts, of_all: Counts) -> float:
    """How likely luck alone puts as many of the player's wins into these games, or as few."""
    others = Counts(*(one - other for one, other in zip(of_all, counts, strict=True)))
    return luck_of_part(_wins(counts), _wins(others))


def _wins(counts: Counts) -> Wins:
    return Wins(counts.games, counts.wins, counts.expected_win_parts)


def _sum(counts: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(Counts(0, 0, 0, 0), *counts, strict=True)))

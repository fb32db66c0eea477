"""The nights of a group, and the card of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, TypedDict
from uuid import UUID

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from referee.editions import EDITIONS
from referee.game import Variant
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics.facts import GameFacts, PlayerFacts
from scoring.statistics.feats import Best
from scoring.statistics.nights import Night, NightFigures
from scoring.statistics.ratings import Strength
from scoring.statistics.wire.badges import PlayerBadge
from scoring.statistics.wire.feats import Feat, feat_answer
from scoring.statistics.wire.players import Comeback
from scoring.statistics.wire.values import Average, Rating, average, meaning, rating_answer

Names = Mapping[UUID, Player]

NightDate = Annotated[
    date,
    Doc(
        "The day on which the night began. It lasts until 6 a.m. in the group's time zone; a game "
        "belongs to the night in which it began."
    ),
]
Winners = Annotated[
    list[PlayerReference],
    meaning(
        "winner_of_the_night",
        "Several if they are level in both; empty if no game was won by somebody who was there "
        "throughout.",
    ),
]


class NightLine(TypedDict):
    """A night on the list."""

    date: NightDate
    games: int
    players: Annotated[int, Doc("How many played.")]
    winners: Winners


class NightGame(TypedDict):
    """A game of a night."""

    game: Uuid
    played_at: datetime
    edition: Annotated[str, OneOf(EDITIONS)]
    variant: Annotated[str, OneOf(Variant)]
    players: Annotated[int, Doc("How many played.")]
    rounds: Annotated[int, Doc("Recorded rounds, without tie-breaks.")]
    winners: list[PlayerReference]


class NightRating(TypedDict):
    """A rating over all games, before the night and after it."""

    before: Rating
    after: Rating
    change: Annotated[int, Doc("By how many points it has changed.")]


class NightPlayer(TypedDict):
    """What a player did in a night."""

    player: PlayerReference
    games: Annotated[
        int, Doc("Games in which the player was there from the first round to the last.")
    ]
    part_games: Annotated[int, Doc("Games that the player joined late or left.")]
    wins: int
    place: Annotated[Average, Doc("Average rank in the final standings.")]
    rating: NightRating


class NightComeback(Comeback):
    """The win of the night after being furthest behind the leader; Phases count before points."""

    player: PlayerReference


class NightRecord(Feat):
    """A record that a game of the night was the first to hold."""

    previous: Annotated[
        int | None, Doc("Its value before the night; null if nobody had achieved it.")
    ]


class NightFacts(TypedDict):
    """A night in figures."""

    date: NightDate
    group: Annotated[str, Doc("The group's name.")]
    rounds: Annotated[int, Doc("Recorded rounds, without tie-breaks.")]
    games: Annotated[
        list[NightGame], Doc("Finished games that began this night, the earliest first.")
    ]
    players: Annotated[list[NightPlayer], Doc("Most wins first, then the best average place.")]
    winners: Winners
    comeback: NightComeback | None
    records: Annotated[
        list[NightRecord],
        Doc("As of the end of the night; those that somebody had held before come first."),
    ]
    badges: Annotated[list[PlayerBadge], Doc("Earned this night, in chronological order.")]


class NightCard(NightFacts):
    """A night: who won, the best comeback, broken records, badges and ratings."""

    text: Annotated[str, Doc("All this in some lines to send, in the language of the request.")]


def night_line(night: Night, winners: Sequence[NightFigures], names: Names) -> NightLine:
    return {
        "date": night.date,
        "games": len(night.games),
        "players": len({facts.player_id for facts in night.facts}),
        "winners": _references([one.player_id for one in winners], names),
    }


def night_facts(
    night: Night,
    *,
    group: str,
    names: Names,
    ratings: Mapping[UUID, tuple[Strength, Strength]],
    broken: Sequence[tuple[Best, int | None]],
    badges: list[PlayerBadge],
) -> NightFacts:
    """A night, by the ratings before and after it and by the records it has broken."""
    figures = sorted(night.figures(), key=lambda one: (*one.order, names[one.player_id].name))
    comeback = night.comeback()
    return {
        "date": night.date,
        "group": group,
        "rounds": night.rounds,
        "games": [_game(game, names) for game in night.games],
        "players": [_player(one, names[one.player_id], *ratings[one.player_id]) for one in figures],
        "winners": _references([one.player_id for one in night.winners()], names),
        "comeback": None if comeback is None else _comeback(comeback, names),
        "records": [
            {**feat_answer(best, names[best.player]), "previous": previous}
            for best, previous in broken
        ],
        "badges": badges,
    }


def _references(players: Sequence[UUID], names: Names) -> list[PlayerReference]:
    return sorted(
        (player_reference(names[player]) for player in players), key=lambda one: one["name"]
    )


def _game(game: GameFacts, names: Names) -> NightGame:
    return {
        "game": str(game.game_id),
        "played_at": game.played_at,
        "edition": game.edition,
        "variant": game.variant,
        "players": len(game.players),
        "rounds": game.rounds,
        "winners": _references([facts.player_id for facts in game.players if facts.won], names),
    }


def _player(
    figures: NightFigures, player: Player, before: Strength, after: Strength
) -> NightPlayer:
    return {
        "player": player_reference(player),
        "games": figures.games,
        "part_games": figures.part_games,
        "wins": figures.wins,
        "place": average(figures.ranks, figures.games),
        "rating": {
            "before": rating_answer(before),
            "after": rating_answer(after),
            "change": after.points - before.points,
        },
    }


def _comeback(game: PlayerFacts, names: Names) -> NightComeback:
    return {
        "player": player_reference(names[game.player_id]),
        "game": str(game.game_id),
        "round": game.comeback_round,
        "phases": game.comeback_phases,
        "points": game.comeback_points,
    }

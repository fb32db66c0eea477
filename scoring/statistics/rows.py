"""Facts as rows of `Result`, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet

from scoring.statistics.facts import Attempt, Comeback, Fact, GameFacts
from scoring.statistics.models import Result

BATCH = 500


def write_results(group: UUID, games: Iterable[GameFacts]) -> None:
    """Put the facts of games on record; they must not be there yet."""
    rows = (_row(group, game, fact) for game in games for fact in game.players)
    Result.objects.bulk_create(rows, batch_size=BATCH)


def read_results(results: QuerySet[Result]) -> Iterator[GameFacts]:
    """The facts as they are on record, game by game, the players in the order of their seats."""
    rows = results.order_by("played_at", "game", "seat").iterator(chunk_size=2000)
    for (played_at, game), seats in groupby(rows, key=lambda row: (row.played_at, row.game_id)):
        players = list(seats)
        first = players[0]
        yield GameFacts(
            game=game,
            edition=first.edition,
            variant=first.variant,
            played_at=played_at,
            players=tuple(map(_fact, players)),
        )


def _row(group: UUID, game: GameFacts, fact: Fact) -> Result:
    comeback = fact.comeback
    return Result(
        group_id=group,
        game_id=game.game,
        player_id=fact.player,
        edition=game.edition,
        variant=game.variant,
        played_at=game.played_at,
        seat=fact.seat,
        seats=len(game.players),
        place=fact.place,
        won=fact.won,
        shared=fact.shared,
        completed=fact.completed,
        total=fact.total,
        whole=fact.whole,
        rounds=fact.rounds,
        marks=fact.marks,
        points=list(fact.points),
        overruled=fact.overruled,
        overruled_plays=fact.overruled_plays,
        attempts=[[one.phase, one.attempts, one.success] for one in fact.attempts],
        gone_out=fact.gone_out,
        best=fact.best,
        best_points=fact.points[fact.best - 1] if fact.best else None,
        best_others=fact.best_others,
        worst=fact.worst,
        worst_points=fact.points[fact.worst - 1] if fact.worst else None,
        comeback_round=comeback.round if comeback else None,
        comeback_phases=comeback.phases if comeback else None,
        comeback_points=comeback.points if comeback else None,
    )


def _fact(row: Result) -> Fact:
    return Fact(
        player=row.player_id,
        seat=row.seat,
        place=row.place,
        won=row.won,
        shared=row.shared,
        completed=row.completed,
        total=row.total,
        whole=row.whole,
        rounds=row.rounds,
        marks=row.marks,
        points=tuple(row.points),
        overruled=row.overruled,
        overruled_plays=row.overruled_plays,
        attempts=tuple(Attempt(*one) for one in row.attempts),
        best=row.best,
        best_others=row.best_others,
        worst=row.worst,
        comeback=_comeback(row),
    )


def _comeback(row: Result) -> Comeback | None:
    number, phases, points = row.comeback_round, row.comeback_phases, row.comeback_points
    if number is None or phases is None or points is None:
        return None
    return Comeback(number, phases, points)

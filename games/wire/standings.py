"""Where a game and its players stand, as typed JSON. Plain Python: phones work it out too."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.domain.game_record import GameRecord, Outcome
from games.wire.rounds import NextRound, next_round_answer, player_id
from referee.game import SeatState
from rest.annotations import Doc, OneOf, Uuid

STATUSES = [outcome.value for outcome in Outcome]


class PlayerStanding(TypedDict):
    """Where a player stands in a game."""

    id: Uuid
    name: str
    seat: Annotated[int, Doc("From 0, each to the left of the one before.")]
    phase: Annotated[int | None, Doc("The Phase to lay down next; null after the last.")]
    completed: Annotated[
        int | None,
        Doc("How many Phases the player has completed; null if nobody wrote it down."),
    ]
    total: int
    rank: Annotated[int, Doc("The place in the standings; players who are level share it.")]
    won: bool


class GameStandings(TypedDict):
    """What the rounds and decisions of a game come to."""

    status: Annotated[str, OneOf(STATUSES)]
    ended_early: bool
    next_round: NextRound | None
    winners: list[Uuid]
    players: list[PlayerStanding]


def standings_answer(record: GameRecord) -> GameStandings:
    """Return what the rounds and decisions come to; the players in the order of their seats."""
    is_playing = record.outcome is Outcome.PLAYING
    return {
        "status": record.outcome.value,
        "ended_early": record.game.ended_early,
        "next_round": next_round_answer(record) if is_playing else None,
        "winners": [player_id(record, seat) for seat in record.winners],
        "players": [_player_answer(record, seat) for seat in record.state.seats],
    }


def _player_answer(record: GameRecord, seat: SeatState) -> PlayerStanding:
    return {
        "id": player_id(record, seat.seat),
        "name": record.seats[seat.seat].name,
        "seat": seat.seat,
        "phase": seat.phase,
        "completed": _completed(record, seat),
        "total": seat.total,
        "rank": seat.rank,
        "won": seat.seat in record.winners,
    }


def _completed(record: GameRecord, seat: SeatState) -> int | None:
    """Return how many Phases a player has completed; None if nobody wrote it down."""
    totals = record.game.totals
    is_known = totals is None or totals[seat.seat]["completed"] is not None
    return seat.completed if is_known else None

"""Where a game and its players stand, as typed JSON. Plain Python: phones work it out too."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.domain.game_record import GameRecord, Outcome
from games.wire.handicaps import HandicapDetail, handicap_answer
from games.wire.references import PlayerReference, reference
from games.wire.rounds import NextRound, next_round_answer, player_id
from referee.game import SeatState
from referee.stints import StartingPhase, Stint, Stints, handicap_of, with_handicap
from rest.annotations import Doc, OneOf, Uuid

STATUSES = [outcome.value for outcome in Outcome]


class StintDetail(TypedDict):
    """Rounds in a row in which a player is at the table."""

    first_round: int
    last_round: Annotated[int | None, Doc("null if they stay to the end.")]
    phase: Annotated[
        str | None,
        OneOf(StartingPhase),
        Doc(
            "Where somebody who joined late began: `first` is Phase 1, `lowest` the lowest Phase "
            "at the table; null for one who was there from the start, or came back."
        ),
    ]
    total: Annotated[int | None, Doc("With how many points they began; null as for `phase`.")]


class PlayerStanding(PlayerReference):
    """Where a player stands in a game."""

    seat: Annotated[int, Doc("From 0, each to the left of the one before.")]
    at_table: Annotated[
        bool,
        Doc(
            "Whether the player is there: false before they join, and after they leave. If the "
            "game is over, whether they were there in its last round."
        ),
    ]
    stints: Annotated[
        list[StintDetail],
        Doc("When the player was at the table; empty if from the first round to the last."),
    ]
    handicap: Annotated[
        HandicapDetail | None,
        Doc("null for one who began on Phase 1 without points, or joined late."),
    ]
    phase: Annotated[
        int | None,
        Doc("The Phase to lay down next; null after the last, and if they are not at the table."),
    ]
    completed: Annotated[
        int | None,
        Doc(
            "How many Phases the player has completed, with those before the one that a late "
            "joiner, or one with a handicap, began with; null if nobody wrote it down."
        ),
    ]
    total: int
    rank: Annotated[
        int,
        Doc(
            "The place in the standings; players who are level share it. Those who are not at "
            "the table come last."
        ),
    ]
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
    seated = record.seats[seat.seat]
    return {
        **reference(player_id(record, seat.seat), seated.name, seated.face),
        "seat": seat.seat,
        "at_table": seat.at_table,
        "stints": stint_answers(seated.stints),
        "handicap": handicap_answer(handicap_of(seated.stints)),
        "phase": seat.phase if seat.at_table else None,
        "completed": _completed(record, seat),
        "total": seat.total,
        "rank": seat.rank,
        "won": seat.seat in record.winners,
    }


def stint_answers(stints: Stints) -> list[StintDetail]:
    """Return when a player was at the table; a handicap stands beside it."""
    return [_stint_answer(stint) for stint in with_handicap(stints, None)]


def _stint_answer(stint: Stint) -> StintDetail:
    return {
        "first_round": stint.first_round,
        "last_round": stint.last_round,
        "phase": stint.phase.value if isinstance(stint.phase, StartingPhase) else None,
        "total": stint.total,
    }


def _completed(record: GameRecord, seat: SeatState) -> int | None:
    """Return how many Phases a player has completed; None if nobody wrote it down."""
    totals = record.game.totals
    is_known = totals is None or totals[seat.seat]["completed"] is not None
    return seat.completed if is_known else None

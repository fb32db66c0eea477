"""Players who join a game late, leave it, or come back. Pure.

Joining and leaving take effect with the next round, and each undoes the other until then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from games.domain.faces import Face
from games.domain.game_record import GameRecord, Outcome, RoundRecord, SeatRecord
from referee.game import Variant
from referee.stints import (
    StartingPhase,
    Stint,
    Stints,
    fewest_at_a_time,
    most_at_a_time,
    stint_in,
)
from referee.wording import Text, gettext_noop

# Over a whole game; how many play at a time is up to the edition. Twelve is also the most among
# whom the statistics can divide a win.
MAX_TAKING_PART = 12
TOO_FEW = gettext_noop(
    "Two players are needed to play on: end the game early, so that the leader wins, or abandon it."
)


@dataclass(frozen=True, slots=True)
class JoinTerms:
    """What a table agrees on with a player who joins late; None for what was not said.

    `left_of` is the player to whose left the newcomer sits; by default the last one, so that the
    newcomer sits between the last and the first. `round` is from which on they play.
    """

    left_of: UUID | None = None
    phase: StartingPhase | None = None
    total: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """Why a player cannot join or leave; `field` is the wrong field of the request, if any."""

    code: str
    text: Text
    field: str = ""


def seat_of(record: GameRecord, player: UUID) -> SeatRecord | None:
    """The seat that a player has, or had, in a game."""
    return next((seat for seat in record.seats if seat.player_id == player), None)


def join_problems(record: GameRecord, player: UUID, terms: JoinTerms) -> list[SeatingProblem]:
    """What prevents a player from joining the next round on these terms."""
    if problem := _not_now(record, terms.round):
        return [problem]
    seat = seat_of(record, player)
    number = record.state.number
    stint = stint_in(seat.stints, number) if seat else None
    if record.state.tie_break:
        text = gettext_noop("Nobody can join in a tie-break: only the tied players play it.")
        return [SeatingProblem("tie_break", Text(text))]
    if stint and stint.last_round is None:
        text = gettext_noop("This player is already playing in this game.")
        return [SeatingProblem("duplicate_player", Text(text), "player")]
    limit = record.edition.max_players
    there = [*_stints_of_others(record, seat), (Stint(number),)]
    if most_at_a_time(there) > limit:
        text = gettext_noop("At most %(limit)s people can play this edition at a time.")
        return [SeatingProblem("wrong_player_count", Text(text, {"limit": limit}), "player")]
    if not seat and len(record.seats) >= MAX_TAKING_PART:
        text = gettext_noop("At most %(limit)s people can take part in one game.")
        return [
            SeatingProblem("too_many_players", Text(text, {"limit": MAX_TAKING_PART}), "player")
        ]
    if seat and _past(seat, number):
        return _terms_of_return(terms)
    return _terms_of_newcomer(record, seat, terms)


def _not_now(record: GameRecord, round: int | None) -> SeatingProblem | None:
    if record.outcome is not Outcome.PLAYING:
        text = gettext_noop("This game is over or abandoned: nobody can join or leave it.")
        return SeatingProblem("game_not_playing", Text(text))
    if not record.rounds:
        text = gettext_noop("Before the first round, change the players of the game instead.")
        return SeatingProblem("not_begun", Text(text))
    return _not_from(record, round)


def _not_from(record: GameRecord, round: int | None) -> SeatingProblem | None:
    """What prevents players from joining or leaving with this round; None is the next one."""
    next = record.state.number
    if round is None or round == next:
        return None
    if round > next:
        text = gettext_noop("The next round is %(next)s, not %(number)s.")
        return SeatingProblem("round_not_next", Text(text, {"next": next, "number": round}))
    text = gettext_noop(
        "Round %(number)s has already been recorded. To change who played it, first take back all "
        "rounds from it on. The next round is %(next)s."
    )
    return SeatingProblem("already_played", Text(text, {"next": next, "number": round}))


def _stints_of_others(record: GameRecord, seat: SeatRecord | None) -> list[Stints]:
    """When everybody else is there, in rounds to come as well: some of them may be known already.

    They are if rounds were taken back after which somebody had joined or left.
    """
    return [other.stints for other in record.seats if other is not seat]


def _past(seat: SeatRecord, number: int) -> list[Stint]:
    """The stints of a player up to the round before the one with this number."""
    return [
        replace(stint, last_round=min(stint.last_round or number - 1, number - 1))
        for stint in seat.stints or (Stint(),)
        if stint.first_round < number
    ]


def _terms_of_return(terms: JoinTerms) -> list[SeatingProblem]:
    text = Text(
        gettext_noop(
            "A player who comes back takes the same seat, and continues with their Phase and "
            "total: leave this out."
        )
    )
    return [
        SeatingProblem("comes_back", text, field)
        for field in ("left_of", "phase", "total")
        if getattr(terms, field) is not None
    ]


def _terms_of_newcomer(
    record: GameRecord, seat: SeatRecord | None, terms: JoinTerms
) -> list[SeatingProblem]:
    problems = []
    if terms.total is None:
        text = gettext_noop("Say with how many points the player begins.")
        problems.append(SeatingProblem("required", Text(text), "total"))
    if terms.phase and record.plan.variant is Variant.FIXED_ROUNDS:
        text = gettext_noop("In this game everybody is on the Phase of the round: leave this out.")
        problems.append(SeatingProblem("fixed_rounds", Text(text), "phase"))
    if terms.left_of and seat:
        text = gettext_noop("This player already has a seat: leave this out.")
        problems.append(SeatingProblem("has_a_seat", Text(text), "left_of"))
    elif terms.left_of and not seat_of(record, terms.left_of):
        text = gettext_noop("This must be one of the players of the game.")
        problems.append(SeatingProblem("unknown_player", Text(text), "left_of"))
    return problems


def with_player(
    record: GameRecord, player: UUID, name: str, face: Face, terms: JoinTerms
) -> GameRecord:
    """The game with a player who joins or comes back; `join_problems` must have found nothing.

    Seats to the left of a newcomer move up by one place.
    """
    number = record.state.number
    seat = seat_of(record, player)
    stint = stint_in(seat.stints, number) if seat else None
    past = _past(seat, number) if seat else []
    if stint is None and past and past[-1].last_round == number - 1:
        stint, past = past[-1], past[:-1]  # they have not missed a round
    elif stint is not None:
        past = [each for each in past if each.first_round != stint.first_round]
    if stint is not None:
        stints = [*past, replace(stint, last_round=None)]
    elif past:
        stints = [*past, Stint(number)]
    else:
        phase = terms.phase or StartingPhase.FIRST
        stints = [Stint(number, None, phase, terms.total or 0)]
    if seat is not None:
        return _with_stints(record, seat, stints)
    neighbor = seat_of(record, terms.left_of) if terms.left_of else None
    place = neighbor.place + 1 if neighbor else len(record.seats)
    newcomer = SeatRecord(player, name, place, stints=tuple(stints), face=face)
    return with_places(record, [*record.seats[:place], newcomer, *record.seats[place:]])


def leave_problem(record: GameRecord, player: UUID, round: int | None) -> SeatingProblem | None:
    """What prevents a player from leaving before the next round, if anything does.

    `round` is the first without them, if they say so.
    """
    seat, number = seat_of(record, player), record.state.number
    if seat is None or not _is_expected(seat, number):
        return SeatingProblem("not_playing", Text(gettext_noop("This player is not playing.")))
    if problem := _not_now(record, round):
        return problem
    remaining = fewest_at_a_time(_stints_of_others(record, seat), number)
    if remaining < 2 and not record.state.tie_break:
        return SeatingProblem("too_few_players", Text(TOO_FEW))
    return None


def without_player(record: GameRecord, player: UUID) -> GameRecord:
    """The game with a player who leaves; `leave_problem` must have found nothing.

    One who has not played a round yet has never joined.
    """
    seat = seat_of(record, player)
    assert seat is not None
    stints = _past(seat, record.state.number)
    if stints:
        return _with_stints(record, seat, stints)
    return with_places(record, [other for other in record.seats if other is not seat])


def _is_expected(seat: SeatRecord, number: int) -> bool:
    """Whether a player is there in a round, or in a later one."""
    return any(
        stint.last_round is None or stint.last_round >= number
        for stint in seat.stints or (Stint(),)
    )


def _with_stints(record: GameRecord, seat: SeatRecord, stints: Sequence[Stint]) -> GameRecord:
    whole_game = tuple(stints) == (Stint(),)
    changed = replace(seat, stints=() if whole_game else tuple(stints))
    return record.with_seats([changed if other is seat else other for other in record.seats])


def with_places(record: GameRecord, seats: Sequence[SeatRecord]) -> GameRecord:
    """The game with these seats in this order, and everything that refers to their places."""
    seated = [replace(seat, place=place) for place, seat in enumerate(seats)]
    places = moves(record.seats, seated)
    rounds = [_moved(played, places) for played in record.rounds]
    dealer = places[record.game.first_dealer]
    record = replace(
        record, game=replace(record.game, first_dealer=dealer), rounds=tuple(rounds), known=()
    )
    return record.with_seats(seated)


def moves(old: Sequence[SeatRecord], new: Sequence[SeatRecord]) -> dict[int, int]:
    """The new places of seats by their old ones."""
    places = {seat.id: seat.place for seat in new}
    return {seat.place: places[seat.id] for seat in old if seat.id in places}


def _moved(played: RoundRecord, places: Mapping[int, int]) -> RoundRecord:
    lines = [replace(line, seat=places[line.seat]) for line in played.lines]
    return replace(played, lines=tuple(sorted(lines, key=lambda line: line.seat)))

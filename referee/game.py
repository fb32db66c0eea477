"""A game computed from its rounds: Phases, totals, the deal, ties and the winner (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from referee.editions import Edition
from referee.kinds import Phase


class Variant(StrEnum):
    """How a game ends (7.1 and 7.2)."""

    STANDARD = "standard"
    FIXED_ROUNDS = "fixed_rounds"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is agreed before a game. Seats are numbered from 0, to the left."""

    edition: Edition
    phases: tuple[Phase, ...]
    seats: int
    first_dealer: int = 0
    variant: Variant = Variant.STANDARD

    def phase_played(self, seat: SeatState) -> int:
        """The Phase that a player plays in the next round, from 1.

        In a tie-break everybody has completed the last Phase and plays it again (7.1).
        """
        return seat.phase or len(self.phases)


@dataclass(frozen=True, slots=True)
class FinalScore:
    """How a game ended for one seat if its rounds are not known."""

    completed: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The result of a round for one seat."""

    seat: int
    points: int
    laid_down: bool
    went_out: bool = False


RoundPlayed = Sequence[SeatScore]


@dataclass(frozen=True, slots=True)
class SeatState:
    """The state of one player. `phase` counts from 1 and is None after the last one.

    `rank` is the place in the standings; players who are level share one.
    """

    seat: int
    phase: int | None
    completed: int
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after some of its rounds.

    `number` is that of the next round, and `playing` are the seats that play it: all of
    them, except in a tie-break. `dealer` and `starter` are also of that round, None if the
    game is over.
    """

    seats: tuple[SeatState, ...]
    number: int
    playing: tuple[int, ...]
    dealer: int | None
    starter: int | None
    tie_break: bool = False
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def start_game(plan: Plan) -> GameState:
    """Return the game before its first round.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> state = start_game(Plan(classic, classic.phases, seats=4, first_dealer=3))
    >>> state.dealer, state.starter, state.seats[0].phase
    (3, 0, 1)
    """
    seats = tuple(range(plan.seats))
    return GameState(
        seats=tuple(SeatState(seat, 1, 0, 0, 1) for seat in seats),
        number=1,
        playing=seats,
        dealer=plan.first_dealer,
        starter=left_of(plan.first_dealer, seats),
    )


def after_round(plan: Plan, state: GameState, scores: RoundPlayed) -> GameState:
    """Return the game after one more round, which the seats `state.playing` played."""
    if state.tie_break:
        return _after_tie_break(plan, state, scores)
    by_seat = {score.seat: score for score in scores}
    seats = tuple(_advance(plan, state.number, seat, by_seat[seat.seat]) for seat in state.seats)
    winners, tied = _outcome(plan, seats, state.number)
    return _next_state(plan, state, seats, winners, tied)


def state_after(plan: Plan, rounds: Iterable[RoundPlayed]) -> GameState:
    """Return the game after these rounds.

    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> plan = Plan(express, express.phases[:1], seats=2)
    >>> state = state_after(plan, [[SeatScore(0, 25, False), SeatScore(1, 0, True, went_out=True)]])
    >>> state.winners, state.seats[0].rank
    ((1,), 2)
    """
    return reduce(lambda state, scores: after_round(plan, state, scores), rounds, start_game(plan))


def replay(
    plan: Plan, rounds: Iterable[RoundPlayed], state: GameState | None = None
) -> Iterator[GameState]:
    """Yield the game before each of its rounds, and after the last.

    Begins with `state` instead of a new game if it is given. Stops at a round that could
    not be played because the game is over or other seats play.

    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> plan = Plan(express, express.phases[:1], seats=2)
    >>> rounds = [[SeatScore(0, 25, False), SeatScore(1, 0, True, went_out=True)]]
    >>> [state.over for state in replay(plan, rounds)]
    [False, True]
    """
    state = state or start_game(plan)
    yield state
    for scores in rounds:
        if state.over or {score.seat for score in scores} != set(state.playing):
            return
        state = after_round(plan, state, scores)
        yield state


def final_state(plan: Plan, finals: Sequence[FinalScore]) -> GameState:
    """Return a game known only by its end: the winners are given, the others are ranked.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> plan = Plan(classic, classic.phases, seats=3)
    >>> scores = [FinalScore(9, 120, False), FinalScore(10, 300, True), FinalScore(9, 80, False)]
    >>> state = final_state(plan, scores)
    >>> state.over, [seat.rank for seat in state.seats]
    (True, [3, 1, 2])
    """
    winners = tuple(seat for seat, final in enumerate(finals) if final.won)
    seats = [
        SeatState(seat, None, final.completed, final.total, 1) for seat, final in enumerate(finals)
    ]
    ranked = _ranked(plan, seats, winners)
    return GameState(ranked, number=1, playing=(), dealer=None, starter=None, winners=winners)


def leaders(state: GameState) -> tuple[int, ...]:
    """Return who wins if the game ends now: the furthest Phase, then the fewest points."""
    return tuple(seat.seat for seat in state.seats if seat.rank == 1)


def left_of(seat: int, seats: Sequence[int]) -> int:
    """Return the next of `seats` to the left of `seat`, which need not be one of them.

    >>> left_of(2, (0, 1, 3)), left_of(3, (0, 1, 3))
    (3, 0)
    """
    return min(seats, key=lambda candidate: (candidate <= seat, candidate))


def _advance(plan: Plan, number: int, seat: SeatState, score: SeatScore) -> SeatState:
    completed = seat.completed + score.laid_down
    reached = number if plan.variant is Variant.FIXED_ROUNDS else completed
    phase = reached + 1 if reached < len(plan.phases) else None
    return replace(seat, phase=phase, completed=completed, total=seat.total + score.points)


def _outcome(
    plan: Plan, seats: Sequence[SeatState], number: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who has won and who must play a tie-break; both are empty while the game goes on."""
    if plan.variant is Variant.FIXED_ROUNDS:  # 7.2: equal points share the win
        is_last = number >= len(plan.phases)
        return (_fewest_points(seats) if is_last else ()), ()
    finished = [seat for seat in seats if seat.completed >= len(plan.phases)]
    best = _fewest_points(finished)
    return (best, ()) if len(best) == 1 else ((), best)


def _fewest_points(seats: Sequence[SeatState]) -> tuple[int, ...]:
    fewest = min((seat.total for seat in seats), default=0)
    return tuple(seat.seat for seat in seats if seat.total == fewest)


def _after_tie_break(plan: Plan, state: GameState, scores: RoundPlayed) -> GameState:
    """7.1: the first to go out wins; the points of a tie-break are not added up."""
    winners = tuple(score.seat for score in scores if score.went_out)
    return _next_state(plan, state, state.seats, winners, () if winners else state.playing)


def _next_state(
    plan: Plan,
    state: GameState,
    seats: Sequence[SeatState],
    winners: tuple[int, ...],
    tied: tuple[int, ...],
) -> GameState:
    playing = tied or state.playing
    dealer = None if winners else left_of(state.dealer or 0, playing)
    return GameState(
        seats=_ranked(plan, seats, winners),
        number=state.number + 1,
        playing=() if winners else playing,
        dealer=dealer,
        starter=None if dealer is None else left_of(dealer, playing),
        tie_break=bool(tied),
        winners=winners,
    )


def _ranked(
    plan: Plan, seats: Sequence[SeatState], winners: Sequence[int]
) -> tuple[SeatState, ...]:
    """Rank the seats: the winner, then the furthest Phase, then the fewest points."""

    def key(seat: SeatState) -> tuple[bool, int, int]:
        completed = 0 if plan.variant is Variant.FIXED_ROUNDS else seat.completed
        return seat.seat not in winners, -completed, seat.total

    keys = sorted(map(key, seats))
    return tuple(replace(seat, rank=1 + keys.index(key(seat))) for seat in seats)

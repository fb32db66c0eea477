"""A game computed from its rounds: Phases, totals, the deal, ties and the winner (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.editions import Edition
from referee.kinds import Phase
from referee.stints import Handicap, StartingPhase, Stints, handicap_of, stint_in


class Variant(StrEnum):
    """How a game ends (7.1 and 7.2)."""

    STANDARD = "standard"
    FIXED_ROUNDS = "fixed_rounds"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is agreed about a game. Seats are numbered from 0, to the left.

    `stints` says, seat by seat, in which rounds its player is at the table, and how they begin; if
    it is empty, everybody is there from the first round to the last, without a handicap.
    """

    edition: Edition
    phases: tuple[Phase, ...]
    seats: int
    first_dealer: int = 0
    variant: Variant = Variant.STANDARD
    stints: tuple[Stints, ...] = ()

    def stints_of(self, seat: int) -> Stints:
        """The stints of the player in a seat; none for the whole game."""
        return self.stints[seat] if self.stints else ()

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

    `rank` is the place in the standings; players who are level share one. `at_table` says
    whether the player is there for the round that comes next, or was for the last one of a game
    that is over. Those who are not there rank behind those who are.
    """

    seat: int
    phase: int | None
    completed: int
    total: int
    rank: int
    at_table: bool = True


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after some of its rounds.

    `number` is that of the next round, and `playing` are the seats that play it: all of
    them at the table, except in a tie-break. `dealer` and `starter` are also of that round,
    None if the game is over.
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
    seats = tuple(_at_first(seat, plan.stints_of(seat)) for seat in range(plan.seats))
    playing, dealer = _at_table(seats), plan.first_dealer
    if dealer not in playing:
        dealer = left_of(dealer, playing)
    return GameState(
        seats=_ranked(plan, seats, ()),
        number=1,
        playing=playing,
        dealer=dealer,
        starter=left_of(dealer, playing),
    )


def after_round(plan: Plan, state: GameState, scores: RoundPlayed) -> GameState:
    """Return the game after one more round, which the seats `state.playing` played."""
    if state.tie_break:
        return _after_tie_break(plan, state, scores)
    by_seat = {score.seat: score for score in scores}
    seats = tuple(
        _advance(plan, state.number, seat, by_seat[seat.seat]) if seat.seat in by_seat else seat
        for seat in state.seats
    )
    winners, tied = _outcome(plan, seats, state.number)
    return _next_state(plan, state, seats, winners, tied)


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


def stop_game(plan: Plan, state: GameState) -> GameState:
    """Return a game that the table ends after its last round.

    Whoever played that round has not left before the end, and whoever wanted to join the next one
    has never been there.

    >>> from referee.editions import EDITIONS
    >>> from referee.stints import Stint
    >>> express = EDITIONS["express"]
    >>> plan = Plan(express, express.phases, seats=2, stints=((Stint(last_round=1),), ()))
    >>> scores = [SeatScore(0, 0, True, went_out=True), SeatScore(1, 25, False)]
    >>> state = after_round(plan, start_game(plan), scores)
    >>> leaders(state), leaders(stop_game(plan, state))
    ((1,), (0,))
    """
    last = state.number - 1
    if state.over or not last or not plan.stints:
        return state
    seats = [
        replace(seat, at_table=stint_in(plan.stints_of(seat.seat), last) is not None)
        for seat in state.seats
    ]
    return replace(state, seats=_ranked(plan, seats, ()))


def leaders(state: GameState) -> tuple[int, ...]:
    """Return who wins if the game ends now: the furthest Phase, then the fewest points."""
    return tuple(seat.seat for seat in state.seats if seat.rank == 1)


def left_of(seat: int, seats: Sequence[int]) -> int:
    """Return the next of `seats` to the left of `seat`, which need not be one of them.

    >>> left_of(2, (0, 1, 3)), left_of(3, (0, 1, 3))
    (3, 0)
    """
    return min([other for other in seats if other > seat] or seats)


def _at_first(seat: int, stints: Stints) -> SeatState:
    begins = handicap_of(stints) or Handicap()
    there = stint_in(stints, 1) is not None
    return SeatState(seat, begins.phase, begins.phase - 1, begins.total, 1, at_table=there)


def _advance(plan: Plan, number: int, seat: SeatState, score: SeatScore) -> SeatState:
    completed = seat.completed + score.laid_down
    reached = number if plan.variant is Variant.FIXED_ROUNDS else completed
    phase = reached + 1 if reached < len(plan.phases) else None
    total = seat.total + score.points
    # Not `replace`, which takes longer than everything else about a round.
    return SeatState(seat.seat, phase, completed, total, seat.rank, seat.at_table)


def _outcome(
    plan: Plan, seats: Sequence[SeatState], number: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who has won and who must play a tie-break; both are empty while the game goes on.

    Only those who are still at the table can win.
    """
    there = [seat for seat in seats if seat.at_table]
    if plan.variant is Variant.FIXED_ROUNDS:  # 7.2: equal points share the win
        is_last = number >= len(plan.phases)
        return (_fewest_points(there) if is_last else ()), ()
    finished = [seat for seat in there if seat.completed >= len(plan.phases)]
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
    number = state.number + 1
    following = _come_and_go(plan, seats, number)
    playing = _at_table(following)
    if tied:
        playing = tuple(seat for seat in tied if seat in playing)
        if len(playing) < 2:  # the others have left: nobody remains to play against
            winners = playing or tied
    if not winners:  # or else nobody has left before the end
        seats = following
    dealer = None if winners or not playing else left_of(state.dealer or 0, playing)
    return GameState(
        seats=_ranked(plan, seats, winners),
        number=number,
        playing=() if winners else playing,
        dealer=dealer,
        starter=None if dealer is None else left_of(dealer, playing),
        tie_break=bool(tied) and not winners,
        winners=winners,
    )


def _at_table(seats: Iterable[SeatState]) -> tuple[int, ...]:
    return tuple(seat.seat for seat in seats if seat.at_table)


def _come_and_go(plan: Plan, seats: Sequence[SeatState], number: int) -> tuple[SeatState, ...]:
    """Seat the players of a round: some have left, some join or come back."""
    if not plan.stints:
        return tuple(seats)
    there = [stint_in(plan.stints_of(seat.seat), number) for seat in seats]
    staying = [
        seat.phase or len(plan.phases)
        for seat, stint in zip(seats, there, strict=True)
        if seat.at_table and stint
    ]
    lowest = min(staying, default=1)
    is_fixed = plan.variant is Variant.FIXED_ROUNDS
    seated = []
    for seat, stint in zip(seats, there, strict=True):
        if stint and not seat.at_table:
            if stint.phase is not None:  # or else they continue where they left off
                at_lowest = stint.phase is StartingPhase.LOWEST and not is_fixed
                phase = lowest if at_lowest else 1
                seat = replace(seat, phase=phase, completed=phase - 1, total=stint.total or 0)
            if is_fixed:  # 7.2: all are on the Phase of the round
                seat = replace(seat, phase=number)
        if seat.at_table is not (stint is not None):
            seat = replace(seat, at_table=stint is not None)
        seated.append(seat)
    return tuple(seated)


def _ranked(
    plan: Plan, seats: Sequence[SeatState], winners: Sequence[int]
) -> tuple[SeatState, ...]:
    """Rank the seats: the winner, those at the table, the furthest Phase, the fewest points."""

    counts_phases = plan.variant is not Variant.FIXED_ROUNDS
    keys = [
        (
            seat.seat not in winners,
            not seat.at_table,
            -seat.completed if counts_phases else 0,
            seat.total,
        )
        for seat in seats
    ]
    in_order = sorted(keys)
    ranks = [1 + in_order.index(key) for key in keys]
    return tuple(
        seat if seat.rank == rank else _with_rank(seat, rank)
        for seat, rank in zip(seats, ranks, strict=True)
    )


def _with_rank(seat: SeatState, rank: int) -> SeatState:
    return SeatState(seat.seat, seat.phase, seat.completed, seat.total, rank, seat.at_table)

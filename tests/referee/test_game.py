"""A game as a fold over its rounds (rulebook, section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions import EDITIONS
from referee.game import (
    GameState,
    Plan,
    RoundPlayed,
    SeatScore,
    Variant,
    after_round,
    leaders,
    left_of,
    replay,
    start_game,
)
from tests.sampling import sampled

from .states import state_after

CLASSIC = EDITIONS["classic"]


def plan(seats: int = 3, phases: int = 2, **more: object) -> Plan:
    return Plan(CLASSIC, CLASSIC.phases[:phases], seats, **more)  # type: ignore[arg-type]


def scores(text: str) -> list[SeatScore]:
    """`0:out 1:25+ 2:50-`, each by the seat; `+` has laid down, and so has who went out."""
    read = []
    for word in text.split():
        seat, count = word.split(":")
        out = count.startswith("out")
        points = 0 if out else int(count[:-1])
        read.append(SeatScore(int(seat), points, count in ("out",) or count.endswith("+"), out))
    return read


def played(a_plan: Plan, *rounds: str) -> GameState:
    return state_after(a_plan, map(scores, rounds))


def standings(state: GameState) -> list[tuple[int | None, int, int, int]]:
    """Of each seat: the Phase to be made, the phases made, the points, the rank."""
    return [(seat.phase, seat.completed, seat.total, seat.rank) for seat in state.seats]


# --- Before the first round -------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_to_the_left_of_the_dealer_sits_who_starts(dealer: int) -> None:
    state = start_game(plan(4, first_dealer=dealer))
    assert (state.dealer, state.starter) == (dealer, (dealer + 1) % 4)
    assert state.number == 1
    assert state.playing == (0, 1, 2, 3)
    assert standings(state) == [(1, 0, 0, 1)] * 4
    assert not state.over
    assert not state.tie_break


# --- One round after another ------------------------------------------------------------


def test_whoever_laid_down_moves_on_and_everybody_else_repeats() -> None:
    state = played(plan(), "0:out 1:25+ 2:50-")
    assert standings(state) == [(2, 1, 0, 1), (2, 1, 25, 2), (1, 0, 50, 3)]
    assert (state.number, state.dealer, state.starter) == (2, 1, 2)


def test_in_fixed_rounds_everybody_moves_on() -> None:
    state = played(plan(variant=Variant.FIXED_ROUNDS), "0:out 1:25+ 2:10-")
    assert standings(state) == [(2, 1, 0, 1), (2, 1, 25, 3), (2, 0, 10, 2)]


def test_whoever_went_out_moves_on_by_having_laid_down_only() -> None:
    overruled = [SeatScore(0, 0, False, True), SeatScore(1, 5, True)]
    state = state_after(plan(2), [overruled])
    assert [seat.completed for seat in state.seats] == [0, 1]


# --- The end ----------------------------------------------------------------------------


def test_one_who_finishes_wins_whatever_the_points() -> None:
    state = played(plan(), "0:100+ 1:out 2:5+", "0:100+ 1:50- 2:out-")
    assert state.winners == (0,)
    assert standings(state) == [(None, 2, 200, 1), (2, 1, 50, 3), (2, 1, 5, 2)]
    assert (state.playing, state.dealer, state.starter) == ((), None, None)
    assert state.over


def test_of_several_the_fewest_points_win() -> None:
    state = played(plan(), "0:out 1:25+ 2:50-", "0:30+ 1:out 2:50-")
    assert state.winners == (1,)
    assert standings(state) == [(None, 2, 30, 2), (None, 2, 25, 1), (1, 0, 100, 3)]


def test_a_lower_score_of_who_has_not_finished_decides_nothing() -> None:
    state = played(plan(), "0:50+ 1:out 2:5-", "0:out 1:50+ 2:5-")
    assert state.tie_break
    assert state.playing == (0, 1)
    assert standings(state) == [(None, 2, 50, 1), (None, 2, 50, 1), (1, 0, 10, 3)]


TIED = ("1:out 3:5+ 0:50- 2:50-", "3:out 1:5+ 0:50- 2:50-")


def test_only_the_tied_play_and_deal() -> None:
    state = played(plan(4), *TIED)  # dealt by 0 and 1; left of 1, among 1 and 3, sits 3
    assert (state.playing, state.dealer, state.starter) == ((1, 3), 3, 1)
    assert state.tie_break
    assert state.winners == ()
    assert not state.over


def test_a_tie_break_is_repeated_until_one_goes_out() -> None:
    state = played(plan(4), *TIED, "1:50- 3:5+")
    assert (state.number, state.playing, state.dealer, state.starter) == (4, (1, 3), 1, 3)
    state = played(plan(4), *TIED, "1:50- 3:5+", "1:5+ 3:50-", "1:5+ 3:out")
    assert state.winners == (3,)
    assert state.number == 6
    # Points and phases of a tie-break count for nothing.
    assert standings(state) == [(1, 0, 100, 3), (None, 2, 5, 2), (1, 0, 100, 3), (None, 2, 5, 1)]


def test_the_losers_of_a_tie_break_stay_equal() -> None:
    rounds = ("0:out 1:5+ 2:5+", "0:5+ 1:out 2:5+", "0:5+ 1:5+ 2:out")
    state = played(plan(3, 3), *rounds, "0:5+ 1:out 2:50-")
    assert standings(state) == [(None, 3, 10, 2), (None, 3, 10, 1), (None, 3, 10, 2)]


def test_fixed_rounds_share_a_win() -> None:
    fixed = plan(variant=Variant.FIXED_ROUNDS)
    state = played(fixed, "0:out 1:5+ 2:50-", "0:5+ 1:out 2:50-")
    assert state.winners == (0, 1)
    assert standings(state) == [(None, 2, 5, 1), (None, 2, 5, 1), (None, 0, 100, 3)]
    assert not state.tie_break


def test_leaders() -> None:
    assert leaders(start_game(plan())) == (0, 1, 2)
    assert leaders(played(plan(), "0:50- 1:out 2:5+")) == (1,)
    assert leaders(played(plan(), "0:50- 1:100+ 2:out-")) == (1,)  # further, with more points
    fixed = plan(variant=Variant.FIXED_ROUNDS)
    assert leaders(played(fixed, "0:50- 1:100+ 2:out-")) == (2,)
    assert leaders(played(plan(4), *TIED)) == (1, 3)


# --- Replay -----------------------------------------------------------------------------


def numbers(a_plan: Plan, *rounds: str) -> list[int]:
    return [state.number for state in replay(a_plan, map(scores, rounds))]


@pytest.mark.parametrize("others", ["0:out 1:5+", "0:out 1:5+ 2:5+ 3:5+", "1:out 2:5+", "1:out"])
def test_replay_stops_where_others_play(others: str) -> None:
    assert numbers(plan(4), *TIED, others, "1:5+ 3:out") == [1, 2, 3]


def test_replay_stops_where_a_tie_break_is_none() -> None:
    assert numbers(plan(4), "1:out 3:5+") == [1]


def test_the_order_of_the_lines_is_free() -> None:
    assert played(plan(), "2:50- 0:out 1:25+") == played(plan(), "0:out 1:25+ 2:50-")


# --- Whatever is played -----------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    plan: Plan
    rounds: list[RoundPlayed]
    states: list[GameState]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Rounds as the state asks for them; few points and phases, so that ties are common."""
    seats = draw(st.integers(2, 6))
    a_plan = Plan(
        CLASSIC,
        CLASSIC.phases[: draw(st.integers(1, 3))],
        seats,
        draw(st.integers(0, seats - 1)),
        draw(st.sampled_from(Variant)),
    )
    state, states = start_game(a_plan), [start_game(a_plan)]
    rounds: list[RoundPlayed] = []
    for _round in range(draw(st.integers(0, 8))):
        if state.over:
            break
        out = draw(st.sampled_from([None, *state.playing]))
        one = [
            SeatScore(
                seat,
                0 if seat == out else draw(st.sampled_from([5, 5, 10])),
                draw(st.sampled_from([True, True, False])),
                seat == out,
            )
            for seat in state.playing
        ]
        state = after_round(a_plan, state, one)
        rounds.append(one)
        states.append(state)
    return Game(a_plan, rounds, states)


@given(games())
@settings(max_examples=sampled(300))
def test_replay_and_fold_agree(game: Game) -> None:
    assert list(replay(game.plan, game.rounds)) == game.states
    assert state_after(game.plan, game.rounds) == game.states[-1]


@given(games())
@settings(max_examples=sampled(300))
def test_nothing_after_the_end_counts(game: Game) -> None:
    if game.states[-1].over:
        longer = [*game.rounds, game.rounds[0], game.rounds[-1]]
        assert list(replay(game.plan, longer)) == game.states


@given(games())
@settings(max_examples=sampled(300))
def test_the_totals_are_the_points_of_all_rounds_but_the_tie_breaks(game: Game) -> None:
    points = sum(
        score.points
        for state, one in zip(game.states, game.rounds, strict=False)
        if not state.tie_break
        for score in one
    )
    assert sum(seat.total for seat in game.states[-1].seats) == points


@given(games())
@settings(max_examples=sampled(300))
def test_the_phases_made_are_those_laid_down(game: Game) -> None:
    for place, seat in enumerate(game.states[-1].seats):
        laid_down = sum(
            score.laid_down
            for state, one in zip(game.states, game.rounds, strict=False)
            if not state.tie_break
            for score in one
            if score.seat == place
        )
        assert seat.completed == laid_down
        assert seat.seat == place


@given(games())
@settings(max_examples=sampled(300))
def test_the_deal_goes_to_the_left_among_those_who_play(game: Game) -> None:
    for state in game.states:
        if state.over:
            assert (state.dealer, state.starter, state.playing) == (None, None, ())
        else:
            assert state.dealer in state.playing
            assert state.starter == left_of(state.dealer or 0, state.playing)
            assert state.starter != state.dealer
    for before, then in pairwise(game.states):
        if not then.over:
            assert then.dealer == left_of(before.dealer or 0, then.playing)


@given(games())
@settings(max_examples=sampled(300))
def test_everybody_deals_in_turn(game: Game) -> None:
    common = [state for state in game.states if not state.tie_break and not state.over]
    for first in range(len(common) - game.plan.seats + 1):
        turn = [state.dealer for state in common[first : first + game.plan.seats]]
        assert sorted(dealer for dealer in turn if dealer is not None) == list(
            range(game.plan.seats)
        )


@given(games())
@settings(max_examples=sampled(300))
def test_ranks_are_places(game: Game) -> None:
    for state in game.states:
        ranks = sorted(seat.rank for seat in state.seats)
        # A place is one more than how many stand before it.
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        for one in state.seats:
            for other in state.seats:
                far = game.plan.variant is Variant.STANDARD
                if one.rank < other.rank and one.seat not in state.winners:
                    assert other.seat not in state.winners
                    worse = (-other.completed if far else 0, other.total)
                    assert (-one.completed if far else 0, one.total) < worse


@given(games())
@settings(max_examples=sampled(300))
def test_a_winner_is_first_and_a_game_is_over_by_its_winners(game: Game) -> None:
    for state in game.states:
        assert state.over == bool(state.winners)
        if state.over:
            assert {seat.seat for seat in state.seats if seat.rank == 1} == set(state.winners)
        assert not (state.over and state.tie_break)
    assert not any(state.over for state in game.states[:-1])


@given(games())
@settings(max_examples=sampled(300))
def test_when_a_game_ends(game: Game) -> None:
    last = len(game.plan.phases)
    for number, state in enumerate(game.states):
        finished = {seat.seat for seat in state.seats if seat.completed >= last}
        if game.plan.variant is Variant.FIXED_ROUNDS:
            assert state.over == (number >= last)
            fewest = min(seat.total for seat in state.seats)
            if state.over:
                assert set(state.winners) == {s.seat for s in state.seats if s.total == fewest}
        elif state.tie_break:
            assert len(state.playing) >= 2
            assert set(state.playing) <= finished
            assert len({state.seats[seat].total for seat in state.playing}) == 1
        else:
            assert state.over == bool(finished)
            assert set(state.winners) <= finished
            assert len(state.winners) <= 1


@given(games(), st.integers(1, 5))
@settings(max_examples=sampled(200))
def test_the_seats_turned_turn_the_game(game: Game, by: int) -> None:
    """Nothing hangs on who sits where, but for the order of the deal."""
    seats = game.plan.seats

    def turned(seat: int) -> int:
        return (seat + by) % seats

    plan_turned = Plan(
        game.plan.edition,
        game.plan.phases,
        seats,
        turned(game.plan.first_dealer),
        game.plan.variant,
    )
    rounds = [
        [SeatScore(turned(s.seat), s.points, s.laid_down, s.went_out) for s in one]
        for one in game.rounds
    ]
    state, there = game.states[-1], state_after(plan_turned, rounds)
    assert set(there.winners) == {turned(seat) for seat in state.winners}
    for seat in state.seats:
        other = there.seats[turned(seat.seat)]
        assert (other.phase, other.total, other.rank) == (seat.phase, seat.total, seat.rank)
    if state.dealer is not None and state.starter is not None:
        assert (there.dealer, there.starter) == (turned(state.dealer), turned(state.starter))

"""Players who join late, leave or come back, in the fold over a game's rounds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import (
    GameState,
    Plan,
    SeatScore,
    Variant,
    after_round,
    leaders,
    start_game,
    stop_game,
)
from referee.stints import StartingPhase, Stint, stint_in
from tests.referee.test_game import CLASSIC, played
from tests.sampling import sampled

from .states import state_after

LATE = Stint(3, None, StartingPhase.LOWEST, 40)


def plan(*stints: tuple[Stint, ...], phases: int = 10, **more: object) -> Plan:
    return Plan(CLASSIC, CLASSIC.phases[:phases], len(stints), stints=stints, **more)  # type: ignore[arg-type]


def standings(state: GameState) -> str:
    """Phase, points and rank of each seat; in brackets if they are not at the table."""
    shown = [f"{seat.phase} {seat.total} #{seat.rank}" for seat in state.seats]
    return ", ".join(
        text if seat.at_table else f"({text})"
        for seat, text in zip(state.seats, shown, strict=True)
    )


def test_a_late_joiner_begins_with_the_lowest_phase_at_the_table() -> None:
    a_plan = plan((), (LATE,), ())
    before = played(a_plan, "0:out 2:5+")
    assert (before.playing, standings(before)) == ((0, 2), "2 0 #1, (1 0 #3), 2 5 #2")
    state = played(a_plan, "0:out 2:5+", "0:out 2:50-")
    assert (state.number, state.playing) == (3, (0, 1, 2))
    assert standings(state) == "3 0 #1, 2 40 #2, 2 55 #3"
    # A correction of an earlier round moves the newcomer, too.
    assert played(a_plan, "0:out 2:50-", "0:out 2:50-").seats[1].phase == 1


def test_a_late_joiner_begins_with_phase_1_if_the_table_says_so() -> None:
    state = played(plan((), (Stint(2, None, StartingPhase.FIRST, 15),), ()), "0:out 2:5+")
    assert standings(state) == "2 0 #1, 1 15 #3, 2 5 #2"


def test_the_deal_skips_those_who_are_not_there() -> None:
    a_plan = plan((), (Stint(last_round=1),), (), (Stint(3, None, StartingPhase.FIRST, 0),))
    deals = []
    for count in range(5):
        rounds = ["0:out 1:50- 2:50-", "0:out 2:50-", *["0:out 2:50- 3:50-"] * 3][:count]
        state = played(a_plan, *rounds)
        deals.append((state.dealer, state.starter))
    assert deals == [(0, 1), (2, 0), (3, 0), (0, 2), (2, 3)]


def test_whoever_has_left_ranks_last_and_cannot_win() -> None:
    a_plan = plan((Stint(last_round=2),), (), ())
    state = played(a_plan, "0:out 1:50- 2:55-", "0:out 1:50- 2:55-")
    assert standings(state) == "(3 0 #3), 1 100 #1, 1 110 #2"
    assert leaders(state) == (1,)


def test_whoever_was_there_in_the_last_round_has_not_left() -> None:
    a_plan = plan((Stint(last_round=2),), (), (), (Stint(3, None, StartingPhase.LOWEST, 0),))
    rounds = ["0:out 1:5+ 2:55-", "0:out 1:5+ 2:55-"]
    state = stop_game(a_plan, played(a_plan, *rounds))
    assert standings(state) == "3 0 #1, 3 10 #2, 1 110 #3, (1 0 #4)"
    # One round later it is too late.
    later = played(a_plan, *rounds, "1:out 2:5+ 3:10+")
    assert standings(stop_game(a_plan, later)) == standings(later)
    assert leaders(later) == (1,)


def test_whoever_comes_back_continues() -> None:
    a_plan = plan((Stint(last_round=1), Stint(3)), (), ())
    state = played(a_plan, "0:out 1:50- 2:55-", "1:out 2:5+")
    assert standings(state) == "2 0 #1, 2 50 #2, 2 60 #3"


def test_with_fixed_rounds_everybody_is_on_the_phase_of_the_round() -> None:
    a_plan = plan(
        (), (LATE,), (Stint(last_round=1), Stint(3)), phases=3, variant=Variant.FIXED_ROUNDS
    )
    state = played(a_plan, "0:out 2:5+", "0:out")
    assert standings(state) == "3 0 #1, 3 40 #3, 3 5 #2"
    assert state.seats[1].completed == 0
    # The fewest points win, of those who are there.
    gone = plan((Stint(last_round=2),), (), (), phases=3, variant=Variant.FIXED_ROUNDS)
    over = played(gone, "0:out 1:5+ 2:50-", "0:out 1:5+ 2:50-", "1:out 2:50-")
    assert over.winners == (1,)


def test_a_tie_is_won_by_the_one_who_stays() -> None:
    level = ("0:5+ 1:50- 2:5+",)
    assert played(plan((), (), (), phases=1), *level).playing == (0, 2)
    left = played(plan((Stint(last_round=1),), (), (), phases=1), *level)
    assert (left.winners, left.tie_break) == ((2,), False)
    assert standings(left) == "None 5 #2, 1 50 #3, None 5 #1"  # who lost the tie was there
    both = played(plan((Stint(last_round=1),), (), (Stint(last_round=1),), phases=1), *level)
    assert both.winners == (0, 2)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Two who stay, and up to four who come and go."""
    stints: list[tuple[Stint, ...]] = [(), ()]
    for _seat in range(draw(st.integers(1, 4))):
        turns = sorted(draw(st.sets(st.integers(1, 8), min_size=1, max_size=4)))
        own: list[Stint] = []
        while turns:
            first, last = turns[0], draw(st.none() | st.sampled_from(turns))
            joins = None if own or first == 1 else draw(st.sampled_from(StartingPhase))
            own.append(Stint(first, last, joins, None if joins is None else 40))
            turns = [number for number in turns if last is not None and number > last + 1]
        stints.append(tuple(own))
    return plan(
        *draw(st.permutations(stints)),
        phases=draw(st.integers(1, 3)),
        variant=draw(st.sampled_from(Variant)),
        first_dealer=draw(st.integers(0, 2)),
    )


@given(plans(), st.data())
@settings(max_examples=sampled(200))
def test_whoever_comes_and_goes_the_game_goes_on(a_plan: Plan, data: st.DataObject) -> None:
    state, rounds = start_game(a_plan), []
    for _round in range(10):
        if state.over:
            break
        there = {seat.seat for seat in state.seats if seat.at_table}
        assert there == {
            seat for seat in range(a_plan.seats) if stint_in(a_plan.stints[seat], state.number)
        }
        assert set(state.playing) <= there
        assert len(state.playing) > 1
        assert state.tie_break or set(state.playing) == there
        assert state.dealer in state.playing
        assert state.starter in state.playing
        ranks = {seat.seat: seat.rank for seat in state.seats}
        assert max(ranks[seat] for seat in there) < min(
            [ranks[seat] for seat in ranks if seat not in there], default=99
        )
        out = data.draw(st.sampled_from(state.playing))
        one = [
            SeatScore(seat, 5 * (seat != out), data.draw(st.booleans()) or seat == out, seat == out)
            for seat in state.playing
        ]
        before, state = state, after_round(a_plan, state, one)
        rounds.append(one)
        gone = [seat for seat in range(a_plan.seats) if seat not in before.playing]
        for seat in gone:  # whoever did not play has no more points than before, or has just come
            after = state.seats[seat]
            assert after.total == before.seats[seat].total or after.at_table
        if state.over:
            assert set(state.winners) <= set(before.playing)
    assert state_after(a_plan, rounds) == state


def test_a_handicap_is_what_a_player_begins_with() -> None:
    a_plan = plan((Stint(1, None, 3, 0),), (Stint(1, None, 1, 50),), (), phases=4)
    assert standings(start_game(a_plan)) == "3 0 #1, 1 50 #3, 1 0 #2"
    state = played(a_plan, "0:5+ 1:out 2:50-", "0:out 1:5+ 2:60-")
    assert (state.over, state.winners) == (True, (0,))
    assert standings(state) == "None 5 #1, 3 55 #2, 1 110 #3"


def test_points_to_begin_with_decide_fixed_rounds() -> None:
    strong = (Stint(1, None, 1, 50),)
    a_plan = plan(strong, (), phases=2, variant=Variant.FIXED_ROUNDS)
    state = played(a_plan, "0:out 1:5+", "0:out 1:30-")
    assert (state.winners, standings(state)) == ((1,), "None 50 #2, None 35 #1")


def test_whoever_has_a_handicap_keeps_it_while_away() -> None:
    comes_back = (Stint(1, 1, 3, 10), Stint(3))
    state = played(plan((), comes_back, ()), "0:out 1:5+ 2:55-", "0:out 2:55-")
    assert standings(state) == "3 0 #2, 4 15 #1, 1 110 #3"


def test_a_late_joiner_can_begin_on_the_lowest_phase_of_those_with_handicaps() -> None:
    ahead = (Stint(1, None, 4, 0),)
    state = played(plan(ahead, ahead, (Stint(2, None, StartingPhase.LOWEST, 0),)), "0:out 1:50-")
    assert standings(state) == "5 0 #1, 4 50 #3, 4 0 #2"

"""Players who join late, leave or come back, in the fold over a game's rounds."""

from __future__ import annotations

from referee.game import GameState, Plan, Variant, leaders, state_after
from referee.stints import StartingPhase, Stint
from tests.referee.test_game import CLASSIC, scores

LATE = Stint(3, None, StartingPhase.LOWEST, 40)


def plan(*stints: tuple[Stint, ...], phases: int = 10, **more: object) -> Plan:
    return Plan(CLASSIC, CLASSIC.phases[:phases], len(stints), stints=stints, **more)  # type: ignore[arg-type]


def played(a_plan: Plan, *rounds: str) -> GameState:
    return state_after(a_plan, map(scores, rounds))


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


def test_who_has_left_ranks_last_and_cannot_win() -> None:
    a_plan = plan((Stint(last_round=2),), (), ())
    state = played(a_plan, "0:out 1:50- 2:55-", "0:out 1:50- 2:55-")
    assert standings(state) == "(3 0 #3), 1 100 #1, 1 110 #2"
    assert leaders(state) == (1,)


def test_who_comes_back_continues() -> None:
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
    both = played(plan((Stint(last_round=1),), (), (Stint(last_round=1),), phases=1), *level)
    assert both.winners == (0, 2)

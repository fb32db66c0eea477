"""Games and tables after rounds and plays, whether or not these were possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from referee.game import GameState, Plan, RoundPlayed, after_round, start_game
from referee.plays import TablePlay
from referee.table import Seating, Table, apply_play, new_table


def state_after(plan: Plan, rounds: Iterable[RoundPlayed]) -> GameState:
    return reduce(lambda state, scores: after_round(plan, state, scores), rounds, start_game(plan))


def table_after(seating: Seating, plays: Iterable[TablePlay]) -> Table:
    return reduce(apply_play, plays, new_table(seating))

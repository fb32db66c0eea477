"""What a head start is worth: games of equal bots, one of whom begins with a handicap.

Their share of the wins is shown beside the one that the statistics expect.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random

from benchmarks.report import Figure
from referee.editions import EDITIONS
from referee.game import Plan, Variant
from referee.simulator.bots import MIDDLE
from referee.simulator.game import Setup, play_game
from referee.stints import Handicap, with_handicap
from scoring.statistics.handicaps import shares, worth

GAMES = int(os.environ.get("BENCH_HANDICAP_GAMES", "300"))  # of each table


@dataclass(frozen=True)
class Table:
    """Who plays what, one of them with a handicap."""

    edition: str
    players: int
    handicap: Handicap
    phases: int = 10
    variant: Variant = Variant.STANDARD

    def __str__(self) -> str:
        begins = (
            f"{self.handicap.total} points"
            if self.handicap.total
            else f"Phase {self.handicap.phase} of {self.phases}"
        )
        return f"{self.edition}, {self.variant.value}, {self.players} players: {begins}"


TABLES = [
    Table("classic", 4, Handicap(phase=3)),
    Table("classic", 4, Handicap(phase=6)),
    Table("classic", 2, Handicap(phase=4)),
    Table("classic", 6, Handicap(phase=4)),
    Table("flip", 4, Handicap(phase=4)),
    Table("express", 4, Handicap(phase=4)),
    Table("express", 2, Handicap(phase=3)),
    Table("classic", 4, Handicap(phase=2), phases=5),
    Table("classic", 4, Handicap(total=50)),
    Table("classic", 4, Handicap(total=50), variant=Variant.FIXED_ROUNDS),
    Table("classic", 2, Handicap(total=50), variant=Variant.FIXED_ROUNDS),
    Table("flip", 4, Handicap(total=50), variant=Variant.FIXED_ROUNDS),
    Table("express", 4, Handicap(total=25), variant=Variant.FIXED_ROUNDS),
    Table("express", 3, Handicap(total=50), variant=Variant.FIXED_ROUNDS),
]


def run() -> list[Figure]:
    """Play games at each table, and compare who wins with what is expected."""
    with ProcessPoolExecutor() as processes:
        return list(processes.map(_play, TABLES))


def _play(table: Table) -> Figure:
    edition = EDITIONS[table.edition]
    phases = edition.phases[: table.phases]
    won = 0.0
    for game in range(GAMES):
        seat = game % table.players
        stints = tuple(
            with_handicap((), table.handicap if place == seat else None)
            for place in range(table.players)
        )
        dealer = game // table.players % table.players
        plan = Plan(edition, phases, table.players, dealer, table.variant, stints)
        setup = Setup(plan, (MIDDLE,) * table.players)
        winners = play_game(setup, Random(f"handicap/{game}")).state.winners
        won += (seat in winners) / max(1, len(winners))
    share = won / GAMES
    worths = [worth(edition, table.variant, table.phases, table.handicap)]
    expected = shares(worths + [0.0] * (table.players - 1))[0]
    margin = 1.96 * sqrt(share * (1 - share) / GAMES)
    name = f"{table} (± {margin:.3f})"
    return Figure(name, "of the games won", share, expected, share / expected, "expected")

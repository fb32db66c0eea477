"""Simulated games per second, by edition and by strength of the bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.report import Figure, compare
from referee.editions import EDITIONS
from referee.simulator.bots import BOTS
from referee.simulator.game import GameLog, play_game
from referee.simulator.series import Series, write_phase
from referee.table import table_after

ROUNDS = 5
GAMES = 4  # of each measurement in each round
PLAYERS = 4
SEED = 1


def run() -> list[Figure]:
    """Time games of each edition, played by bots of each strength and by all three."""
    figures = []
    for edition in EDITIONS.values():
        phases = tuple(map(write_phase, edition.phases))
        for strengths in (*((name,) for name in BOTS), tuple(BOTS)):
            series = Series(edition.slug, phases, PLAYERS, strengths, SEED, "random:1")
            figures.append(_games(series))
    return figures


def _games(series: Series) -> Figure:
    """Play games, and compare with putting the plays of the same games on tables."""
    played: list[GameLog] = []
    rates, floors = [], []
    for number in range(ROUNDS):
        games = range(number * GAMES, (number + 1) * GAMES)
        rates.append(_per_second(partial(_play, series, games, played)))
        floors.append(_per_second(partial(_replay, played[-GAMES:])))
    return compare(
        f"{series.edition}, {PLAYERS} players: {', '.join(series.strengths)}",
        rates,
        floors,
        unit="games per second",
        floor_name="the same plays put on tables, without bots or referee",
    )


def _play(series: Series, games: Sequence[int], played: list[GameLog]) -> None:
    chances = map(series.rng, games)
    played.extend(play_game(series.setup(chance), chance) for chance in chances)


def _replay(games: Sequence[GameLog]) -> None:
    for game in games:
        for played in game.rounds:
            table = table_after(played.end.table.seating, played.end.plays)
            # A wrong result has no speed.
            assert table == played.end.table


def _per_second(work: Callable[[], None]) -> float:
    """Return how many games `work` does in a second of processor time."""
    began = time.process_time()
    work()
    return GAMES / (time.process_time() - began)

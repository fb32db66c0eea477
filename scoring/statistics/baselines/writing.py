"""The files of simulated figures, as they are written."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

from referee.kinds import parse_phase
from scoring.statistics.baselines import Run, figure
from scoring.statistics.phase_text import phase_text

PLAYERS = 4
BOTS = "weak,middle,strong,middle"
SEED = 10

_HEAD = """\
# How hard the Phases of this edition are for bots: of each Phase the rounds in which a player
# was on it, and those in which it was laid down. Each run is what `python manage.py` and its
# command give; the same seed gives the same games on every machine. All of this file is
# written by `python manage.py simulate_phases`; why so is said in __init__.py beside it.
"""


def command_of(edition: str, games: int) -> str:
    """What `manage.py` is asked for.

    >>> command_of("flip", 10)
    'simulate --edition flip --players 4 --games 10 --seed 10 --bots weak,middle,strong,middle'
    """
    options = {
        "edition": edition, "players": PLAYERS, "games": games, "seed": SEED, "bots": BOTS
    }  # fmt: skip
    return shlex.join(["simulate", *(w for o, v in options.items() for w in (f"--{o}", str(v)))])


def read_run(command: str, found: dict[str, Any]) -> Run:
    """A run, out of the figures that `simulate --json` writes of one list of Phases."""
    texts = (phase_text(parse_phase(phase)) for phase in found["list"])
    return Run(
        command=command,
        games=found["games"],
        rounds=found["rounds"],
        phases={
            text: figure(counts["tries"], counts["laid_down"])
            for text, counts in zip(texts, found["phases"], strict=True)
        },
    )


def write_runs(runs: Iterable[Run]) -> str:
    """The file of an edition."""
    return _HEAD + "".join(map(_write, runs))


def _write(run: Run) -> str:
    lines = [
        "",
        "[[runs]]",
        f'command = "{run.command}"',
        f"games = {run.games}",
        f"rounds = {run.rounds}",
        "",
        "[runs.phases]",
        *(
            f'"{text}" = {{ attempts = {found.attempts}, successes = {found.successes} }}'
            for text, found in run.phases.items()
        ),
    ]
    return "\n".join(lines) + "\n"

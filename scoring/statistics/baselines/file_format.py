"""The files of baselines: the commands that they come from, and how they are written. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

from referee.kinds import parse_phase
from scoring.statistics.baselines import Baseline, Simulation, Tries
from scoring.statistics.phase_key import phase_key

PLAYERS = 4
BOTS = "weak,middle,strong,middle"
STRENGTHS = ("weak", "middle", "strong")
SEED = 10

_HEADER = """\
# How bots do with the Phases of this edition: for each Phase and strength the rounds that a bot
# began with it, and those in which it was laid down. `python manage.py` with the command gives the
# same games on every machine, because of the seed. Written by `python manage.py simulate_phases`;
# __init__.py in this folder explains why.
"""


def command_of(edition: str, variant: str, games: int) -> str:
    """The `manage.py` command that simulates an edition.

    >>> print(command_of("flip", "standard", 10).replace(" --bots", "\\n --bots"))
    simulate --edition flip --variant standard --players 4 --games 10 --seed 10
     --bots weak,middle,strong,middle
    """
    return shlex.join(
        ["simulate", "--edition", edition, "--variant", variant, "--players", str(PLAYERS),
         "--games", str(games), "--seed", str(SEED), "--bots", BOTS]
    )  # fmt: skip


def read_report(command: str, report: dict[str, Any]) -> Simulation:
    """A simulation, from what `simulate --json` writes about one list of Phases."""
    texts = (phase_key(parse_phase(phase)) for phase in report["list"])
    return Simulation(
        command=command,
        variant=report["variant"],
        games=report["games"],
        rounds=report["rounds"],
        phases={
            text: Baseline({name: _tries(report["bots"][name]["phases"][at]) for name in STRENGTHS})
            for at, text in enumerate(texts)
        },
    )


def write_file(simulations: Iterable[Simulation]) -> str:
    """The file of an edition."""
    return _HEADER + "".join(map(_write, simulations))


def _tries(counts: dict[str, Any]) -> Tries:
    return Tries(counts["tries"], counts["laid_down"])


def _write(simulation: Simulation) -> str:
    lines = [
        "",
        "[[simulations]]",
        f'command = "{simulation.command}"',
        f'variant = "{simulation.variant}"',
        f"games = {simulation.games}",
        f"rounds = {simulation.rounds}",
        "",
        "[simulations.phases]",
        *(f'"{text}" = {{ {_counts(each)} }}' for text, each in simulation.phases.items()),
    ]
    return "\n".join(lines) + "\n"


def _counts(baseline: Baseline) -> str:
    return ", ".join(f"{name} = {[*tries]}" for name, tries in baseline.bots.items())

"""How bots do with the Phases: the stored baselines, and that they can be simulated again."""

from __future__ import annotations

import json
import shlex
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from referee.editions import EDITIONS
from referee.game import Variant
from scoring.statistics.baselines import FOLDER, baseline, simulations
from scoring.statistics.baselines.file_format import command_of, read_report, write_file
from scoring.statistics.phase_key import phase_key

SIMULATED = sorted(file.stem for file in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("edition", SIMULATED)
def test_every_official_phase_has_a_baseline(edition: str) -> None:
    for phase in EDITIONS[edition].phases:
        found = baseline(edition, phase_key(phase))
        assert found is not None
        assert found.attempts >= 2500  # so that a rate is good to two hundredths
        assert found.success_rate == found.successes / found.attempts
        assert found.attempts_per_success == pytest.approx(1 / found.success_rate)
        assert 0.2 < found.success_rate < 1
        assert list(found.bots) == ["weak", "middle", "strong"]


@pytest.mark.parametrize("edition", SIMULATED)
def test_a_file_has_the_official_phases_and_says_what_it_comes_of(edition: str) -> None:
    for simulation in simulations(edition):
        assert list(simulation.phases) == [phase_key(phase) for phase in EDITIONS[edition].phases]
        command = command_of(edition, simulation.variant, simulation.games)
        assert simulation.command == command
        # Four players try a Phase a round, but in the rare tie-break.
        attempts = sum(found.attempts for found in simulation.phases.values())
        assert 0.98 * 4 * simulation.rounds < attempts <= 4 * simulation.rounds
    assert [
        simulation.variant for simulation in simulations(edition) if simulation.games >= 1000
    ] == [*Variant]


@pytest.mark.full
@pytest.mark.parametrize("edition", SIMULATED)
def test_the_command_gives_the_same_numbers_again(edition: str, tmp_path: Path) -> None:
    short, *_long = simulations(edition)
    file = tmp_path / "figures.json"
    call_command(*shlex.split(short.command), f"--json={file}", stdout=StringIO())
    [found] = json.loads(file.read_text(encoding="utf-8"))
    assert read_report(short.command, found) == short


def test_the_files_are_as_they_are_written() -> None:
    assert {"classic", "express", "flip"} <= set(SIMULATED) <= set(EDITIONS)
    for edition in SIMULATED:
        file = FOLDER / f"{edition}.toml"
        assert file.read_text(encoding="utf-8") == write_file(simulations(edition))


def test_they_can_all_be_written_again(tmp_path: Path) -> None:
    options = {"games": 2, "short": 1, "folder": tmp_path}
    call_command("simulate_phases", stdout=StringIO(), stderr=StringIO(), **options)
    for edition in EDITIONS:
        text = (tmp_path / f"{edition}.toml").read_text(encoding="utf-8")
        assert f"--edition {edition} --variant fixed_rounds --players 4 --games 2 " in text
        assert text.count(" = { weak = ") == 30


@pytest.mark.parametrize(
    ("edition", "phase"),
    [("classic", "run:11"), ("classic", ""), ("express", "run:7"), ("../flip", "run:7"), ("", "")],
)
def test_what_was_not_simulated_has_none(edition: str, phase: str) -> None:
    assert baseline(edition, phase) is None

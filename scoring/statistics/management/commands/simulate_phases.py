"""`manage.py simulate_phases`: simulate the baselines of the Phases again.

This takes about an hour. It is only needed after a change of the rules or of the bots.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from games.management.arguments import at_least_one
from referee.editions import EDITIONS
from referee.game import Variant
from scoring.statistics.baselines import FOLDER, Simulation
from scoring.statistics.baselines.file_format import command_of, read_report, write_file


class Command(BaseCommand):
    """Run a short simulation of the editions and a long one of each variant; write the files."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--edition", choices=EDITIONS, nargs="+", default=list(EDITIONS), dest="editions"
        )
        parser.add_argument(
            "--games", type=at_least_one, default=2000, help="games of a long simulation"
        )
        parser.add_argument(
            "--short", type=at_least_one, default=10, help="games of the short simulation"
        )
        parser.add_argument("--jobs", type=at_least_one, default=1, help="number of processes")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where to write the files")

    def handle(self, *args: Any, **options: Any) -> None:
        for edition in options["editions"]:
            series = [
                (Variant.STANDARD, options["short"]),
                *((variant, options["games"]) for variant in Variant),
            ]
            simulations = [
                self._simulate(command_of(edition, variant, games), options["jobs"])
                for variant, games in series
            ]
            file = options["folder"] / f"{edition}.toml"
            file.write_text(write_file(simulations), encoding="utf-8")

    def _simulate(self, command: str, jobs: int) -> Simulation:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "report.json"
            name, *arguments = shlex.split(command)
            arguments += [f"--jobs={jobs}", f"--json={file}"]
            call_command(name, *arguments, stdout=self.stdout, stderr=self.stderr)
            [report] = json.loads(file.read_text(encoding="utf-8"))
        return read_report(command, report)

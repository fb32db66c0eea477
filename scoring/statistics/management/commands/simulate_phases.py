"""`manage.py simulate_phases`: simulate the figures of `scoring.statistics.baselines` again.

It takes some ten minutes. Nothing needs it but a change of the rules or of the bots.
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
from scoring.statistics.baselines import FOLDER, Run
from scoring.statistics.baselines.writing import command_of, read_run, write_runs


class Command(BaseCommand):
    """Plays a short and a long run of each edition, and writes the files."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=at_least_one, default=4000, help="of the long run")
        parser.add_argument("--short", type=at_least_one, default=10, help="games of the short run")
        parser.add_argument("--jobs", type=at_least_one, default=1, help="how many processes play")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where to write")

    def handle(self, *args: Any, **options: Any) -> None:
        for edition in EDITIONS:
            runs = [
                self._play(command_of(edition, games), options["jobs"])
                for games in (options["short"], options["games"])
            ]
            file = options["folder"] / f"{edition}.toml"
            file.write_text(write_runs(runs), encoding="utf-8")

    def _play(self, command: str, jobs: int) -> Run:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "figures.json"
            name, *arguments = shlex.split(command)
            arguments += [f"--jobs={jobs}", f"--json={file}"]
            call_command(name, *arguments, stdout=self.stdout, stderr=self.stderr)
            [found] = json.loads(file.read_text(encoding="utf-8"))
        return read_run(command, found)

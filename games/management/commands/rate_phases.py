"""`manage.py rate_phases`: write the catalogue of Phases whose difficulty is known.

This takes some ten minutes. It is only needed after a change of the rules or of the bots.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.arguments import at_least_one
from referee.editions import EDITIONS
from referee.simulator.difficulty import FOLDER, MAX_TURNS, simulate, write_catalogue
from referee.simulator.random_phases import candidates


class Command(BaseCommand):
    """Let bots play each Phase of the catalogue."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--edition", choices=EDITIONS, nargs="+", default=list(EDITIONS), dest="editions"
        )
        parser.add_argument(
            "--turns", type=at_least_one, default=4 * MAX_TURNS, help="turns for each Phase"
        )
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where to write the files")

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in options["editions"]:
            edition = EDITIONS[slug]
            found = {
                phase: simulate(edition, phase, options["turns"]) for phase in candidates(edition)
            }
            file = options["folder"] / f"{slug}.toml"
            file.parent.mkdir(exist_ok=True)
            file.write_text(write_catalogue(found), encoding="utf-8")
            self.stdout.write(f"{slug}: {len(found)} Phases")

"""`manage.py load_sqlite FILE`: move from SQLite to the database of the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.transfer import TransferError, load


class Command(BaseCommand):
    """Copies all rows of an SQLite file into an empty database that is migrated, or none."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the database to copy; no server may use it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            counts = load(file)
        except TransferError as error:
            raise CommandError(str(error)) from error
        for table, count in counts.items():
            if count:
                self.stdout.write(f"{table}: {count}")
        self.stdout.write(f"Rows copied: {sum(counts.values())}.")

"""`manage.py restore FILE`: put a backup in the place of the database (SQLite)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.backup import BackupError, restore


class Command(BaseCommand):
    """Keeps a copy of what it replaces. For PostgreSQL, it names pg_restore."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "Only SQLite is restored by this command. Load the dump into a new, empty database:"
                " pg_restore --exit-on-error --single-transaction --dbname NAME FILE"
            )
        connection.close()
        try:
            replaced = restore(Path(connection.settings_dict["NAME"]), file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        if replaced:
            self.stdout.write(f"What was replaced is in {replaced}.")
        self.stdout.write(f"Restored {file}. Start the server: it brings older tables up to date.")

"""`manage.py backup FILE`: copy the database (SQLite) to a new file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.backup import BackupError, back_up


class Command(BaseCommand):
    """Copies the database, and checks the copy. For PostgreSQL, it names pg_dump."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the copy; a file that does not exist yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        database = connection.settings_dict
        if connection.vendor != "sqlite":
            parts = [
                f"{option} {database[name]}"
                for option, name in (("--host", "HOST"), ("--port", "PORT"), ("--username", "USER"))
                if database[name]
            ]
            command = " ".join(["pg_dump", *parts, "--format custom", f"--file {file}"])
            raise CommandError(
                "Only SQLite is copied by this command. For PostgreSQL, as the user of the server: "
                f"{command} {database['NAME']}"
            )
        try:
            size = back_up(Path(database["NAME"]), file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {size} bytes, checked")

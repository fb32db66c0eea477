"""Migrate the database; if two servers start at the same time, one after the other."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from games.management.migration_lock import migration_lock


class Command(migrate.Command):
    """Django's command, but a second one waits for the first."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate as Django does, holding a lock."""
        with migration_lock(connections[options["database"]]):
            super().handle(*args, **options)

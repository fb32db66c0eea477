"""Migrate the database if it is not too old, after a backup; if two do, one after the other."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from games.management.backup import BackupError
from games.management.migration_lock import migration_lock
from games.management.upgrade import Unfit, prepare


class Command(migrate.Command):
    """Django's command, but it looks first, and a second one waits for the first."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate as Django does, holding a lock."""
        database = connections[options["database"]]
        with migration_lock(database):
            if not options["plan"] and not options["check_unapplied"]:
                try:
                    backup = prepare(database, is_due=self._is_due(database, options))
                except (Unfit, BackupError) as error:
                    raise CommandError(str(error)) from None
                if backup:
                    self.stdout.write(f"The database as it was before is in {backup}.")
            super().handle(*args, **options)

    def _is_due(self, database: BaseDatabaseWrapper, options: dict[str, Any]) -> bool:
        """Whether this changes the database, forward or perhaps backward."""
        if options["app_label"]:
            return True
        executor = MigrationExecutor(database)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

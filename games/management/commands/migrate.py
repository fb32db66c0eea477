"""Migrate the database if it is not too old, after a backup; if two do, one after the other."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from games.management.backup import BackupError
from games.management.migration_lock import migration_lock
from games.management.upgrade import Unfit, prepare


class RecordingExecutor(MigrationExecutor):
    """Records a migration in the transaction that carries it out.

    Django records one with deferred statements after its transaction: killed between the two, it
    would be carried out again, and fail.
    """

    def apply_migration(
        self, state: Any, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> Any:
        if fake or fake_initial or not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        if self.progress_callback:
            self.progress_callback("apply_start", migration, fake)
        with self.connection.schema_editor(atomic=True) as editor:
            state = migration.apply(state, editor)
            while editor.deferred_sql:
                editor.execute(editor.deferred_sql.pop(0), None)
            self.record_migration(migration)  # type: ignore[call-arg, arg-type]
        if self.progress_callback:
            self.progress_callback("apply_success", migration, fake)
        return state


migrate.MigrationExecutor = RecordingExecutor  # type: ignore[attr-defined]


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

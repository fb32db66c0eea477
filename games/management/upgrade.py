"""What is done before a database is brought up to date: a look at its age, and a backup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from games.management.backup import new_backup

KEPT = 3  # backups
WHY = "before-migrating"

# The last commits with such tables, and exports. They were made within a day, and their migrations
# were then rewritten.
LAST_WITH_SCORING = "0a29a33"
LAST_OF_OTHERS = "c712a5d"


class Unfit(Exception):
    """Why a database cannot be used by this version, and what to do."""


def prepare(database: BaseDatabaseWrapper, *, is_due: bool) -> Path | None:
    """Check that `database` fits this version; back it up if that `is_due` and it is SQLite.

    Return the backup, of which the last `KEPT` are kept. Raises Unfit, having changed nothing,
    and BackupError.
    """
    loader = MigrationLoader(database)
    if loader.applied_migrations:
        _check(database, loader, is_due=is_due)
    is_file = database.vendor == "sqlite" and not database.is_in_memory_db()  # type: ignore[attr-defined]
    if not (loader.applied_migrations and is_due and is_file):
        return None
    path = Path(database.settings_dict["NAME"])
    backup = new_backup(path, WHY)
    for old in sorted(backup.parent.glob(f"{path.stem}-{WHY}-*.sqlite3"))[:-KEPT]:
        old.unlink()
    return backup


def _check(database: BaseDatabaseWrapper, loader: MigrationLoader, *, is_due: bool) -> None:
    applied, known = {*loader.applied_migrations}, {*loader.graph.nodes}
    unknown = applied - known
    if unknown and known < applied:
        raise Unfit(
            "This database was used by a newer version of Tableside, and was not changed. Install"
            " that version, or restore a backup of before (in backups/, beside the database)."
        )
    missing = [*_missing(database, loader)] if is_due and not unknown else []
    if unknown or missing:
        last = LAST_WITH_SCORING if ("scoring", "0001_initial") in unknown else LAST_OF_OTHERS
        what = ", ".join([*(f"{app}.{name}" for app, name in sorted(unknown)), *missing][:3])
        raise Unfit(
            f"This database is too old to be brought up to date ({what}), and was not changed. Run"
            f" the version that made it (the code of 2026-11-21, at the latest {last}), export each"
            " group there as an archive, and import the archives here into a new database."
        )


def _missing(database: BaseDatabaseWrapper, loader: MigrationLoader) -> Iterator[str]:
    """Name tables and columns that the applied migrations make today, but did not make then."""
    state = loader.project_state([*loader.applied_migrations])
    with database.cursor() as cursor:
        tables = {*database.introspection.table_names(cursor)}
        for model in state.apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                yield table
                continue
            described = database.introspection.get_table_description(cursor, table)
            columns = {column.name for column in described}
            for field in model._meta.local_concrete_fields:
                if field.column not in columns:
                    yield f"{table}.{field.column}"

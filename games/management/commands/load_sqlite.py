"""`manage.py load_sqlite FILE`: move from SQLite to the database of the settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

SOURCE = "source"
ROWS_AT_ONCE = 500
SHOWN = 5  # migrations


class Command(BaseCommand):
    """Copies all rows of an SQLite file into an empty database that is migrated, or none."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the database to copy; no server may use it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        counts = load(file)
        for table, count in counts.items():
            if count:
                self.stdout.write(f"{table}: {count}")
        self.stdout.write(f"Rows copied: {sum(counts.values())}.")


def load(file: Path) -> dict[str, int]:
    """Copy all rows of a file into the database of the settings, in one transaction.

    The database must have the same migrations, and no rows. Returns the number of rows, by table.
    Raises CommandError.
    """
    if not file.is_file():
        raise CommandError(f"There is no database at {file}.")
    connections.databases[SOURCE] = connections.configure_settings(
        {SOURCE: _settings_of(file), DEFAULT_DB_ALIAS: {}}
    )[SOURCE]
    try:
        _compare_migrations()
        with transaction.atomic(using=SOURCE), transaction.atomic():
            return _copy(models_in_order())
    except DatabaseError as error:
        raise CommandError(f"The rows could not be copied: {error}") from error
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.databases[SOURCE]


def models_in_order() -> list[type[Model]]:
    """Return the models of all tables, each after those that its rows refer to.

    The triggers of a table look at what its rows refer to, so that must be there.
    """
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    refers = {
        model: {
            field.related_model
            for field in model._meta.local_fields
            if field.related_model not in (None, model)
        }
        for model in models
    }
    return list(TopologicalSorter(refers).static_order())


def _settings_of(file: Path) -> dict[str, Any]:
    options = {"transaction_mode": "DEFERRED", "init_command": "PRAGMA query_only = ON;"}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file), "OPTIONS": options}


def _compare_migrations() -> None:
    """Refuse databases that have not the same tables."""
    there, here = (
        set(MigrationRecorder(connections[alias]).applied_migrations())
        for alias in (SOURCE, DEFAULT_DB_ALIAS)
    )
    for missing, where in ((there - here, "the new database"), (here - there, "the file")):
        if missing:
            names = ", ".join(".".join(one) for one in sorted(missing)[:SHOWN])
            raise CommandError(
                f"Migrations that {where} lacks: {names}. Run `manage.py migrate` on both with the"
                " same version of Tableside."
            )


def _copy(models: Sequence[type[Model]]) -> dict[str, int]:
    for model in models:
        if model._base_manager.exists():
            raise CommandError(
                f"The new database has rows already, in {model._meta.db_table}. It must be empty,"
                " only migrated, and no server may use it yet."
            )
    counts = {}
    for model in models:
        rows = model._base_manager.using(SOURCE).order_by("pk").iterator(ROWS_AT_ONCE)
        for batch in _batches(rows, ROWS_AT_ONCE):
            _insert(model, batch)
        table = model._meta.db_table
        counts[table] = model._base_manager.count()
        there = model._base_manager.using(SOURCE).count()
        if counts[table] != there:
            raise CommandError(f"{table} has {there} rows, but {counts[table]} were copied.")
    _set_sequences(models)
    return counts


def _insert(model: type[Model], rows: list[Model]) -> None:
    """Insert rows as they are: `raw` keeps Django from setting times to now."""
    fields = model._meta.local_concrete_fields
    most = connection.ops.bulk_batch_size(fields, rows)
    for batch in _batches(rows, most):
        manager: Any = model._base_manager
        manager.using(DEFAULT_DB_ALIAS)._insert(
            batch, fields=fields, using=DEFAULT_DB_ALIAS, raw=True
        )


def _batches(rows: Iterable[Model], size: int) -> Iterator[list[Model]]:
    left = iter(rows)
    while batch := list(islice(left, size)):
        yield batch


def _set_sequences(models: Sequence[type[Model]]) -> None:
    """Have new rows numbered after those that were copied."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)

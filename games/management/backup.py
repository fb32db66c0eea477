"""A copy of an SQLite database, taken while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

WAIT = 20  # seconds for a lock


class BackupError(Exception):
    """Why there is no copy."""


def back_up(database: Path, target: Path) -> int:
    """Copy `database` to the new file `target` (mode 600), check the copy; return its size.

    The copy is the database at one moment, in one file: it includes the write-ahead log. The size
    is in bytes. Raises BackupError, and then leaves no file.
    """
    if not database.is_file():
        raise BackupError(f"There is no database at {database}.")
    try:
        # Made here, so that nobody else could read it even for a moment.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise BackupError(f"{target} exists. Choose a new name: nothing is overwritten.") from error
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    try:
        _copy(database, target)
        _check(target)
        _store(target)
        return target.stat().st_size
    except (sqlite3.Error, OSError) as error:
        _remove(target)
        raise BackupError(f"{database} could not be copied: {error}.") from error
    except BaseException:
        _remove(target)
        raise


def _copy(database: Path, target: Path) -> None:
    source_uri = f"{database.resolve().as_uri()}?mode=rw"  # which does not create it
    with (
        closing(sqlite3.connect(source_uri, uri=True, timeout=WAIT)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)  # in one step: readers do not keep writers waiting
        copy.execute("PRAGMA journal_mode=DELETE")  # no files beside it; the server turns it on


def _check(target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy:
        found = [text for (text,) in copy.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise BackupError(f"The database is damaged: {'; '.join(found[:3])}.")


def _store(target: Path) -> None:
    """Have the copy on the disk before anybody relies on it."""
    handle = os.open(target, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(target: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        Path(f"{target}{suffix}").unlink(missing_ok=True)


def restore(database: Path, backup: Path) -> Path | None:
    """Put the contents of `backup` into `database`, in one transaction.

    Return the path of a copy of what was replaced; None if there was no database. Raises
    BackupError, and changes nothing, if a server uses the database, or if the backup is not one of
    Tableside.
    """
    _check_is_ours(backup)
    database.parent.mkdir(parents=True, exist_ok=True)
    replaced = None
    if database.is_file():
        _check_is_unused(database)
        replaced = new_backup(database, "before-restore")
    try:
        with (
            closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(database, timeout=WAIT)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise BackupError(f"{backup} could not be restored: {error}.") from error
    return replaced


def new_backup(database: Path, why: str) -> Path:
    """Back up `database` to a file of its own in `backups/` beside it, and return that.

    Raises BackupError.
    """
    folder = database.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    now = datetime.now(UTC)
    target = folder / f"{database.stem}-{why}-{now:%Y%m%dT%H%M%S.%f}.sqlite3"
    back_up(database, target)
    return target


def _check_is_ours(backup: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source:
            found = [text for (text,) in source.execute("PRAGMA integrity_check")]
            apps = {app for (app,) in source.execute("SELECT DISTINCT app FROM django_migrations")}
    except sqlite3.Error as error:
        raise BackupError(f"{backup} is not a backup of Tableside: {error}.") from error
    if found != ["ok"]:
        raise BackupError(f"{backup} is damaged: {'; '.join(found[:3])}.")
    if not {"accounts", "games"} <= apps:
        raise BackupError(f"{backup} is a database, but not one of Tableside.")


def _check_is_unused(database: Path) -> None:
    """Raise BackupError if somebody has the database open."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        raise BackupError(f"Stop the server first: {database} is in use ({error}).") from error

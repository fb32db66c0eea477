"""A copy of an SQLite database, taken while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

WAIT = 20  # seconds for a lock


class BackupError(Exception):
    """Why there is no copy."""


def back_up(database: Path, target: Path) -> int:
    """Copy `database` to the new file `target` (mode 600), and check the copy; return its bytes.

    The copy is what the database was at one moment. It is one file: what the database has in its
    write-ahead log is in it. Raise BackupError, and leave no file.
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

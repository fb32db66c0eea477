"""One process at a time migrates a database: another one waits, and then finds nothing to do."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

# An advisory lock of PostgreSQL; those of `accounts.idempotency` are digests, of 60 bits.
LOCK = 0x7AB1E51DE


@contextmanager
def migration_lock(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait until nobody else migrates `database`, and keep others waiting meanwhile.

    A process that dies gives its lock back. A database in memory needs none: it has one process.
    """
    if database.vendor == "postgresql":
        holder = database.copy()  # a connection of its own: migrations may close theirs
        try:
            with holder.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            yield
        finally:
            holder.close()
    elif database.is_in_memory_db():  # type: ignore[attr-defined]
        yield
    else:
        path = Path(f"{database.settings_dict['NAME']}-migrating")
        with path.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

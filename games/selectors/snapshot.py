"""Reading a consistent state of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all queries inside see the same state, no matter what others write at the same time.

    Inside a transaction that is already open, this does nothing. Nothing may be written inside.
    """
    if connection.in_atomic_block:
        yield
        return
    with ExitStack() as stack:
        with _without_lock():
            stack.enter_context(transaction.atomic())
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _without_lock() -> Iterator[None]:
    """Let a transaction begin that does not wait for writers on SQLite, nor keep them waiting.

    All others take its lock to write when they begin (`transaction_mode` in the settings).
    """
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()  # which sets the mode
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual

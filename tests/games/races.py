"""Requests at the same instant, on a database where they really meet."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

from django.db import connection, connections

ROUNDS = 5  # a race that is lost now and then is lost in one of them


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Do all at once, each in a thread with a connection of its own; return the results."""
    barrier = Barrier(len(acts))

    def act(one: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return one()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


@contextmanager
def on_disk(folder: Path) -> Iterator[None]:
    """Go on with a copy of SQLite's database in memory as a file, as it is in the field.

    Connections to one database in memory fail where those to a file wait for each other.
    """
    if connection.vendor != "sqlite" or not connection.is_in_memory_db():  # type: ignore[attr-defined]
        yield
        return
    connection.ensure_connection()
    in_memory, name = connection.connection, connection.settings_dict["NAME"]
    file = folder / "race.sqlite3"
    with closing(sqlite3.connect(file)) as copy:
        in_memory.backup(copy)
    connection.connection = None
    connection.settings_dict["NAME"] = str(file)  # one dictionary for all threads
    # The first one turns the file to WAL. Threads that did so at once would be refused: SQLite
    # does not wait for that lock. A server has long done it, when it looked for the database.
    connection.ensure_connection()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
        connection.connection = in_memory

"""Connections to PostgreSQL that notice without a query that they were closed.

Django calls the module of a backend `base`. Each thread keeps its connection, and before it is used
for the next request, Django asks whether it is usable (`CONN_HEALTH_CHECKS`).
"""

from __future__ import annotations

import select
import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

from store.impatience import is_impatient
from store.postgresql.beginning import Connection, Cursor
from store.postgresql.silence import silence

PATIENCE = 1.5  # seconds: many a restart takes less; who waits longer had better be told
RETRY_EVERY = 0.1  # seconds


class Outage:
    """Since when the database cannot be reached, as any thread of this process has found out."""

    def __init__(self) -> None:
        self._began: float | None = None

    def is_worth_waiting(self) -> bool:
        """Note that connecting has failed; return whether to try again."""
        if self._began is None:
            self._began = time.monotonic()
        return time.monotonic() < self._began + PATIENCE

    def end(self) -> None:
        """Note that connecting has succeeded."""
        self._began = None


_outage = Outage()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is replaced if the server has closed it, also while that starts anew."""

    def is_usable(self) -> bool:
        """Return whether the connection is open, and in no transaction.

        The server sends nothing to a client that asks nothing, unless it says goodbye, or
        something that is rare enough to connect anew for.
        """
        connection: psycopg.Connection[Any] | None = self.connection
        if connection is None or connection.closed:
            return False
        if connection.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        try:
            return not _is_readable(connection.pgconn.socket)
        except (OSError, psycopg.Error):
            return False

    def get_connection_params(self) -> dict[str, Any]:
        """Return what to connect with; there is no pool, and no isolation level but the usual."""
        return {**super().get_connection_params(), "autocommit": True, "cursor_factory": Cursor}

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor; one with a name is declared in a transaction that has begun."""
        if name:
            self.connection.begin()
        return super().create_cursor(name)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect; if the database cannot be reached, try for as long as a restart may take."""
        while True:
            if silence.is_known and is_impatient():
                raise psycopg.OperationalError("the database does not answer")
            try:
                connection = Connection.connect(**conn_params)
            except psycopg.errors.ConnectionTimeout:
                raise  # whoever waits has waited long enough
            except psycopg.OperationalError:
                if not _outage.is_worth_waiting():
                    raise
                time.sleep(RETRY_EVERY)
            else:
                _outage.end()
                connection.parameters = conn_params
                return connection


def _is_readable(socket: int) -> bool:
    poll = select.poll()  # `select.select` knows no file descriptors above 1024
    poll.register(socket, select.POLLIN | select.POLLPRI)
    return bool(poll.poll(0))

"""Transactions that begin with their first statement, in the same message.

psycopg sends BEGIN by itself, waits for the answer, and then sends the statement. Each time, a
thread of the server gives up the interpreter and has to get it back from the others.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

from store.impatience import is_impatient
from store.postgresql.silence import silence, watched


class Connection(psycopg.Connection[Any]):
    """A connection that leaves it to its cursors to begin transactions.

    It must be opened with `autocommit=True`, so that psycopg begins none. What Django sets and
    reads as `autocommit` is kept here.
    """

    _commits_each = True
    parameters: dict[str, Any]  # with which it was opened

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for an answer; for a request, only as long as the database is there."""
        if not is_impatient():
            return super().wait(gen, *args, **options)
        try:
            return super().wait(watched(gen, self._knock), *args, **options)
        except psycopg.OperationalError:
            self._leave_if_it_is_active()
            raise

    def _knock(self) -> None:
        psycopg.connect(**{**self.parameters, "cursor_factory": None}).close()

    def _leave_if_it_is_active(self) -> None:
        """Give up a statement that was not answered; the connection is of no use then."""
        if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
            if not silence.is_known:
                with suppress(psycopg.Error):
                    self.cancel_safe(timeout=1)
            self.close()

    @property
    def autocommit(self) -> bool:
        return self._commits_each

    @autocommit.setter
    def autocommit(self, value: bool) -> None:
        self._commits_each = value

    @property
    def is_to_begin(self) -> bool:
        """Whether the next statement is the first of a transaction."""
        if self._commits_each:
            return False
        return self.pgconn.transaction_status == TransactionStatus.IDLE

    def begin(self) -> None:
        """Begin the transaction that is due, before what cannot be sent together with BEGIN."""
        if self.is_to_begin:
            self.execute("SELECT")  # nothing


class Cursor(base.CursorMixin, psycopg.ClientCursor[Any]):  # as in Django
    """A cursor whose first statement also begins the transaction, if there is to be one."""

    connection: Connection

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        if not isinstance(query, str):
            self.connection.begin()
        elif self.connection.is_to_begin:
            super().execute("BEGIN; " + query, params, **options)
            self.nextset()  # from the answer to BEGIN to that of the statement
            return self
        return super().execute(query, params, **options)

    def executemany(self, *args: Any, **options: Any) -> None:
        self.connection.begin()
        super().executemany(*args, **options)

    def copy(self, *args: Any, **options: Any) -> Any:
        self.connection.begin()
        return super().copy(*args, **options)

    def stream(self, *args: Any, **options: Any) -> Any:
        self.connection.begin()
        return super().stream(*args, **options)

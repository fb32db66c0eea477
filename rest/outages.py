"""Outages, logged when one begins and when it ends, and not with every request that fails.

Each process logs its own.
"""

from __future__ import annotations

import logging
import threading
import time

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

logger = logging.getLogger(__name__)

READ_ONLY = "25006"  # PostgreSQL is read-only; its other errors of this kind are our own mistakes
QUIET = 3.0  # seconds without a failure until an outage is over: some requests succeed before


class Outage:
    """The outages of one thing that the server depends on. Any thread may use it."""

    def __init__(self, what: str, meanwhile: str) -> None:
        self._what, self._meanwhile = what, meanwhile
        self._lock = threading.Lock()
        self._failures = 0
        self._began = self._last = 0.0  # by the monotonic clock

    def met(self, reason: str) -> None:
        """Count a failure, and log the first one. The reason must have no values of rows in it."""
        with self._lock:
            self._last = time.monotonic()
            self._failures += 1
            if self._failures > 1:
                return
            self._began = self._last
        logger.error("%s does not answer: %s. %s", self._what, reason, self._meanwhile)

    def is_over(self) -> None:
        """Log that it answers again, if there was an outage and it has not failed just now."""
        if not self._failures:
            return
        with self._lock:
            now = time.monotonic()
            failures, seconds = self._failures, now - self._began
            if not failures or now - self._last < QUIET:
                return
            self._failures = 0
        logger.warning(
            "%s answers again, after %d s. Failures meanwhile: %d.", self._what, seconds, failures
        )

    def forget(self) -> None:
        """Forget the outage, for tests."""
        self._failures = 0


database = Outage("The database", "Requests that need it get 503, and background work waits.")
redis = Outage(
    "Redis", "Each process counts requests for itself, and phones get events a little later."
)


def database_fails(error: Exception) -> bool:
    """Whether the database is to blame: it is down, full, too slow or read-only.

    If so, it is counted as an outage.
    """
    code = getattr(error.__cause__, "sqlstate", None)
    is_to_blame = isinstance(error, OperationalError | InterfaceError) or (
        isinstance(error, DatabaseError) and code == READ_ONLY
    )
    if is_to_blame:
        # Only the first line: the details after it may have values of rows.
        database.met(str(error).partition("\n")[0].rstrip("."))
    return is_to_blame

"""Finding out that a database keeps silent: it accepts connections, and answers nothing.

So it is if its machine hangs, its disk does, or the network is cut. No error comes then, and the
timeouts of the database itself do not help. That a statement takes long is no sign, for it may
wait for a lock. So who has waited for a while has a thread connect anew: a database that is there
answers that at once. While it does not, all statements of requests fail, and none is sent.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar

import psycopg

logger = logging.getLogger(__name__)

LOOK_AFTER = 1.0  # seconds without an answer, after which it is asked whether it is there
IS_SILENT_AFTER = 0.7  # seconds more in which it should say so
STATEMENT_SECONDS = 20.0  # as long as SQLite waits for its lock

T = TypeVar("T")


class Silence:
    """Whether the database keeps silent, as any thread of this process has found out."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is asked just now, and has not answered for too long."""
        began = self._began
        return began is not None and time.monotonic() > began + IS_SILENT_AFTER

    def look(self, knock: Callable[[], None]) -> None:
        """Have a thread call `knock`, which connects anew, until it does not time out."""
        with self._lock:
            if self._began is not None:
                return
            self._began = time.monotonic()
        threading.Thread(target=self._look, args=(knock,), name="knock", daemon=True).start()

    def _look(self, knock: Callable[[], None]) -> None:
        try:
            while True:
                try:
                    knock()
                except psycopg.errors.ConnectionTimeout:
                    logger.warning("The database does not answer.")
                except psycopg.Error:
                    return  # it refuses, which is an answer
                else:
                    return
        finally:
            self._began = None


silence = Silence()


def check(began: float, knock: Callable[[], None]) -> None:
    """Raise if an answer that has been waited for since `began` is not worth waiting for."""
    waited = time.monotonic() - began
    if waited > LOOK_AFTER:
        silence.look(knock)
    if silence.is_known:
        raise psycopg.OperationalError("the database does not answer")
    if waited > STATEMENT_SECONDS:
        raise psycopg.errors.QueryCanceled(f"a statement took more than {STATEMENT_SECONDS:g} s")


def watched(waiting: Generator[Any, Any, T], knock: Callable[[], None]) -> Generator[Any, Any, T]:
    """Do what psycopg does while it waits, and `check` whenever there was nothing for 0.1 s."""
    began = time.monotonic()
    try:
        state = next(waiting)
        while True:
            ready = yield state
            if not ready:
                check(began, knock)
            state = waiting.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result

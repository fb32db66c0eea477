"""The thread for background work in every server process.

Without Redis it replaces Celery's workers. With Redis it only looks for work that none of them is
doing. Nothing is lost if the process is killed: for every task there is a row that says what is
left to do, and the thread looks for such rows when it starts and every few seconds.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.db import ProgrammingError, close_old_connections, connections

from rest import outages

if TYPE_CHECKING:
    import ctypes

logger = logging.getLogger(__name__)

SWITCH_EVERY = 0.0005  # seconds; Python's default is 5 ms
LOOK_EVERY = 5.0  # seconds between looks for work that nobody has, unless a task takes longer
STARTED_AT = "SERVER_STARTED_AT"  # the variable in which config.serve tells its processes

Task = Callable[[], None]


@contextmanager
def short_turns() -> Iterator[None]:
    """Let requests interrupt a long computation, such as an import.

    A request gives up the interpreter at each statement, and would get it back only after 5 ms each
    time. Short work, such as counting a game, does without: short turns would only make the
    server's threads interrupt each other more often.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_EVERY)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


class LocalWorker:
    """A thread that does one task after another.

    `takes_tasks` is true if there are no other workers to do them.
    """

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._looks: list[Task] = []
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._celery_stops: ctypes.c_bool | None = None
        self.takes_tasks = False
        self.server_started_at: datetime | None = None
        self.carry: Callable[[Task], Task] = lambda task: task  # adds the trace: config.tracing

    @property
    def is_stopping(self) -> bool:
        """Whether the task at hand should break off, to be continued after the next start."""
        return self._stopping.is_set() or bool(self._celery_stops and self._celery_stops.value)

    def share_with_children(self) -> None:
        """Let `break_off` reach the processes that this one forks."""
        import ctypes  # here, because servers do not need them
        from multiprocessing.sharedctypes import RawValue

        self._celery_stops = RawValue(ctypes.c_bool, False)

    def break_off(self) -> None:
        """Have the tasks of a Celery worker break off. Signal handlers may call it."""
        if self._celery_stops is not None:
            self._celery_stops.value = True

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def look(self, task: Task) -> Task:
        """Have `task` called when the thread starts, and every few seconds."""
        self._looks.append(task)
        return task

    def do(self, task: Task) -> None:
        """Do a task soon; the thread must be running, and take tasks."""
        self._tasks.put(self.carry(task))

    def start(self, *, takes_tasks: bool) -> None:
        """Start the thread, unless it is running."""
        if self._thread is None:
            self.takes_tasks = takes_tasks
            if takes_tasks:  # otherwise a worker older than the server may be at one
                started_at = float(os.environ.get(STARTED_AT, 0))
                self.server_started_at = datetime.fromtimestamp(started_at, UTC)
            self._stopping.clear()
            # A daemon: a task that does not break off must not keep the process alive.
            self._thread = threading.Thread(target=self._run, name="local worker", daemon=True)
            self._thread.start()

    def stop(self, timeout: float) -> None:
        """Have the task at hand break off, and wait for that."""
        if self._thread is not None:
            self._stopping.set()
            self._tasks.put(None)
            self._thread.join(timeout)
            self._thread, self.server_started_at = None, None
            self.takes_tasks = False

    def _run(self) -> None:
        next_look = time.monotonic()
        while not self._stopping.is_set():
            if time.monotonic() >= next_look:
                done = [self._do(look) for look in self._looks]
                if all(done):
                    outages.database.is_over()  # the looks have just used it
                next_look = time.monotonic() + LOOK_EVERY
            try:
                task = self._tasks.get(timeout=max(0, next_look - time.monotonic()))
            except queue.Empty:
                continue
            if task is not None:
                self._do(task)

    def _do(self, task: Task) -> bool:
        """Do a task; return whether it has succeeded."""
        try:
            task()
            return True
        except ProgrammingError as error:  # not migrated yet
            logger.warning("Background work must wait for the database: %s", type(error).__name__)
            return False
        except Exception as error:
            if not outages.database_fails(error):
                logger.exception("Background work failed.")
            return False
        finally:
            if self._tasks.empty():
                connections.close_all()  # the next task may be long in coming
            else:
                close_old_connections()  # those that are broken


local_worker = LocalWorker()

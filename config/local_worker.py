"""The thread that does background work in a server process without Redis.

It takes the place of a Celery worker. Nothing is lost if the process is killed: for every task
there is a row that says what is left to do, and the thread looks for such rows when it starts
and now and then.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from django.db import InterfaceError, OperationalError, ProgrammingError, connections

logger = logging.getLogger(__name__)

SWITCH_EVERY = 0.0005  # seconds
LOOK_EVERY = 5.0  # seconds between looks for work that nobody has
STARTED_AT = "SERVER_STARTED_AT"  # the variable in which config.serve tells its processes

Task = Callable[[], None]


class LocalWorker:
    """A thread that does one task after the other."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._looks: list[Task] = []
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self.server_started_at: datetime | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    @property
    def is_stopping(self) -> bool:
        """Whether the task at hand should break off, to be continued after the next start."""
        return self._stopping.is_set()

    def look(self, task: Task) -> Task:
        """Have `task` called when the thread starts, and whenever it has nothing else to do."""
        self._looks.append(task)
        return task

    def do(self, task: Task) -> None:
        """Do a task soon; the thread must be running."""
        self._tasks.put(task)

    def start(self) -> None:
        """Start the thread, unless it is running."""
        if self._thread is None:
            started_at = float(os.environ.get(STARTED_AT, 0))
            self.server_started_at = datetime.fromtimestamp(started_at, UTC)
            self._stopping.clear()
            # A request gives up the interpreter at each statement, and would get it back only
            # after 5 ms each time while a task computes.
            sys.setswitchinterval(SWITCH_EVERY)
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

    def _run(self) -> None:
        tasks: list[Task | None] = [*self._looks]
        while not self._stopping.is_set():
            for task in tasks:
                if task is not None:
                    self._do(task)
            try:
                tasks = [self._tasks.get(timeout=LOOK_EVERY)]
            except queue.Empty:
                tasks = [*self._looks]

    def _do(self, task: Task) -> None:
        try:
            task()
        except (OperationalError, InterfaceError, ProgrammingError) as error:
            # It is away, or not migrated yet.
            logger.warning("Background work must wait for the database: %s", error)
        except Exception:
            logger.exception("Background work failed.")
        finally:
            connections.close_all()  # or it would keep one of the pool while it waits


local_worker = LocalWorker()

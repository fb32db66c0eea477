"""A few threads that do one thing after the other, and keep what they need for it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextvars import Context, copy_context
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from django.core.cache import caches
from django.db import connections

from store.impatience import be_impatient

logger = logging.getLogger(__name__)

T = TypeVar("T")

_running: set[Threads] = set()


def stop_threads(timeout: float) -> None:
    """Stop all threads of this process that answer requests or read events."""
    for threads in list(_running):
        threads.stop(timeout)


class Threads:
    """Threads that make calls for an event loop, in the order in which they were given.

    Each thread keeps its connections to the database and the cache from one call to the next. A
    call sees no context variable (language, id of the request) of any other. The threads start
    with the first call, and again after `stop`. All methods belong to the event loop.
    """

    def __init__(self, count: int, name: str) -> None:
        self.count = count
        self._name = name
        self._calls: SimpleQueue[_Call[Any] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._unfinished = 0  # calls that wait or are being made

    @property
    def waiting(self) -> int:
        """How many calls have not been begun, as all threads are busy."""
        return max(self._unfinished - self.count, 0)

    @property
    def busy(self) -> int:
        """How many threads make a call."""
        return min(self._unfinished, self.count)

    @property
    def are_busy(self) -> bool:
        """Whether another call would have to wait."""
        return self._unfinished >= self.count

    def call(self, function: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Call a function in one of the threads.

        If the future is cancelled before the call has begun, it is not made; later, the call goes
        on and its result is dropped.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._unfinished += 1
        self._calls.put(_Call(self, loop, future, function, args))
        if len(self._threads) < min(self.count, self._unfinished):
            self._start_one()
        return future

    def stop(self, timeout: float) -> None:
        """End all threads once they have made the calls that were given; wait for that."""
        threads, self._threads = self._threads, []
        _running.discard(self)
        for _thread in threads:
            self._calls.put(None)
        for thread in threads:
            thread.join(timeout)

    def _start_one(self) -> None:
        # A daemon: a call that never ends must not keep the process alive.
        name = f"{self._name} {len(self._threads) + 1}"
        thread = threading.Thread(target=self._run, args=(self._calls,), name=name, daemon=True)
        self._threads.append(thread)
        _running.add(self)
        thread.start()

    def _run(self, calls: SimpleQueue[_Call[Any] | None]) -> None:
        be_impatient()
        # Django keeps caches in context variables. Every call gets a copy of a context that has
        # them, or each would connect to Redis anew.
        for alias in caches:
            caches[alias]
        kept = copy_context()
        while call := calls.get():
            call.make(kept.copy())
            del call  # or it would be kept until the next one
        # SQLite writes its log back into the database file when the last connection is closed.
        connections.close_all()


class _Call(Generic[T]):
    """A call to be made in a thread, whose result is told to an event loop."""

    __slots__ = ("_args", "_function", "_future", "_loop", "_threads")

    def __init__(
        self,
        threads: Threads,
        loop: asyncio.AbstractEventLoop,
        future: asyncio.Future[T],
        function: Callable[..., T],
        args: tuple[Any, ...],
    ) -> None:
        self._threads, self._loop, self._future = threads, loop, future
        self._function, self._args = function, args

    def make(self, context: Context) -> None:
        result, error = None, None
        if not self._future.cancelled():
            try:
                result = context.run(self._function, *self._args)
            except Exception as raised:
                error = raised
            except BaseException as raised:  # such as SystemExit, which would end the server
                error = RuntimeError(f"{type(raised).__name__} in a thread")
                error.__cause__ = raised
        try:
            self._loop.call_soon_threadsafe(self._tell, result, error)
        except RuntimeError:  # the loop has ended
            self._threads._unfinished -= 1

    def _tell(self, result: Any, error: Exception | None) -> None:
        self._threads._unfinished -= 1
        if not self._future.cancelled():
            if error is None:
                self._future.set_result(result)
            else:
                self._future.set_exception(error)
        elif error is not None:
            logger.error("A call that nobody waits for any more failed.", exc_info=error)

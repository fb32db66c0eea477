"""Drawings that are under way, and the latest that were made: each is drawn once for all.

Whoever asks for one waits on the event loop, without a thread. As many are drawn at once as there
are processors, a few more wait their turn, and beyond these no other is begun.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from threading import RLock

from django.conf import settings

from rest.problems import ProblemError, server_busy
from rest.threads import executor


class Drawings:
    """Drawings by their entity tags."""

    def __init__(self, executor: Callable[[], Executor], *, unfinished: int, kept: int) -> None:
        """Allow so many `unfinished` drawings, and keep so many bytes (or one that has more)."""
        self._executor = executor
        self._max_unfinished, self._max_kept = unfinished, kept
        self._lock = RLock()
        self._unfinished: dict[str, Future[bytes]] = {}
        self._kept: dict[str, bytes] = {}  # the one that was asked for last is last

    def find(self, tag: str, draw: Callable[[], bytes]) -> bytes | None:
        """Return a drawing that is kept, or None: it is being drawn, and `drawn` waits for it.

        Raises ProblemError (503) if too many others are.
        """
        with self._lock:
            if (kept := self._kept.pop(tag, None)) is not None:
                self._kept[tag] = kept
                return kept
            if tag not in self._unfinished:
                if len(self._unfinished) >= self._max_unfinished:
                    raise ProblemError.of(server_busy())
                drawing = self._unfinished[tag] = self._executor().submit(draw)
                drawing.add_done_callback(partial(self._finish, tag))
            return None

    async def drawn(self, tag: str, seconds: float) -> bytes:
        """Wait for a drawing that `find` has begun.

        Raises TimeoutError if it takes longer (it goes on, for whoever asks again), and what
        drawing it has raised.
        """
        with self._lock:
            kept, drawing = self._kept.get(tag), self._unfinished.get(tag)
        if kept is not None:
            return kept
        if drawing is None:  # it has failed in between, or made room for others
            raise TimeoutError
        # Shielded, because others wait for it, too.
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(drawing)), seconds)

    def _finish(self, tag: str, drawing: Future[bytes]) -> None:
        """Keep a drawing instead of those that were asked for longest ago; forget a failure."""
        with self._lock:
            del self._unfinished[tag]
            if drawing.cancelled() or drawing.exception():
                return
            self._kept[tag] = drawing.result()
            while sum(map(len, self._kept.values())) > self._max_kept and len(self._kept) > 1:
                del self._kept[next(iter(self._kept))]


THREADS = max(1, (os.cpu_count() or 1) // max(1, settings.WEB_WORKERS))  # each waits for a process
drawings = Drawings(
    lambda: executor("sheets", THREADS), unfinished=THREADS + 6, kept=16 * 1024 * 1024
)

"""What has been added to the log since somebody looked last."""

from __future__ import annotations

import time
from collections.abc import Sequence

from games.live.log import NewRow, last_id, rows_from

MAX_NEW = 1000  # rows of one look; more are for the complete check to find
MAX_MISSING = 500
PATIENCE = 10.0  # seconds in which a transaction that has taken an id is expected to end


class Tail:
    """The rows of the log after the last one that was seen, by their ids.

    A transaction takes the ids of its rows when it inserts them, and others see them when it ends.
    So an id may appear after higher ones: those that were left out are looked for again, for
    `PATIENCE` seconds. What is missed nevertheless, the complete check of the hub finds.
    """

    def __init__(self) -> None:
        self.start_again()

    def start_again(self) -> None:
        """Begin at the end of the log."""
        self._last: int | None = None
        self._missing: dict[int, float] = {}  # ids that nobody has seen, and until when to look

    def read(self) -> list[NewRow]:
        """Return what is new; nothing the first time."""
        if self._last is None:
            self._last = last_id()
            return []
        now, seen = time.monotonic(), self._last
        self._missing = {id: until for id, until in self._missing.items() if until > now}
        rows = rows_from(self._last, self._missing, MAX_NEW)
        is_there = not self._last or (rows and rows[0].id == self._last)
        if not is_there or len(rows) >= MAX_NEW:  # an older database was restored, or very many
            self._last, self._missing = last_id(), {}
        else:
            self._found(rows, now)
        return [row for row in rows if row.id != seen]

    def _found(self, rows: Sequence[NewRow], now: float) -> None:
        assert self._last is not None
        for row in rows:
            self._missing.pop(row.id, None)
        new = sorted(row.id for row in rows if row.id > self._last)
        for before, id in zip([self._last, *new], new, strict=False):
            for missing in range(max(before + 1, id - MAX_MISSING), id):
                self._missing[missing] = now + PATIENCE
        newest = sorted(self._missing)[-MAX_MISSING:]
        self._missing = {id: self._missing[id] for id in newest}
        self._last = max([self._last, *new])

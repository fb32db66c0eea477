"""What has been added to the logs of events since somebody looked last."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.live.log import AnyEvent, NewEvent, last_id, rows_from
from games.models import Event, GroupEvent

MAX_NEW = 1000  # events of one look at one log; more are for the complete check to find
MAX_MISSING = 500
PATIENCE = 10.0  # seconds in which a transaction that has taken an id is expected to end


@dataclass(slots=True)
class Tail:
    """The rows of the logs after the last ones that were seen, by their ids.

    A transaction takes the ids of its rows when it inserts them, and others see them when it ends.
    So an id may appear after higher ones: those that were left out are looked for again, for
    `PATIENCE` seconds. What is missed nevertheless, the complete check of the hub finds.
    """

    _games: _Log | None = None
    _groups: _Log | None = None

    def read(self) -> tuple[list[NewEvent], list[NewEvent]]:
        """Return what is new in the logs of games and of groups; nothing the first time."""
        if self._games is None or self._groups is None:
            self._games, self._groups = _Log(Event), _Log(GroupEvent)
            return [], []
        return self._games.read(), self._groups.read()

    def start_again(self) -> None:
        """Begin at the end of the logs."""
        self._games = self._groups = None


class _Log:
    """`missing` has the ids below `last` that nobody has seen yet, and until when to look."""

    def __init__(self, log: type[AnyEvent]) -> None:
        self._log, self._missing = log, dict[int, float]()
        self._last = last_id(log)

    def read(self) -> list[NewEvent]:
        """Return what is new."""
        now, seen = time.monotonic(), self._last
        self._missing = {id: until for id, until in self._missing.items() if until > now}
        events = rows_from(self._log, self._last, self._missing, MAX_NEW)
        is_there = not self._last or (events and events[0].id == self._last)
        if not is_there or len(events) >= MAX_NEW:  # an older database was restored, or very many
            self._last, self._missing = last_id(self._log), {}
        else:
            self._found(events, now)
        return [event for event in events if event.id != seen]

    def _found(self, events: Sequence[NewEvent], now: float) -> None:
        for event in events:
            self._missing.pop(event.id, None)
        new = sorted(event.id for event in events if event.id > self._last)
        for before, id in zip([self._last, *new], new, strict=False):
            for missing in range(max(before + 1, id - MAX_MISSING), id):
                self._missing[missing] = now + PATIENCE
        newest = sorted(self._missing)[-MAX_MISSING:]
        self._missing = {id: self._missing[id] for id in newest}
        self._last = max([self._last, *new])

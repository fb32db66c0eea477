"""What has been added to the logs of events since somebody looked last."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from store import event_log
from store.event_log import Ids, NewEvent

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
        now = time.monotonic()
        if self._games is None or self._groups is None:
            last_of_games, last_of_groups = event_log.last_ids()
            self._games, self._groups = _Log(last_of_games), _Log(last_of_groups)
            return [], []
        new = event_log.events_with(self._games.wanted(now), self._groups.wanted(now), MAX_NEW)
        for log, events, last in (
            (self._games, new.games, new.last_of_games),
            (self._groups, new.groups, new.last_of_groups),
        ):
            if len(events) < MAX_NEW and last >= log.last:
                log.found(events, now)
            else:  # very many, or ids from before: the database was restored
                log.start_at(last)
        return new.games, new.groups

    def start_again(self) -> None:
        """Begin at the end of the logs."""
        self._games = self._groups = None


@dataclass(slots=True)
class _Log:
    """`missing` has the ids below `last` that nobody has seen yet, and until when to look."""

    last: int
    missing: dict[int, float] = field(default_factory=dict)

    def start_at(self, last: int) -> None:
        self.last, self.missing = last, {}

    def wanted(self, now: float) -> Ids:
        if self.missing:
            self.missing = {id: until for id, until in self.missing.items() if until > now}
        return Ids(self.last, list(self.missing))

    def found(self, events: Sequence[NewEvent], now: float) -> None:
        for event in events:
            self.missing.pop(event.id, None)
        new = sorted(event.id for event in events if event.id > self.last)
        for before, id in zip([self.last, *new], new, strict=False):
            for missing in range(max(before + 1, id - MAX_MISSING), id):
                self.missing[missing] = now + PATIENCE
        if len(self.missing) > MAX_MISSING:
            newest = sorted(self.missing)[-MAX_MISSING:]
            self.missing = {id: self.missing[id] for id in newest}
        self.last = max([self.last, *new])

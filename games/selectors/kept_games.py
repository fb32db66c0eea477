"""Games that this process has read or changed lately, with what the referee made of their rounds.

Nothing here is ever believed: a game is used only if its row, read a moment ago, is the same in
every column, and so is the revision of its group's log. Every change of a game raises its
`last_event`, and every other name or player raises the revision
(docs/decisions/0021-kept-games.md).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import connection, transaction

from games.domain.game_record import GameRecord, GameValues

MAX_GAMES = 500
MAX_LINES = 20_000  # of all kept games together: about 8 MB with the states of the games


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was, folded: for no reader in particular."""

    record: GameRecord

    def is_still(self, game: GameValues, revision: int) -> bool:
        """Whether the game is as it was, by its row and by the revision of its group's log."""
        return self.record.game == game and self.record.revision == revision

    @property
    def lines(self) -> int:
        """How much it takes: a game without rounds counts as two lines for each seat."""
        record = self.record
        return 2 * len(record.seats) + sum(len(played.lines) for played in record.rounds)


class KeptGames:
    """The games that were used last. Any thread may use it."""

    def __init__(self, max_games: int = MAX_GAMES, max_lines: int = MAX_LINES) -> None:
        self._max_games, self._max_lines = max_games, max_lines
        self._games: OrderedDict[UUID, KeptGame] = OrderedDict()
        self._lines = 0
        self._lock = threading.Lock()

    def find(self, id: UUID) -> KeptGame | None:
        """Return what is kept of a game, which may be old."""
        with self._lock:
            kept = self._games.get(id)
            if kept is not None:
                self._games.move_to_end(id)
            return kept

    def keep(self, record: GameRecord) -> None:
        """Keep a game, instead of what was kept of it; those that were not used lately go."""
        # Its states are worked out now, so that nobody who finds it has to.
        known = tuple(record.states)
        kept = KeptGame(replace(record, role="", has_draft=True, known=known))
        with self._lock:
            self._drop(record.game.id)
            self._games[record.game.id] = kept
            self._lines += kept.lines
            while len(self._games) > self._max_games or self._lines > self._max_lines:
                self._drop(next(iter(self._games)))

    def clear(self) -> None:
        """Forget all games."""
        with self._lock:
            self._games.clear()
            self._lines = 0

    def __len__(self) -> int:
        return len(self._games)

    def _drop(self, id: UUID) -> None:
        if (kept := self._games.pop(id, None)) is not None:
            self._lines -= kept.lines


kept_games = KeptGames()


def keep_read(record: GameRecord) -> None:
    """Keep a game that was just read, unless a transaction could still undo what was read."""
    if not connection.in_atomic_block:
        kept_games.keep(record)


def keep_when_committed(record: GameRecord) -> None:
    """Keep a game that the caller's transaction has changed, if it is committed.

    Only games that were read for somebody: others, such as those of a merged player, are many, and
    nobody is looking at them.
    """
    if record.role:
        transaction.on_commit(lambda: kept_games.keep(record))

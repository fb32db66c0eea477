"""A game whose row has been read, and the rest of it if somebody needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import Http404
from django.utils.functional import cached_property

from games.domain.game_record import GameRecord, GameValues
from games.selectors.kept_games import KeptGame, keep_read
from games.selectors.records import record_in
from store.games import GameRow


@dataclass(frozen=True)
class StoredGame:
    """A game as its reader finds it: its row was read now, its seats and rounds may be kept.

    `read` reads all of it, if they are neither kept nor in `row`.
    """

    row: GameRow
    kept: KeptGame | None
    read: Callable[[], GameRow | None]

    @cached_property
    def game(self) -> GameValues:
        return GameValues(**self.row.columns)

    @property
    def role(self) -> str:
        return self.row.role

    @property
    def revision(self) -> int:
        return self.row.revision

    # Django's `cached_property`: until Python 3.12, the one of the standard library has a lock, and
    # all threads would wait for one that reads.
    @cached_property
    def record(self) -> GameRecord:
        """The game with its seats and rounds; raise Http404 if it has gone meanwhile."""
        row: GameRow | None = self.row
        if self.kept is not None and self.kept.is_still(self.game, self.revision):
            return replace(self.kept.record, role=self.role, has_draft=self.row.has_draft)
        if self.row.rounds is None:
            row = self.read()
        if row is None:
            raise Http404
        record = record_in(row)
        keep_read(record)
        return record

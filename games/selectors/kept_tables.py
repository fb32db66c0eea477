"""The tables that this process has seen last, kept so that no play is laid twice.

A kept table is used only for a game whose row, read a moment ago, is the same in every column, and
so is the revision of its group's log: every change of a game or its plays raises `last_event`, and
every change of a name raises the revision. A table is kept once its transaction is committed. If
another process has made a play meanwhile, the row says so, and the plays are read again.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.db import transaction

from games.domain.game_record import GameRecord
from games.domain.table_record import TableRecord
from games.selectors.table import latest_round, table_of

MAX_TABLES = 100  # a table of 61 plays takes 74 KiB

_kept: OrderedDict[UUID, TableRecord] = OrderedDict()  # the last used last
_lock = Lock()


def kept_table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """As `table_of`, for a game as it was read: nothing in it may have been changed since.

    Takes no query if the table is kept.
    """
    number = latest_round(record) if round is None else round
    with _lock:
        kept = _kept.get(record.game.id)
        if kept is not None and kept.number == number and _is_still(kept.record, record):
            _kept.move_to_end(record.game.id)
            return kept.of(record)
    table = table_of(record, number)
    if number == latest_round(record):
        keep_table(table)
    return table


def keep_table(table: TableRecord) -> None:
    """Keep a table once the transaction is committed, and never if it is not."""
    transaction.on_commit(lambda: _keep(table))


def _keep(table: TableRecord) -> None:
    with _lock:
        _kept[table.record.game.id] = table
        _kept.move_to_end(table.record.game.id)
        while len(_kept) > MAX_TABLES:
            _kept.popitem(last=False)


def _is_still(kept: GameRecord, read: GameRecord) -> bool:
    """Whether the game is as it was, by its row and by the revision of its group's log."""
    return kept.game == read.game and kept.revision == read.revision

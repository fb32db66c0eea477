"""Telling the database about tables that were just filled.

Statements are planned by what the database has counted in each table, which it does now and then by
itself. Until then it takes a table for as small as it was: after an import, reading one game
scanned all 154,000 lines of rounds.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection, transaction

GAME_TABLES = (
    "games_player",
    "games_game",
    "games_seat",
    "games_round",
    "games_play",
    "games_change",
    "games_event",
)
MIN_ROWS = 5_000  # some 100 games; fewer change no plan
SAMPLE = 400  # entries of each index that SQLite looks at, so that others need not wait


def analyze_after_commit(tables: Collection[str], *, rows: int) -> None:
    """Have `tables` counted once they are committed, if so many rows are worth it.

    An error is only logged. On PostgreSQL, tables of another owner are skipped with a warning.
    """
    if rows >= MIN_ROWS:
        transaction.on_commit(lambda: _analyze(tables), robust=True)


def _analyze(tables: Collection[str]) -> None:
    names = [connection.ops.quote_name(table) for table in tables]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ANALYZE {', '.join(names)}")
            return
        cursor.execute(f"PRAGMA analysis_limit = {SAMPLE}")
        for name in names:
            cursor.execute(f"ANALYZE {name}")

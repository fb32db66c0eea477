"""Having the database analyze tables that have just been filled.

It plans statements by statistics that it collects from time to time. Until it does, it believes
that a table is still as small as before: after an import, reading one game scanned all 154,000
lines of rounds.
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
    "games_happening",
)
MIN_ROWS = 5_000  # about 100 games; fewer do not change a plan
SAMPLE = 400  # entries that SQLite reads of each index, so that others need not wait


def analyze_after_commit(tables: Collection[str], *, rows: int) -> None:
    """Have `tables` analyzed after the commit, if that many rows make it worthwhile.

    An error is only logged. PostgreSQL skips tables of another owner with a warning.
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

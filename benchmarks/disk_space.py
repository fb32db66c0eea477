"""How many bytes a recorded round takes on disk, with the indexes of its rows."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
from psycopg import sql

from benchmarks.report import Figure, compare

ANSWERS = "accounts_storedanswer"  # kept for two days, so counted by themselves


def figures(url: str, tables: Sequence[str]) -> list[Figure]:
    """Measure the tables that grow with each round: all, and each by itself."""
    with psycopg.connect(url) as connection:
        rounds = _rows(connection, "games_round")
        sizes = {table: _bytes(connection, table) for table in tables}
        answers = _rows(connection, ANSWERS)
    row = sizes["games_round"] / rounds
    kept = sum(size for table, size in sizes.items() if table != ANSWERS)
    return [
        _figure("a round on disk", kept / rounds, row),
        *(
            _figure(f"… in {table}", size / rounds, row)
            for table, size in sizes.items()
            if table != ANSWERS
        ),
        _figure("a stored answer on disk", sizes[ANSWERS] / answers, row),
    ]


def _figure(name: str, size: float, row: float) -> Figure:
    return compare(name, [size], [row], "bytes", "the row of a round")


def _bytes(connection: psycopg.Connection, table: str) -> int:
    """Return the size of a table with its indexes and what is stored apart."""
    ((size,),) = connection.execute("SELECT pg_total_relation_size(%s::regclass)", [table])
    return int(size)


def _rows(connection: psycopg.Connection, table: str) -> int:
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
    ((count,),) = connection.execute(query)
    return int(count)

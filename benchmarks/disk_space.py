"""How many bytes a recorded round takes on disk, with the indexes of its rows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import psycopg
from psycopg import sql

from benchmarks.reference_cases import ROOT
from benchmarks.report import Figure, compare

EVENTS = ("games_event", "games_packedevents")
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
        _figure("the events of a round, packed after a month", _packed(url) / rounds, row),
        _figure("a stored answer on disk", sizes[ANSWERS] / answers, row),
    ]


def _packed(url: str) -> int:
    """Return the size of all events once they are old and packed, as the project does it."""
    environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "benchmark", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "cleanup", "--verbosity", "0"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE games_event SET at = at - interval '40 days'")
        subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL, timeout=120
        )
        for table in EVENTS:  # otherwise the space of what was deleted is only kept for new rows
            connection.execute(sql.SQL("VACUUM FULL {}").format(sql.Identifier(table)))
        return sum(_bytes(connection, table) for table in EVENTS)


def _figure(name: str, size: float, row: float) -> Figure:
    return compare(name, [size], [row], unit="bytes", floor_name="the row of a round")


def _bytes(connection: psycopg.Connection, table: str) -> int:
    """Return the size of a table with its indexes and what is stored apart."""
    ((size,),) = connection.execute("SELECT pg_total_relation_size(%s::regclass)", [table])
    return int(size)


def _rows(connection: psycopg.Connection, table: str) -> int:
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
    ((count,),) = connection.execute(query)
    return int(count)

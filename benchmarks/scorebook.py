"""Recording rounds and reading games over HTTP, on the real server and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from psycopg import sql

from benchmarks.bare import BareTable
from benchmarks.cases import ROOT
from benchmarks.figures import Figure, Target, beside, generator_busy, latency, throughput
from benchmarks.http import server
from benchmarks.load import Ask, Connection, Load, Slice, alternate, in_turn
from benchmarks.tables import ROUNDS_A_GAME, Table
from tests.services import POSTGRES_URL, REQUIRED, absence

TABLES = 50
READERS = 8
LONG_GAME = 40
ROUNDS = 8
SLICE_SECONDS = 1.5
LEAST_RATIO = 0.5

EMPTY_PATH = "/api/v1/empty/account/"
# What recording a round is compared with: the load, and how the table calls it.
FLOORS = {
    "empty": "empty view, same token and bodies",
    "empty, key": "empty view, with an Idempotency-Key",
    "bare": "the same rows by bare psycopg",
}


def run() -> list[Figure]:
    """Measure on a database of its own; without PostgreSQL say so, and measure nothing."""
    if why := absence("postgres"):
        if "postgres" in REQUIRED:
            raise SystemExit(f"postgres is required, but absent: {why}")
        print(f"\n\n##### NOT MEASURED: the scorebook needs PostgreSQL: {why} #####", end="")
        return []
    with database() as url, server(url) as (_process, port):
        return asyncio.run(_measure(url, port))


@contextmanager
def database() -> Iterator[str]:
    """Make a database with all its tables, give its URL, and drop it at the end."""
    name = f"tableside_benchmark_{os.getpid()}"
    url = urlsplit(POSTGRES_URL)._replace(path=f"/{name}").geturl()
    with psycopg.connect(POSTGRES_URL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
            environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "benchmark"}
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
            yield url
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


# --- The load ---------------------------------------------------------------------------


async def _measure(url: str, port: int) -> list[Figure]:
    connections = [await Connection.open(port) for _ in range(TABLES)]
    bare: list[BareTable] = []
    try:
        tables = [Table(connection) for connection in connections]
        await _together(table.sit_down() for table in tables)
        await _together(_play_on(table, place) for place, table in enumerate(tables))
        bare += [await BareTable.open(url, UUID(await table.start_game())) for table in tables]
        loads = [*_writing(tables, bare), *await _reading(tables[0], connections[:READERS])]
        slices = await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in connections:
            connection.close()
        await _together(table.close() for table in bare)
    return [*_figures(slices), _count(url, tables)]


async def _together(work: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*work)


async def _play_on(table: Table, place: int) -> None:
    """Bring each table to another point of its game: some begin, some are nearly through."""
    await table.have_games()
    for _round in range(place % ROUNDS_A_GAME):
        await table.record()


def _writing(tables: Sequence[Table], bare: Sequence[BareTable]) -> list[Load]:
    async def get_ready() -> None:
        await _together(table.have_games() for table in tables)

    return [
        Load("record", [table.record for table in tables], get_ready),
        Load("bare", [table.record for table in bare]),
        Load("empty", [_posting(table, with_key=False) for table in tables]),
        Load("empty, key", [_posting(table, with_key=True) for table in tables]),
    ]


def _posting(table: Table, *, with_key: bool) -> Ask:
    """Ask the view that does nothing, as this table's phone."""
    requests = table.posting(EMPTY_PATH, with_key=with_key)
    return lambda: table.connection.ask(next(requests))


async def _reading(table: Table, connections: Sequence[Connection]) -> list[Load]:
    long, short = [await table.play_long_game(rounds) for rounds in (LONG_GAME, 1)]
    return [
        Load("long", in_turn(connections, [table.asking(long)])),
        Load("short", in_turn(connections, [table.asking(short)])),
    ]


# --- What was found ---------------------------------------------------------------------


def _figures(slices: dict[str, list[Slice]]) -> list[Figure]:
    figures = [
        throughput(
            f"rounds recorded, {TABLES} tables",
            slices["record"],
            slices[floor],
            floor_name=floor_name,
            unit="rounds/s",
            target=Target(least_ratio=LEAST_RATIO) if floor == "empty" else None,
        )
        for floor, floor_name in FLOORS.items()
    ]
    figures += [
        latency(
            f"recording a round, p{percent}",
            percent,
            slices["record"],
            slices[floor],
            floor_name=floor_name,
        )
        for percent in (50, 99)
        for floor, floor_name in FLOORS.items()
    ]
    name, short = f"game of {LONG_GAME} rounds", "game of 1 round"
    figures.append(throughput(name, slices["long"], slices["short"], floor_name=short))
    figures += [
        latency(f"{name}, p{percent}", percent, slices["long"], slices["short"], floor_name=short)
        for percent in (50, 99)
    ]
    asked = [slice for load, each in slices.items() for slice in each if load != "bare"]
    return [*figures, generator_busy(f"asyncio, {TABLES} and {READERS} connections", asked)]


def _count(url: str, tables: Sequence[Table]) -> Figure:
    """Compare the rounds in the database, game by game, with those answered with 201."""
    answered = {UUID(game): count for table in tables for game, count in table.recorded.items()}
    query = """
        SELECT game_id, count(DISTINCT round.id), count(*)
        FROM games_round round JOIN games_line ON round_id = round.id
        WHERE game_id = ANY(%s) GROUP BY game_id"""
    with psycopg.connect(url) as connection:
        rows = connection.execute(query, [list(answered)]).fetchall()
    found = {game: count for game, count, _lines in rows}
    assert found == answered, "the rounds on record are not those that were answered with 201"
    assert all(lines == 4 * count for _game, count, lines in rows), "a round lacks lines"
    return beside(
        "rounds in the database",
        [sum(found.values())],
        [sum(answered.values())],
        unit="rounds",
        floor_name="answers with 201, game by game",
        target=Target(least_ratio=1),
    )

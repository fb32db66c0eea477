"""Ten thousand phones that listen to two thousand games on one worker, most of which are idle."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg

from benchmarks.load import Connection, get
from benchmarks.phones import V1, ScorerPhone, round_of_a_game
from benchmarks.processes import cpu_seconds, memory
from benchmarks.report import Figure, Target, compare
from benchmarks.server import is_missing, run_server, temporary_database
from benchmarks.streams import (
    OPENED_AT_ONCE,
    Listening,
    allow_many_files,
    arrivals,
    close_streams,
    open_streams,
)

LISTENERS = 10_000
GROUPS = 100
GAMES_PER_GROUP = 20
STREAMS_PER_MEMBER = 10
PHONES_PER_GAME = LISTENERS // (GROUPS * GAMES_PER_GROUP)
PLAIN_CONNECTIONS = 2_000
SPARE_FILES = 500
IDLE_SECONDS = 20.0
SETTLE = 3.0
PLAYING_TABLES = 20
ROUNDS = 5  # at each of them
PAUSE = 0.5  # seconds between two rounds

MAX_CPU = Target(max_value=10)  # percent of a core
MAX_MEMORY = Target(max_value=24)  # KiB

# The first game of each group, with everything that belongs to it, once more.
COPY_GAMES = """
WITH copies AS MATERIALIZED (
    SELECT game.id AS original, gen_random_uuid() AS id
    FROM games_game game, generate_series(2, %s)
), games AS (
    INSERT INTO games_game
    SELECT (jsonb_populate_record(g, jsonb_build_object('id', c.id))).*
    FROM copies c JOIN games_game g ON g.id = c.original
), events AS (
    INSERT INTO games_happening
    SELECT (jsonb_populate_record(e, jsonb_build_object(
        'game_id', c.id, 'group_id', NULL, 'group_number', NULL,
        'id', nextval(pg_get_serial_sequence('games_happening', 'id'))))).*
    FROM copies c JOIN games_happening e ON e.game_id = c.original
)
SELECT count(*) FROM copies
"""
COPY_SEATS = """
INSERT INTO games_seat
SELECT (jsonb_populate_record(s, jsonb_build_object(
    'game_id', g.id, 'id', gen_random_uuid()))).*
FROM games_game g
JOIN games_game first ON first.group_id = g.group_id
JOIN games_seat s ON s.game_id = first.id
WHERE g.id <> first.id
"""


def run() -> list[Figure]:
    """Measure nothing without PostgreSQL, or if so many files may not be opened."""
    if is_missing("postgres", "listeners"):
        return []
    if 0 <= allow_many_files() < LISTENERS + SPARE_FILES:  # -1 if there is no limit
        print(f"\n\n##### NOT MEASURED: listeners needs {LISTENERS:,} open files #####", end="")
        return []
    with temporary_database() as url:
        with run_server(url) as (process, port):
            plain = asyncio.run(_memory_of_plain_connections(process, port))
        with run_server(url) as (process, port):
            return asyncio.run(_measure(url, process, port, plain))


@dataclass(frozen=True, slots=True)
class Place:
    """A game that can be listened to: as a member, or by a link."""

    game: UUID
    group: UUID
    link: str


async def _memory_of_plain_connections(process: int, port: int) -> float:
    """The bytes that a connection costs which has sent one request and waits."""
    request = get(f"{V1}/referee/editions/")

    async def connect(count: int) -> list[Connection]:
        connections = [await Connection.open(port) for _ in range(count)]
        for connection in connections:
            await connection.request(request)
        return connections

    first = await connect(OPENED_AT_ONCE)
    before = memory(process)
    more = await connect(PLAIN_CONNECTIONS)
    grown = memory(process) - before
    for connection in [*first, *more]:
        connection.close()
    return grown / PLAIN_CONNECTIONS


async def _measure(url: str, process: int, port: int, plain: float) -> list[Figure]:
    async with _tables(port) as tables:
        places = _prepare_games(url)
        tokens = {UUID(table.group): table.authorized for table in tables}
        requests = list(_requests(places, tokens))
        # What the first ones make the server load is not theirs.
        close_streams(await open_streams(requests[:OPENED_AT_ONCE], port))
        await asyncio.sleep(1)
        before = memory(process)
        listeners = await open_streams(requests, port)
        await asyncio.sleep(SETTLE)
        grown = (memory(process) - before) / len(listeners)
        busy, database = await _idle(url, process)
        assert all(listener.heartbeats for listener in listeners), "a heartbeat is missing"
        answered, writes = await _play(port, tables[:PLAYING_TABLES])
        lost = sum(listener.is_lost for listener in listeners)
        close_streams(listeners)
    assert not lost, f"{lost} streams broke off"
    heard: list[tuple[Listening, dict[int, float]]] = []
    for position, listener in enumerate(listeners):
        game = str(places[position // PHONES_PER_GAME].game)
        assert game in answered or not listener.received, "an event came to who did not ask for it"
        heard.append((listener, answered.get(game, {})))
    phones, core = f"{len(listeners):,} idle listeners, one worker", "a whole core"
    unit, plain_name = "% of a core", "a connection that sent one request"
    return [
        compare(f"processor time, {phones}", [busy * 100], [100], unit, core, MAX_CPU),
        compare(f"PostgreSQL's processor time, {phones}", [database * 100], [100], unit, core),
        compare(
            "memory of a listener", [grown / 1024], [plain / 1024], "KiB", plain_name, MAX_MEMORY
        ),
        *arrivals(f", {PLAYING_TABLES} tables", heard, writes),
    ]


@asynccontextmanager
async def _tables(port: int) -> AsyncIterator[list[ScorerPhone]]:
    """A scorer with a group and a game at each table."""
    tables = [ScorerPhone(await Connection.open(port)) for _ in range(GROUPS)]
    try:
        for start in range(0, GROUPS, 10):
            await asyncio.gather(*(table.sit_down() for table in tables[start : start + 10]))
        yield tables
    finally:
        for table in tables:
            table.connection.close()


def _prepare_games(url: str) -> list[Place]:
    """Copy the game of each group, and create a link for every game."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(COPY_GAMES, [GAMES_PER_GROUP])
        connection.execute(COPY_SEATS)
        games = connection.execute("SELECT id, group_id FROM games_game ORDER BY id").fetchall()
        places = [Place(game, group, uuid4().hex) for game, group in games]
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO games_sharelink (id, game_id, token, created_at)"
                " VALUES (gen_random_uuid(), %s, %s, now())",
                [(place.game, place.link) for place in places],
            )
        connection.execute("ANALYZE")
    return places


def _requests(places: Sequence[Place], tokens: Mapping[UUID, dict[str, str]]) -> Iterator[bytes]:
    """Requests for streams, five for each game: by link, and in some games one by a member."""
    members: Counter[UUID] = Counter()
    for place in places:
        by_links = PHONES_PER_GAME
        if members[place.group] < STREAMS_PER_MEMBER:
            members[place.group] += 1
            by_links -= 1
            yield get(f"{V1}/games/{place.game}/events/", **tokens[place.group])
        for _phone in range(by_links):
            yield get(f"{V1}/games/{place.game}/events/?link={place.link}")


async def _idle(url: str, process: int) -> tuple[float, float]:
    """Do nothing for a while: the shares of a core that the server and PostgreSQL use."""
    with psycopg.connect(url, autocommit=True) as connection:
        backends = [
            pid
            for (pid,) in connection.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        ]
        began = time.perf_counter()
        before = cpu_seconds([process]), cpu_seconds(backends)
        await asyncio.sleep(IDLE_SECONDS)
        elapsed = time.perf_counter() - began
        used = cpu_seconds([process]) - before[0], cpu_seconds(backends) - before[1]
    return used[0] / elapsed, used[1] / elapsed


async def _play(
    port: int, tables: Sequence[ScorerPhone]
) -> tuple[dict[str, dict[int, float]], list[float]]:
    """Record rounds; return when each event of a game was answered, and how many ms that took."""
    writes: list[float] = []
    answered: dict[str, dict[int, float]] = {table.game: {} for table in tables}

    async def play(table: ScorerPhone) -> None:
        # Since the table sat down, the server may have closed its connection.
        table.connection.close()
        table.connection = await Connection.open(port)
        for number in range(1, ROUNDS + 1):
            body = round_of_a_game(table.players, number)
            sent = time.perf_counter()
            answer = await table.post(f"/games/{table.game}/rounds/", body)
            answered[table.game][answer["event"]] = time.perf_counter()
            writes.append((time.perf_counter() - sent) * 1000)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(play(table) for table in tables))
    await asyncio.sleep(SETTLE)
    return answered, writes

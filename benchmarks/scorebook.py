"""Recording rounds and reading games over HTTP, on the real server and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from uuid import UUID

import psycopg

from benchmarks import disk_space
from benchmarks.load import QUICK, Connection, Load, Send, Slice, alternate, get, in_turn
from benchmarks.phones import ROUNDS_A_GAME, V1, LongGame, ScorerPhone
from benchmarks.raw_inserts import RawRecorder
from benchmarks.report import Figure, Target, compare, cpu_time, generator_busy, latency, throughput
from benchmarks.server import (
    BASELINE,
    PROJECT,
    is_missing,
    run_server,
    run_worker,
    temporary_database,
)
from tests.services import REDIS_URL

TABLES = 50
WRITERS = 20  # connections of (a), which keep it busy; PostgreSQL allows 100 in all
READERS = 8
LONG_GAME = 40  # rounds
GAMES_PER_READER = 1 if QUICK else 2
ROUNDS = 2 if QUICK else 8
SLICE_SECONDS = 1.0 if QUICK else 1.5

# The servers of the product, and the load of reading a game from each.
PRODUCTS = {"record": "read", "record elsewhere": "read elsewhere"}

EMPTY = "empty view, Django's own path"
# What recording a round is compared with: the load, its name in the report, and the goal.
FLOORS = {
    "psycopg": ("the same rows by psycopg alone", Target(min_ratio=0.3)),
    "empty": (EMPTY, Target(min_ratio=0.7)),
}
READ_TARGET = Target(min_ratio=1)
MAX_CPU = Target(max_value=6)  # milliseconds
MAX_P99 = Target(max_ratio=2)  # relative to p50


@dataclass(frozen=True, slots=True)
class Server:
    """A server, with the processes that work for it, itself included."""

    port: int
    processes: tuple[int, ...]


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "scorebook"):
        return []
    with temporary_database() as url, ExitStack() as stack:

        def serve(application: str = PROJECT, **settings: str) -> Server:
            server = run_server(url, application=application, workers=1, **settings)
            process, port = stack.enter_context(server)
            return Server(port, (process,))

        servers = {"record": serve(), "empty": serve(**BASELINE)}
        if not QUICK and not is_missing("redis", "statistics counted elsewhere"):
            server = serve(REDIS_URL=REDIS_URL)
            worker = stack.enter_context(run_worker(url, REDIS_URL))
            servers["record elsewhere"] = Server(server.port, (*server.processes, worker))
        return asyncio.run(_measure(url, servers))


# --- The load ---------------------------------------------------------------------------


async def _measure(url: str, servers: dict[str, Server]) -> list[Figure]:
    connections = {
        name: [await Connection.open(server.port) for _ in range(TABLES)]
        for name, server in servers.items()
    }
    recorders: list[RawRecorder] = []
    try:
        # First, because nothing else may happen while they look.
        recorders += [
            await _raw_recorder(url, connection) for connection in connections["record"][:WRITERS]
        ]
        products = [name for name in servers if name in PRODUCTS]
        phones = {name: list(map(ScorerPhone, connections[name])) for name in products}
        for each in phones.values():
            await _together(phone.sit_down() for phone in each)
            await _together(_play_on(phone, place) for place, phone in enumerate(each))
        loads = [_recording(name, servers[name], each) for name, each in phones.items()]
        loads.append(Load("psycopg", [recorder.record for recorder in recorders]))
        for name, count in (("empty", TABLES), ("empty, few", READERS)):
            pairs = zip(phones["record"][:count], connections["empty"], strict=False)
            senders = [_posting(phone, connection) for phone, connection in pairs]
            loads.append(Load(name, senders, processes=servers["empty"].processes))
        loads += await _reading(phones["record"][:READERS], servers, connections)
        slices = await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in chain(*connections.values()):
            connection.close()
        await _together(recorder.close() for recorder in recorders)
    everyone = [phone for each in phones.values() for phone in each]
    space = disk_space.figures(url, recorders[0].tables)
    return [*_figures(slices), _count(url, everyone), *space]


async def _together(work: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*work)


async def _raw_recorder(url: str, connection: Connection) -> RawRecorder:
    phone = ScorerPhone(connection)
    await phone.sit_down()
    await phone.record()
    return await RawRecorder.open(url, phone.record)


async def _play_on(phone: ScorerPhone, place: int) -> None:
    """Play each game to another point: some have just begun, some are nearly over."""
    await phone.start_spare_games()
    for _round in range(place % ROUNDS_A_GAME):
        await phone.record()


def _recording(name: str, server: Server, phones: Sequence[ScorerPhone]) -> Load:
    async def prepare() -> None:
        await _together(phone.start_spare_games() for phone in phones)

    return Load(name, [phone.record for phone in phones], prepare, server.processes)


def _posting(phone: ScorerPhone, connection: Connection) -> Send:
    """Send the rounds of a phone to the empty view."""
    requests = phone.requests_to("/empty/")
    return lambda: connection.request(next(requests))


async def _reading(
    phones: Sequence[ScorerPhone],
    servers: dict[str, Server],
    connections: dict[str, list[Connection]],
) -> list[Load]:
    """One game again and again, and many games, each once after it has changed."""
    games = [LongGame(phone, LONG_GAME) for phone in phones for _ in range(GAMES_PER_READER)]
    turns = [games[place::GAMES_PER_READER] for place in range(GAMES_PER_READER)]
    for each in turns:  # a phone sends one request at a time
        await _together(game.play() for game in each)

    group = get(f"{V1}/groups/{phones[0].group}/", **phones[0].authorized)

    async def change(readers: Sequence[Connection]) -> None:
        for each in turns:
            await _together(game.change() for game in each)
        # So few reads follow that they would only show how a server wakes up that was idle.
        for _time in range(5):
            await asyncio.gather(*(reader.request(group) for reader in readers))

    first = [games[0].request]
    every = [game.request for game in games]
    loads = []
    for name, server in servers.items():
        if name in PRODUCTS:
            readers = connections[name][:READERS]
            changed = PRODUCTS[name] + ", changed"
            senders = in_turn(readers, every)
            again = Load(PRODUCTS[name], in_turn(readers, first), processes=server.processes)
            loads.append(again)
            loads.append(
                Load(changed, senders, partial(change, readers), server.processes, GAMES_PER_READER)
            )
    return loads


# --- The figures ------------------------------------------------------------------------


def _figures(slices: dict[str, list[Slice]]) -> list[Figure]:
    figures = [
        throughput(
            f"rounds recorded, {TABLES} tables", slices["record"], slices[floor],
            floor_name=name, target=target,
        )
        for floor, (name, target) in FLOORS.items()
    ]  # fmt: skip
    name, own = "recording a round", slices["record"]
    figures.append(_cpu(name, own, slices["empty"], EMPTY, MAX_CPU))
    figures.append(_cpu(name, own, slices["psycopg"], FLOORS["psycopg"][0]))
    figures += [
        latency(f"{name}, p{percent}", percent, own, slices["empty"], floor_name=EMPTY)
        for percent in (50, 99)
    ]
    figures.append(_spread(name, own))
    if "record elsewhere" in slices:
        figures += _elsewhere(slices)
    for load, what in (
        ("read", "the same"),
        ("read, changed", "first time after a change"),
        ("read elsewhere, changed", "after a change by another process"),
    ):
        if load in slices:
            name, floors = f"game of {LONG_GAME} rounds, {what}", slices["empty, few"]
            target = READ_TARGET if load == "read" else None
            own = slices[load]
            figures.append(throughput(name, own, floors, floor_name=EMPTY, target=target))
            figures.append(_cpu(name, own, floors, EMPTY))
            figures.append(latency(f"{name}, p50", 50, own, floors, floor_name=EMPTY))
    over_http = [slice for load, each in slices.items() for slice in each if load != "psycopg"]
    return [*figures, generator_busy(f"asyncio, {TABLES} and {READERS} connections", over_http)]


def _elsewhere(slices: dict[str, list[Slice]]) -> list[Figure]:
    """Recording, if finished games are counted by a Celery worker."""
    name, own = "the same with a Celery worker", slices["record elsewhere"]
    return [
        throughput(name, own, slices["empty"], floor_name=EMPTY),
        _cpu(name, own, slices["empty"], EMPTY),
        _spread(name, own),
    ]


def _cpu(
    name: str,
    slices: Sequence[Slice],
    floors: Sequence[Slice],
    floor_name: str,
    target: Target | None = None,
) -> Figure:
    name = f"{name}, server CPU"
    return cpu_time(name, slices, floors, floor_name=floor_name, target=target)


def _spread(name: str, slices: Sequence[Slice]) -> Figure:
    """Compare the p99 with the p50 of the same slices."""
    high, low = ([slice.percentile(percent) for slice in slices] for percent in (99, 50))
    return compare(f"{name}, p99", high, low, "ms", "its p50", MAX_P99)


def _count(url: str, phones: Sequence[ScorerPhone]) -> Figure:
    """Compare the rounds in the database with the answers 201, game by game."""
    answered = {UUID(game): count for phone in phones for game, count in phone.recorded.items()}
    query = """
        SELECT game_id, count(*), sum(jsonb_array_length(lines))
        FROM games_round WHERE game_id = ANY(%s) GROUP BY game_id"""
    with psycopg.connect(url) as connection:
        rows = connection.execute(query, [list(answered)]).fetchall()
    recorded = {game: count for game, count, _lines in rows}
    assert recorded == answered, "the recorded rounds are not those that were answered with 201"
    assert all(lines == 4 * count for _game, count, lines in rows), "a round has too few lines"
    return compare(
        "rounds in the database",
        [sum(recorded.values())],
        [sum(answered.values())],
        "rounds",
        "answers with 201, game by game",
        Target(min_ratio=1),
    )

"""Recording rounds and reading games over HTTP, on the real server and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from uuid import UUID

import psycopg

from benchmarks.load import Connection, Load, Send, Slice, alternate, in_turn
from benchmarks.phones import ROUNDS_A_GAME, ScorerPhone
from benchmarks.raw_inserts import RawRecorder
from benchmarks.report import Figure, Target, compare, generator_busy, latency, throughput
from benchmarks.server import is_missing, run_server, temporary_database

TABLES = 50
READERS = 8
LONG_GAME = 40
ROUNDS = 8
SLICE_SECONDS = 1.5
MIN_RATIO = 0.5

EMPTY_PATH = "/api/v1/empty/account/"
# What recording a round is compared with: the load, and its name in the report.
FLOORS = {
    "empty": "empty view, same token and bodies",
    "empty, key": "empty view, with an Idempotency-Key",
    "psycopg": "the same rows by psycopg alone",
}


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "scorebook"):
        return []
    with temporary_database() as url, run_server(url) as (_process, port):
        return asyncio.run(_measure(url, port))


# --- The load ---------------------------------------------------------------------------


async def _measure(url: str, port: int) -> list[Figure]:
    connections = [await Connection.open(port) for _ in range(TABLES)]
    recorders: list[RawRecorder] = []
    try:
        phones = [ScorerPhone(connection) for connection in connections]
        await _together(phone.sit_down() for phone in phones)
        await _together(_play_on(phone, place) for place, phone in enumerate(phones))
        recorders += [
            await RawRecorder.open(url, UUID(await phone.start_game())) for phone in phones
        ]
        loads = [*_writing(phones, recorders), *await _reading(phones[0], connections[:READERS])]
        slices = await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in connections:
            connection.close()
        await _together(recorder.close() for recorder in recorders)
    return [*_figures(slices), _count(url, phones)]


async def _together(work: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*work)


async def _play_on(phone: ScorerPhone, place: int) -> None:
    """Play each game to another point: some have just begun, some are nearly over."""
    await phone.start_spare_games()
    for _round in range(place % ROUNDS_A_GAME):
        await phone.record()


def _writing(phones: Sequence[ScorerPhone], recorders: Sequence[RawRecorder]) -> list[Load]:
    async def prepare() -> None:
        await _together(phone.start_spare_games() for phone in phones)

    return [
        Load("record", [phone.record for phone in phones], prepare),
        Load("psycopg", [recorder.record for recorder in recorders]),
        Load("empty", [_posting(phone, with_key=False) for phone in phones]),
        Load("empty, key", [_posting(phone, with_key=True) for phone in phones]),
    ]


def _posting(phone: ScorerPhone, *, with_key: bool) -> Send:
    """Send requests of this phone to the view that does nothing."""
    requests = phone.requests_to(EMPTY_PATH, with_key=with_key)
    return lambda: phone.connection.request(next(requests))


async def _reading(phone: ScorerPhone, connections: Sequence[Connection]) -> list[Load]:
    long, short = [await phone.play_long_game(rounds) for rounds in (LONG_GAME, 1)]
    return [
        Load("long", in_turn(connections, [phone.get_game(long)])),
        Load("short", in_turn(connections, [phone.get_game(short)])),
    ]


# --- The figures ------------------------------------------------------------------------


def _figures(slices: dict[str, list[Slice]]) -> list[Figure]:
    figures = [
        throughput(
            f"rounds recorded, {TABLES} tables",
            slices["record"],
            slices[floor],
            floor_name=floor_name,
            unit="rounds/s",
            target=Target(min_ratio=MIN_RATIO) if floor == "empty" else None,
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
    over_http = [slice for load, each in slices.items() for slice in each if load != "psycopg"]
    return [*figures, generator_busy(f"asyncio, {TABLES} and {READERS} connections", over_http)]


def _count(url: str, phones: Sequence[ScorerPhone]) -> Figure:
    """Compare the rounds in the database with the answers 201, game by game."""
    answered = {UUID(game): count for phone in phones for game, count in phone.recorded.items()}
    query = """
        SELECT game_id, count(DISTINCT round.id), count(*)
        FROM games_round round JOIN games_line ON round_id = round.id
        WHERE game_id = ANY(%s) GROUP BY game_id"""
    with psycopg.connect(url) as connection:
        rows = connection.execute(query, [list(answered)]).fetchall()
    recorded = {game: count for game, count, _lines in rows}
    assert recorded == answered, "the recorded rounds are not those that were answered with 201"
    assert all(lines == 4 * count for _game, count, lines in rows), "a round has too few lines"
    return compare(
        "rounds in the database",
        [sum(recorded.values())],
        [sum(answered.values())],
        unit="rounds",
        floor_name="answers with 201, game by game",
        target=Target(min_ratio=1),
    )

"""A service without checks: it stores a round as it is told, as a competitor might.

No token, no tally, no history, nothing that makes a repeated request safe: a round and its four
lines are inserted, in a transaction.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

_TABLES = """
    CREATE TABLE IF NOT EXISTS minimal_round (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game uuid NOT NULL, number int NOT NULL, recorded_at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX IF NOT EXISTS minimal_round_game ON minimal_round (game);
    CREATE TABLE IF NOT EXISTS minimal_line (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        round_id bigint NOT NULL REFERENCES minimal_round (id), player uuid NOT NULL,
        points int NOT NULL, laid_down boolean NOT NULL, went_out boolean NOT NULL);
    CREATE INDEX IF NOT EXISTS minimal_line_round ON minimal_line (round_id)"""
_ROUND = "INSERT INTO minimal_round (game, number) VALUES (%s, %s) RETURNING id"
_LINE = """
    INSERT INTO minimal_line (round_id, player, points, laid_down, went_out)
    VALUES (%s, %s, %s, %s, %s)"""

_pool: AsyncConnectionPool = AsyncConnectionPool(
    os.environ.get("DATABASE_URL", ""), min_size=8, max_size=8, open=False
)


@asynccontextmanager
async def _lifespan(_application: Starlette) -> AsyncIterator[None]:
    async with _pool:
        async with _pool.connection() as connection:
            await connection.execute(_TABLES)
        yield


async def record(request: Request) -> JSONResponse:
    """Store a round and its lines; answer how many lines there were."""
    body = await request.json()
    async with _pool.connection() as connection:
        cursor = await connection.execute(_ROUND, (request.path_params["game"], body["number"]))
        (round,) = await cursor.fetchone() or (None,)
        for line in body["results"]:
            went_out = line["went_out"]
            points, laid_down = line.get("points", 0), line.get("laid_down", went_out)
            values = (round, line["player"], points, laid_down, went_out)
            await connection.execute(_LINE, values)
    return JSONResponse({"lines": len(body["results"])}, 201)


application = Starlette(
    routes=[Route("/games/{game:uuid}/rounds/", record, methods=["POST"])], lifespan=_lifespan
)

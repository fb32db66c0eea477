"""Inserting the rows of a round with psycopg alone: what PostgreSQL itself takes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from psycopg import AsyncConnection

_ROUND = """
    INSERT INTO games_round (game_id, number, overrule, recorded_by_id, recorded_at)
    VALUES (%s, %s, '', %s, %s) RETURNING id"""
_LINES = """
    INSERT INTO games_line (round_id, seat_id, points, cards, laid_down, went_out)
    VALUES (%s, %s, 0, NULL, true, true), (%s, %s, 10, NULL, true, false),
           (%s, %s, 65, NULL, false, false), (%s, %s, 90, NULL, false, false)"""
_GAME = """
    UPDATE games_game SET version = %s, last_event = %s, outcome = 'playing', changed_at = %s
    WHERE id = %s"""
_EVENT = """
    INSERT INTO games_event (game_id, number, version, kind, actor_name, data, at)
    VALUES (%s, %s, %s, 'round_recorded', 'Ann', %s, %s)"""
_CHANGE = """
    INSERT INTO games_change
        (game_id, version, kind, actor_id, actor_name, round, before, after, reason, at)
    VALUES (%s, %s, 'round_recorded', %s, 'Ann', %s, NULL, %s, '', %s)"""
_ANSWER = """
    INSERT INTO accounts_storedanswer (digest, request_digest, answer, created_at)
    VALUES (%s, %s, %s, %s)"""


class RawRecorder:
    """Writes the rows that recording a round writes, without reading or checking anything."""

    def __init__(self, connection: AsyncConnection[Any], game: UUID) -> None:
        self._connection = connection
        self._game = game
        self._number = 0
        self._seats: list[UUID] = []
        self._actor: UUID | None = None
        self._after = self._event = ""
        self._answer = b""

    @classmethod
    async def open(cls, url: str, game: UUID) -> RawRecorder:
        """Connect, and look up what the rows refer to and how large they are."""
        recorder = cls(await AsyncConnection.connect(url), game)
        seats = "SELECT id FROM games_seat WHERE game_id = %s ORDER BY place"
        recorder._seats = [seat for (seat,) in await recorder._rows(seats, game)]
        actor = "SELECT actor_id FROM games_change WHERE game_id = %s"
        ((recorder._actor,),) = await recorder._rows(actor, game)
        # As large as those of a real round: its change, and the median of the stored answers.
        change = "SELECT after FROM games_change WHERE kind = 'round_recorded' LIMIT 1"
        ((after,),) = await recorder._rows(change)
        recorder._after = json.dumps(after)
        event = "SELECT data FROM games_event WHERE kind = 'round_recorded' LIMIT 1"
        ((data,),) = await recorder._rows(event)
        recorder._event = json.dumps(data)
        middle = """
            SELECT answer FROM accounts_storedanswer ORDER BY length(answer)
            LIMIT 1 OFFSET (SELECT count(*) / 2 FROM accounts_storedanswer)"""
        ((recorder._answer,),) = await recorder._rows(middle)
        return recorder

    async def close(self) -> None:
        await self._connection.close()

    async def record(self) -> None:
        """Insert the rows of the next round, in one transaction."""
        self._number += 1
        number, version, now = self._number, self._number + 1, datetime.now(UTC)
        async with self._connection.transaction():
            cursor = await self._connection.execute(_ROUND, (self._game, number, self._actor, now))
            (round,) = await cursor.fetchone() or (None,)
            lines = [value for seat in self._seats for value in (round, seat)]
            await self._connection.execute(_LINES, lines)
            await self._connection.execute(_GAME, (version, version, now, self._game))
            event = (self._game, version, version, self._event, now)
            await self._connection.execute(_EVENT, event)
            change = (self._game, version, self._actor, number, self._after, now)
            await self._connection.execute(_CHANGE, change)
            digests = (uuid4().hex * 2, uuid4().hex * 2)
            await self._connection.execute(_ANSWER, (*digests, self._answer, now))

    async def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        async with self._connection.transaction():
            cursor = await self._connection.execute(query, values)
            return await cursor.fetchall()

"""Reading the plays on the table of a round, as JSON that the database builds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from store.database import rows, stored_id
from store.documents import array, as_text, document, every


def plays_of_round(game: UUID, round: int) -> list[list[Any]]:
    """Return the plays of a round in their order, those that were taken back too.

    Of each: the number, the id, the kind, the place of its seat, its data, the reason to overrule,
    the name of the account that recorded it, the name without an account, and three times: when it
    was recorded, when by the phone, and when it was taken back. Ids and times are texts.
    """
    [[json]] = rows(_statement(connection.vendor), [stored_id(game), round])
    plays: list[list[Any]] = orjson.loads(json)
    plays.sort(key=lambda play: play[0])
    return plays


def round_of_play(game: UUID, play: UUID) -> int | None:
    """Return the round of a play of this game, None if there is none or it was taken back."""
    found = rows(_ROUND, [stored_id(game), stored_id(play)])
    return found[0][0] if found else None


_ROUND = "SELECT round FROM games_play WHERE game_id = %s AND id = %s AND taken_back_at IS NULL"


@lru_cache(maxsize=2)
def _statement(_vendor: str) -> str:
    play = array(
        *("p.number", "p.id", "p.kind", "seat.place", document("p.data"), "p.overrule"),
        *("account.name", "p.recorder_name", "p.recorded_at", "p.phone_time", "p.taken_back_at"),
    )
    return f"""
SELECT {as_text(every(play))} FROM games_play p
LEFT JOIN games_seat seat ON seat.id = p.seat_id
LEFT JOIN accounts_user account ON account.id = p.recorded_by_id
WHERE p.game_id = %s AND p.round = %s"""  # noqa: S608  (made of the names above)

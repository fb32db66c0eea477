"""Reserving ids that clients chose."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from store.database import rows, stored_id

# Where the rows of each kind are, hidden and deleted ones too: the table and the column of the id.
_PLACES = {
    "group": ("games_group", "id"),
    "player": ("games_player", "id"),
    "game": ("games_game", "id"),
    "round": ("games_round", "public_id"),
    "play": ("games_play", "id"),
    "invite": ("games_invite", "id"),
    "share_link": ("games_sharelink", "id"),
}
# Whoever reserves the same id at the same time waits here for the end of the other transaction.
_RESERVE = """
INSERT INTO games_chosenid (id, digest) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING
RETURNING EXISTS (SELECT 1 FROM {table} WHERE {column} = %s)"""
_DIGEST = "SELECT digest FROM games_chosenid WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Reservation:
    """An id, and the digest that it was first reserved with.

    `is_new` says that nobody reserved it before, `is_used` that a row of its kind has it all the
    same, because the server chose it.
    """

    digest: str
    is_new: bool
    is_used: bool


def reserve_id(id: UUID, digest: str, *, kind: str) -> Reservation:
    """Reserve an id for a row of this kind: one statement, two if it was reserved before."""
    table, column = _PLACES[kind]
    key = stored_id(id)
    if new := rows(_RESERVE.format(table=table, column=column), [key, digest, key]):
        return Reservation(digest, is_new=True, is_used=bool(new[0][0]))
    [[earlier]] = rows(_DIGEST, [key])
    return Reservation(earlier, is_new=False, is_used=False)

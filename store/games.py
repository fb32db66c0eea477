"""Reading a game: its row, and its seats and rounds as JSON that the database builds.

One statement reads all of it, so nobody can write in between. To lock the row takes another one,
in the same round trip: in a single statement the rounds would be those from before the lock was
granted. Who has the seats and rounds already reads only the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from store.accounts import HOLD
from store.database import is_postgres, moment, stored_id
from store.documents import array, as_text, document, every, flag

# The columns of a game's row that are read, and what they are in JSON.
_IDS = ("id", "group_id")
_MOMENTS = ("started_at", "changed_at", "deleted_at", "phone_time")
_FLAGS = ("turns_logged", "has_plays", "ended_early", "abandoned", "archived")
_DOCUMENTS = ("phases", "house_rules", "totals")
_PLAIN = ("edition", "variant", "first_dealer", "version", "last_event")
_COLUMNS = (*_IDS, *_MOMENTS, *_FLAGS, *_DOCUMENTS, *_PLAIN)
_TYPED = len(_IDS) + len(_MOMENTS)  # the first columns, which JSON has as texts


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is stored, with what its reader needs to know.

    `columns` are those of its row. `reader` is the name of the member who reads it, and `role` that
    in the group; both are empty for nobody in particular. `revision` is that of the group's log, 0
    without one. `has_draft` says whether there is a draft of any round. `seats` and `rounds` are
    JSON for `seats_in` and `rounds_in`, None if they were not asked for.
    """

    columns: dict[str, Any]
    reader: str
    role: str
    revision: int
    has_draft: bool
    seats: str | None
    rounds: str | None


def game_of_member(
    user: UUID, game: UUID, *, deleted: bool = False, locks: bool = False, whole: bool = True
) -> GameRow | None:
    """Read a game of one of a user's groups, None for any other one.

    `deleted` chooses between games that are deleted and those that are not. With `locks` the row
    is locked to the end of the transaction. Reads seats and rounds if `whole`.
    """
    member = [stored_id(user), stored_id(game)]
    statement = _reading(
        "JOIN games_membership m ON m.group_id = g.group_id AND m.user_id = %s"
        " JOIN accounts_user reader ON reader.id = m.user_id",
        f"g.id = %s AND g.deleted_at IS {'NOT ' if deleted else ''}NULL AND g.hidden_by IS NULL",
        reader="reader.name, m.role",
        whole=whole,
    )
    if locks and is_postgres():
        parameters = [member[0], *member, *member]
        return _read(f"{HOLD}; {_LOCK}; {statement}", parameters, skips=2)
    return _read(statement, member)


def game_of_link(token: str, *, whole: bool = True) -> GameRow | None:
    """Read the game that a share link shows, None if it shows none."""
    if "\x00" in token:  # PostgreSQL refuses this character, even in a query
        return None
    statement = _reading(
        "JOIN games_sharelink k ON k.game_id = g.id",
        "k.token = %s AND k.revoked_at IS NULL AND g.deleted_at IS NULL AND g.hidden_by IS NULL",
        whole=whole,
    )
    return _read(statement, [token])


def game_with_id(game: UUID, *, whole: bool = True) -> GameRow | None:
    """Read a game, deleted or hidden ones too; None if there is none."""
    return _read(_reading("", "g.id = %s", whole=whole), [stored_id(game)])


def seats_in(json: str) -> list[list[Any]]:
    """Return id, player's id, name, place and stints of each seat; ids are texts."""
    seats: list[list[Any]] = orjson.loads(json)
    seats.sort(key=lambda seat: seat[3])
    return seats


def rounds_in(json: str) -> list[list[Any]]:
    """Return the rounds in their order: number, reason to overrule, who recorded it, when, lines.

    In full: the name of the account, the name without an account, the time, the time of the phone,
    and the public id; ids and times are texts. Each line is: the place of its seat, the points,
    laid down, went out, and the cards.
    """
    rounds: list[list[Any]] = orjson.loads(json)
    rounds.sort()  # by their numbers, which are all different
    for played in rounds:
        played[-1].sort()  # by the places of the seats
    return rounds


# Only for a member, so that nobody else can make others wait.
_LOCK = """
SELECT 1 FROM games_game g WHERE EXISTS (
    SELECT 1 FROM games_membership m WHERE m.group_id = g.group_id AND m.user_id = %s
) AND g.id = %s FOR UPDATE OF g"""


def _read(statement: str, parameters: Sequence[Any], *, skips: int = 0) -> GameRow | None:
    """Run statements; return the row of the last one, after `skips` others."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        for _statement in range(skips):
            cursor.nextset()
        row = cursor.fetchone()
    if row is None:
        return None
    facts, reader, role, revision, has_draft, seats, rounds = row
    values = orjson.loads(facts)
    for index in range(_TYPED):
        if (text := values[index]) is not None:
            values[index] = UUID(text) if index < len(_IDS) else moment(text)
    columns = dict(zip(_COLUMNS, values, strict=True))
    return GameRow(columns, reader, role, revision, bool(has_draft), seats, rounds)


def _reading(joined: str, where: str, *, reader: str = "'', ''", whole: bool = True) -> str:
    return _statement(joined, where, reader, whole, connection.vendor)


@lru_cache(maxsize=32)
def _statement(joined: str, where: str, reader: str, whole: bool, _vendor: str) -> str:
    facts = [
        *(f"g.{name}" for name in (*_IDS, *_MOMENTS)),
        *(flag(f"g.{name}") for name in _FLAGS),
        *(document(f"g.{name}") for name in _DOCUMENTS),
        *(f"g.{name}" for name in _PLAIN),
    ]
    return f"""
SELECT {as_text(array(*facts))}, {reader}, coalesce(log.revision, 0),
    EXISTS (SELECT 1 FROM games_draft d WHERE d.game_id = g.id),
    {_seats() if whole else "NULL"}, {_rounds() if whole else "NULL"}
FROM games_game g {joined} LEFT JOIN games_grouplog log ON log.group_id = g.group_id
WHERE {where}"""  # noqa: S608  (made of the names above)


def _seats() -> str:
    seat = array("s.id", "s.player_id", "p.name", "s.place", document("s.stints"))
    return f"""(
    SELECT {as_text(every(seat))}
    FROM games_seat s JOIN games_player p ON p.id = s.player_id WHERE s.game_id = g.id)"""  # noqa: S608


def _rounds() -> str:
    # The lines are searched round by round. With a join of all tables, PostgreSQL reads all lines
    # that there are while it does not know yet how many there are, as after a large import.
    flags = (flag("l.laid_down"), flag("l.went_out"))
    line = array("s.place", "l.points", *flags, document("l.cards"))
    lines = f"""(
        SELECT {every(line)} FROM games_line l JOIN games_seat s ON s.id = l.seat_id
        WHERE l.round_id = r.id)"""  # noqa: S608
    head = ("r.number", "r.overrule", "account.name", "r.recorder_name")
    times = ("r.recorded_at", "r.phone_time")
    played = array(*head, *times, "r.public_id", document(lines))
    return f"""(
    SELECT {as_text(every(played))} FROM games_round r
    LEFT JOIN accounts_user account ON account.id = r.recorded_by_id
    WHERE r.game_id = g.id)"""  # noqa: S608

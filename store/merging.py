"""Moving all seats of a player to another one: as many statements for a thousand games as for one.

Each game gets a new version, a line in its history and an event, as with any change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from store.database import Statement, is_postgres, rows, run_all
from store.values import json_text, stored


@dataclass(frozen=True, slots=True)
class Merge:
    """A player whose games become those of another, and what their games say about it.

    `before` and `after` are for the history: any JSON.
    """

    gone: UUID
    kept: UUID
    kind: str
    actor_id: UUID
    actor_name: str
    before: Any
    after: Any
    at: datetime


# Games that an import is still writing have no version yet that anybody knows.
_GAMES = """
    FROM games_game WHERE hidden_by IS NULL
    AND id IN (SELECT game_id FROM games_seat WHERE player_id = %s)"""
_CHANGES = f"""
    INSERT INTO games_change
        (game_id, version, kind, actor_id, actor_name, before, after, reason, at)
    SELECT id, version + 1, %s, %s, %s, {{json}}, {{json}}, '', %s {_GAMES}"""
_EVENTS = f"""
    INSERT INTO games_event (game_id, number, version, kind, actor_name, data, at)
    SELECT id, last_event + 1, version + 1, %s, %s, {{reload}}, %s {_GAMES}"""
_VERSIONS = """
    UPDATE games_game SET version = version + 1, last_event = last_event + 1, changed_at = %s
    WHERE hidden_by IS NULL AND id IN (SELECT game_id FROM games_seat WHERE player_id = %s)"""
_SEATS = "UPDATE games_seat SET player_id = %s WHERE player_id = %s"


def lock_games_of(player: UUID) -> None:
    """Lock the games that a player sat in, always in the same order."""
    if is_postgres():  # SQLite has one writer at a time
        rows(f"SELECT 1 {_GAMES} ORDER BY id FOR UPDATE", [player])


def latest_games_of(player: UUID, limit: int) -> list[UUID]:
    """The games of a player that have changed last."""
    statement = f"SELECT id {_GAMES} ORDER BY changed_at DESC LIMIT {limit}"
    found = [id for (id,) in rows(statement, stored([player]))]
    return [id if isinstance(id, UUID) else UUID(id) for id in found]


def merge_games(merge: Merge) -> None:
    """Move the seats of a player; the caller holds their games and both players locked."""
    json, reload = _JSON[is_postgres()]
    who = [merge.kind, merge.actor_id, merge.actor_name]
    texts = [json_text(merge.before), json_text(merge.after)]
    run_all(
        Statement(text, stored(parameters))
        for text, parameters in (
            (_CHANGES.format(json=json), [*who, *texts, merge.at, merge.gone]),
            (
                _EVENTS.format(reload=reload),
                [merge.kind, merge.actor_name, merge.at, merge.gone],
            ),
            (_VERSIONS, [merge.at, merge.gone]),
            (_SEATS, [merge.kept, merge.gone]),
        )
    )


# A parameter that is JSON, and the data of an event that says to load the game again.
_JSON = {
    True: ("%s::jsonb", "jsonb_build_object('reload', true, 'event', last_event + 1)"),
    False: ("%s", "json_object('reload', json('true'), 'event', last_event + 1)"),
}

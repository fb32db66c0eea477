"""Triggers that keep rows together which belong together, whatever Python does.

A later migration that alters a guarded table must do so `unguarded`, with the guards that
stand by then:

    operations = unguarded(GUARDS, migrations.AddConstraint(...))

SQLite alters a table by rebuilding it. That drops the triggers on it without a word, and
it fails while a trigger of another table looks into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.migrations import RunPython
from django.db.migrations.operations.base import Operation


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuses `event` on rows of `table` where `broken` holds of OLD and NEW.

    `lock` is done first on PostgreSQL, where others write at the same time.
    """

    table: str
    event: str
    broken: str
    message: str
    lock: str = ""

    @property
    def name(self) -> str:
        return f"{self.table}_guard_{self.event.split()[0].lower()}"


_NOT_OF_THE_GROUP = """
    NOT EXISTS (
        SELECT 1 FROM games_player p JOIN games_game g ON g.group_id = p.group_id
        WHERE p.id = NEW.player_id AND g.id = NEW.game_id AND p.merged_into_id IS NULL
    )"""
_NOT_OF_THE_GAME = """
    NOT EXISTS (
        SELECT 1 FROM games_seat s JOIN games_round r ON r.game_id = s.game_id
        WHERE s.id = NEW.seat_id AND r.id = NEW.round_id
    )"""
# The row must not be merged or deleted by someone else until the seat is there to be seen.
_HOLD_THE_PLAYER = "PERFORM 1 FROM games_player WHERE id = NEW.player_id FOR KEY SHARE;"
_SEAT = "a seat takes a player of the game''s own group who is not merged into another"
_LINE = "a line takes a seat of the round''s own game"

GUARDS = (
    Guard("games_seat", "INSERT", _NOT_OF_THE_GROUP, _SEAT, _HOLD_THE_PLAYER),
    Guard(
        "games_seat",
        "UPDATE OF game_id, player_id",
        f"OLD.game_id <> NEW.game_id OR {_NOT_OF_THE_GROUP}",
        _SEAT,
        _HOLD_THE_PLAYER,
    ),
    Guard("games_line", "INSERT", _NOT_OF_THE_GAME, _LINE),
    Guard("games_line", "UPDATE OF round_id, seat_id", _NOT_OF_THE_GAME, _LINE),
    # What the ones above have seen stays true.
    Guard(
        "games_player",
        "UPDATE OF group_id",
        "OLD.group_id <> NEW.group_id",
        "a player stays in the group",
    ),
    Guard(
        "games_game",
        "UPDATE OF group_id",
        "OLD.group_id <> NEW.group_id",
        "a game stays in the group",
    ),
    Guard(
        "games_round",
        "UPDATE OF game_id",
        "OLD.game_id <> NEW.game_id",
        "a round stays in the game",
    ),
)

LINE_GUARDS = tuple(guard for guard in GUARDS if guard.table == "games_line")  # up to the twentieth

# Since the third migration.
PLAY_GUARDS = tuple(
    Guard(
        "games_play",
        event,
        "NEW.seat_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM games_seat s WHERE s.id = NEW.seat_id AND s.game_id = NEW.game_id)",
        "a play is made from a seat of its own game",
    )
    for event in ("INSERT", "UPDATE OF game_id, seat_id")
)


def installing(guards: tuple[Guard, ...]) -> RunPython:
    """The operation that puts guards in their place."""
    return RunPython(partial(_install, guards), partial(_remove, guards))


def _install(guards: tuple[Guard, ...], apps: Any, schema_editor: Any) -> None:
    vendor = schema_editor.connection.vendor
    for guard in guards:
        if vendor == "postgresql":
            schema_editor.execute(
                f"CREATE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"{guard.lock} IF {guard.broken} THEN RAISE EXCEPTION '{guard.message}' "
                "USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$",
                params=None,
            )
            schema_editor.execute(
                f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
                f"FOR EACH ROW EXECUTE FUNCTION {guard.name}()",
                params=None,
            )
        elif vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
                f"FOR EACH ROW WHEN {guard.broken} "
                f"BEGIN SELECT RAISE(ABORT, '{guard.message}'); END",
                params=None,
            )
        else:
            raise NotImplementedError(f"There are no guards for {vendor}.")


def _remove(guards: tuple[Guard, ...], apps: Any, schema_editor: Any) -> None:
    for guard in guards:
        if schema_editor.connection.vendor == "postgresql":
            drop = f"DROP TRIGGER IF EXISTS {guard.name} ON {guard.table}"
            schema_editor.execute(drop, params=None)
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {guard.name}()", params=None)
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {guard.name}", params=None)


def removing(guards: tuple[Guard, ...]) -> RunPython:
    """The operation that takes guards out of the way."""
    return RunPython(partial(_remove, guards), partial(_install, guards))


def unguarded(guards: tuple[Guard, ...], *operations: Operation) -> list[Operation]:
    """The operations with the guards out of their way, and back in their place after."""
    return [removing(guards), *operations, installing(guards)]

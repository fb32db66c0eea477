"""Players and games with everything recorded about them: what an archive contains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.domain.game_record import GameRecord
from games.domain.table_record import PlayRecord

# Under these names a change contains ids of players, single ones or lists.
PLAYER_NAMES = frozenset({"player", "players", "first_dealer"})


@dataclass(frozen=True, slots=True)
class PhaseListRecord:
    """A list of Phases that a group has saved."""

    name: str
    edition: str
    phases: list[list[dict[str, Any]]]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player; `merged_into` is the id of the player this one was merged into.

    Archives from before players had faces have no `color`.
    """

    id: UUID
    name: str
    has_left: bool
    merged_into: UUID | None
    created_at: datetime
    color: str | None = None
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A line of the history; ids of players in `before` and `after` are strings."""

    version: int
    kind: str
    actor: str
    round: int | None
    before: Any
    after: Any
    reason: str
    at: datetime
    phone_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game, its plays in the order of rounds and numbers, and its history from the start."""

    record: GameRecord
    plays: tuple[PlayRecord, ...] = ()
    changes: tuple[ChangeRecord, ...] = ()


def player_ids_in(value: Any, *, is_player: bool = False) -> Iterator[str]:
    """The ids of players in what a change contains before or after.

    >>> list(player_ids_in({"lines": [{"player": "a1", "points": 5}], "first_dealer": "b2"}))
    ['a1', 'b2']
    """
    if isinstance(value, dict):
        for name, item in value.items():
            yield from player_ids_in(item, is_player=name in PLAYER_NAMES)
    elif isinstance(value, list):
        for item in value:
            yield from player_ids_in(item, is_player=is_player)
    elif is_player and isinstance(value, str):
        yield value


def with_player_ids(value: Any, new_ids: Mapping[str, str], *, is_player: bool = False) -> Any:
    """What a change contains, with the ids of players replaced; unknown ids stay.

    >>> with_player_ids({"player": "a1", "name": "a1"}, {"a1": "c3"})
    {'player': 'c3', 'name': 'a1'}
    """
    if isinstance(value, dict):
        return {
            name: with_player_ids(item, new_ids, is_player=name in PLAYER_NAMES)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [with_player_ids(item, new_ids, is_player=is_player) for item in value]
    return new_ids.get(value, value) if is_player and isinstance(value, str) else value

"""Players and games with everything that was ever recorded of them: what an archive keeps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.domain.record import GameRecord, load_all
from games.models import Change, Game, Play

# Under these names the history holds ids of players, by themselves or in lists.
PLAYER_NAMES = frozenset({"player", "players", "first_dealer"})


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player; `merged_into` is the id of whom they turned out to be."""

    id: UUID
    name: str
    has_left: bool
    merged_into: UUID | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A play on the table of a round: `seat` is a place at the table, `data` as it is stored."""

    round: int
    number: int
    kind: str
    seat: int | None
    data: dict[str, Any]
    overrule: str
    recorded_by: str | None
    recorded_at: datetime
    taken_back_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A line of the history; ids of players in `before` and `after` are texts."""

    version: int
    kind: str
    actor: str
    round: int | None
    before: Any
    after: Any
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game, its plays in the order of rounds and numbers, and its history from the start."""

    record: GameRecord
    plays: tuple[PlayRecord, ...] = ()
    changes: tuple[ChangeRecord, ...] = ()


def load_archived(games: Sequence[Game]) -> Iterator[ArchivedGame]:
    """Read all of many games, in their order, by four queries in all.

    As with `load_all`, the caller sees to it that nobody writes between them.
    """
    plays: dict[UUID, list[PlayRecord]] = defaultdict(list)
    with_plays = [game.pk for game in games if game.has_plays]
    rows = Play.objects.filter(game__in=with_plays).select_related("seat", "recorded_by")
    for row in rows.order_by("round", "number"):
        plays[row.game_id].append(_play(row))
    changes: dict[UUID, list[ChangeRecord]] = defaultdict(list)
    for change in Change.objects.filter(game__in=games).order_by("version"):
        changes[change.game_id].append(_change(change))
    for record in load_all(games):
        pk = record.game.pk
        yield ArchivedGame(record, tuple(plays[pk]), tuple(changes[pk]))


def _play(row: Play) -> PlayRecord:
    return PlayRecord(
        round=row.round,
        number=row.number,
        kind=row.kind,
        seat=row.seat.place if row.seat else None,
        data=row.data,
        overrule=row.overrule,
        recorded_by=row.recorder,
        recorded_at=row.recorded_at,
        taken_back_at=row.taken_back_at,
    )


def _change(row: Change) -> ChangeRecord:
    return ChangeRecord(
        version=row.version,
        kind=row.kind,
        actor=row.actor_name,
        round=row.round,
        before=row.before,
        after=row.after,
        reason=row.reason,
        at=row.at,
    )


def told_of(value: Any, *, is_player: bool = False) -> Iterator[str]:
    """The ids of players, as texts, in what a change holds before or after.

    >>> list(told_of({"lines": [{"player": "a1", "points": 5}], "first_dealer": "b2"}))
    ['a1', 'b2']
    """
    if isinstance(value, dict):
        for name, each in value.items():
            yield from told_of(each, is_player=name in PLAYER_NAMES)
    elif isinstance(value, list):
        for each in value:
            yield from told_of(each, is_player=is_player)
    elif is_player and isinstance(value, str):
        yield value


def told_here(value: Any, here: Mapping[str, str], *, is_player: bool = False) -> Any:
    """What a change holds, with the ids that the players have here; unknown ones stay.

    >>> told_here({"player": "a1", "name": "a1"}, {"a1": "c3"})
    {'player': 'c3', 'name': 'a1'}
    """
    if isinstance(value, dict):
        return {
            name: told_here(each, here, is_player=name in PLAYER_NAMES)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [told_here(each, here, is_player=is_player) for each in value]
    return here.get(value, value) if is_player and isinstance(value, str) else value

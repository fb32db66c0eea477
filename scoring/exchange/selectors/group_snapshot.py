"""Reading all that a group has on record, as it was at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from games.domain.archived import ArchivedGame, load_archived
from games.domain.record import GameRecord, load_all
from games.models import Game, Group, Membership, Player
from games.selectors.snapshot import snapshot
from scoring.exchange.models import ImportedGame

CHUNK = 200  # games that are read at once

Read = TypeVar("Read", GameRecord, ArchivedGame)


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """A group with its members and players; those merged into another are among these."""

    group: Group
    members: Sequence[Membership]
    players: Sequence[Player]
    imported: dict[UUID, list[str]]


def read_records(group: UUID) -> tuple[GroupRecord, list[GameRecord]]:
    """A group and its games with their rounds: two queries for each `CHUNK` of games."""
    return _read(group, load_all)


def read_whole(group: UUID) -> tuple[GroupRecord, list[ArchivedGame]]:
    """A group and its games with plays and history: four queries for each `CHUNK` of games."""
    return _read(group, load_archived)


def _read(
    group: UUID, load: Callable[[Sequence[Game]], Iterator[Read]]
) -> tuple[GroupRecord, list[Read]]:
    with snapshot():
        found = _group(group)
        games = list(
            Game.objects.filter(group_id=group, deleted_at=None).order_by("started_at", "id")
        )
        read: list[Read] = []
        for first in range(0, len(games), CHUNK):
            read += load(games[first : first + CHUNK])
    return found, read


def _group(group: UUID) -> GroupRecord:
    members = Membership.objects.filter(group_id=group).select_related("user")
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    imported: dict[UUID, list[str]] = {}
    keys = ImportedGame.objects.filter(group_id=group).order_by("id")
    for game, key in keys.values_list("game_id", "key"):
        imported.setdefault(game, []).append(key)
    return GroupRecord(
        group=Group.objects.get(pk=group),
        members=list(members.order_by("joined_at", "id")),
        players=list(players.order_by("created_at", "name", "id")),
        imported=imported,
    )

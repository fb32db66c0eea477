"""Read everything that a group has recorded, as it was at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar
from uuid import UUID

from games.domain.archived import ArchivedGame
from games.domain.game_record import GameRecord
from games.models import Game, Group, Happening, Membership, PhaseList, Player
from games.selectors.records import load_all, load_archived
from games.selectors.snapshot import snapshot
from scoring.exchange.export.group_snapshot import GroupSnapshot
from scoring.exchange.models import ImportedGame

CHUNK = 200  # games that are read at once

Exported = TypeVar("Exported", GameRecord, ArchivedGame)


def read_game_records(group: UUID) -> tuple[GroupSnapshot, list[GameRecord]]:
    """Return a group and its games with their rounds: two queries for each `CHUNK` of games."""
    return _read(group, load_all)


def read_archived_games(group: UUID) -> tuple[GroupSnapshot, list[ArchivedGame]]:
    """Return a group and its games with plays and history: four queries for each `CHUNK`."""
    return _read(group, load_archived)


def _read(
    group: UUID, load: Callable[[Sequence[Game]], Iterator[Exported]]
) -> tuple[GroupSnapshot, list[Exported]]:
    with snapshot():
        group_snapshot = _read_group(group)
        rows = list(
            Game.objects.filter(group_id=group, deleted_at=None).order_by("started_at", "id")
        )
        games: list[Exported] = []
        for first in range(0, len(rows), CHUNK):
            games += load(rows[first : first + CHUNK])
    return group_snapshot, games


def _read_group(group: UUID) -> GroupSnapshot:
    members = Membership.objects.filter(group_id=group).select_related("user")
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    import_keys: dict[UUID, list[str]] = {}
    rows = ImportedGame.objects.filter(group_id=group).order_by("id")
    for game, key in rows.values_list("game_id", "key"):
        import_keys.setdefault(game, []).append(key)
    imports = Happening.objects.filter(game__group_id=group, kind="game_imported")
    reasons = imports.exclude(reason="")
    return GroupSnapshot(
        group=Group.objects.get(pk=group),
        members=list(members.order_by("joined_at", "id")),
        players=list(players.order_by("created_at", "name", "id")),
        phase_lists=list(PhaseList.objects.filter(group_id=group)),
        import_keys=import_keys,
        import_reasons=dict(reasons.values_list("game_id", "reason")),
    )

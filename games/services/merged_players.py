"""Players who were merged into others: a phone that was offline still names them by their old ids.

Every write that names players of a game or a group asks here who they are now. That costs a query
only if a request has an id that is not known already.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.models import Player


def kept_players(group: UUID, ids: Iterable[UUID], known: Collection[UUID]) -> dict[UUID, UUID]:
    """The ids among these of players of the group who were merged, each with who was kept.

    `known` are ids that need not be looked up.
    """
    unknown = set(ids).difference(known)
    if not unknown:
        return {}
    merged = Player.objects.filter(group_id=group, pk__in=unknown, merged_into__isnull=False)
    return dict(merged.values_list("pk", "merged_into_id"))


def player_now(record: GameRecord, player: UUID) -> UUID:
    """The id that a player goes by, in a request about a game of their group."""
    return _kept(record, [player]).get(player, player)


def entries_now(record: GameRecord, entries: Sequence[Entry]) -> list[Entry]:
    """The lines of a round with the ids that their players go by."""
    kept = _kept(record, [entry.player for entry in entries])
    return [replace(entry, player=kept.get(entry.player, entry.player)) for entry in entries]


def _kept(record: GameRecord, ids: Iterable[UUID]) -> dict[UUID, UUID]:
    assert record.game.group_id is not None  # it is one that is stored
    return kept_players(record.game.group_id, ids, {seat.player_id for seat in record.seats})

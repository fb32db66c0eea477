"""Players who were merged into others, whom a phone that was offline still names by their old ids.

Every write that names players of a game or a group asks here who they are now. This costs a query
only if the request has an id that is not known yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.models import Player


def kept_players(group: UUID, ids: Iterable[UUID], known: Collection[UUID]) -> dict[UUID, UUID]:
    """Map those of these ids whose players were merged to the ids of the players who were kept.

    Ids in `known` are not looked up.
    """
    unknown = set(ids).difference(known)
    if not unknown:
        return {}
    merged = Player.objects.filter(group_id=group, pk__in=unknown, merged_into__isnull=False)
    return dict(merged.values_list("pk", "merged_into_id"))


def player_now(record: GameRecord, player: UUID) -> UUID:
    """The present id of a player whom a request about a game names."""
    return _kept(record, [player]).get(player, player)


def entries_now(record: GameRecord, entries: Sequence[Entry]) -> list[Entry]:
    """The lines of a round with the present ids of their players."""
    kept = _kept(record, [entry.player for entry in entries])
    return [replace(entry, player=kept.get(entry.player, entry.player)) for entry in entries]


def _kept(record: GameRecord, ids: Iterable[UUID]) -> dict[UUID, UUID]:
    assert record.game.group_id is not None  # as every stored game has
    return kept_players(record.game.group_id, ids, {seat.player_id for seat in record.seats})

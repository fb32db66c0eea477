"""Which players of a group the names in a file may mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from games.models import Player
from scoring.exchange.similar_names import fold, similar_names, simplify


@dataclass(frozen=True, slots=True)
class NameCandidates:
    """The players with the same name as in the file, and those with a similar one."""

    same: list[Player] = field(default_factory=list)
    similar: list[Player] = field(default_factory=list)

    @property
    def match(self) -> Player | None:
        """The player with this name, if there is exactly one."""
        return self.same[0] if len(self.same) == 1 else None

    @property
    def candidates(self) -> list[Player]:
        return self.same or self.similar

    @property
    def ids(self) -> set[UUID]:
        """All players who may be meant, even if the name is misspelled."""
        return {candidate.pk for candidate in (*self.same, *self.similar)}


def find_candidates(group: UUID, labels: Mapping[UUID, str]) -> dict[UUID, NameCandidates]:
    """Return the candidates for each name. A merged player counts as the one who remains."""
    by_name: dict[str, dict[UUID, Player]] = {}
    by_simple_name: dict[str, dict[UUID, Player]] = {}
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    for player in players.order_by("merged_into", "name", "id").iterator():
        remaining = player.merged_into or player
        by_name.setdefault(fold(player.name), {})[remaining.pk] = remaining
        by_simple_name.setdefault(simplify(player.name), {})[remaining.pk] = remaining
    result = {}
    for pk, label in labels.items():
        same = by_name.get(fold(label), {})
        similar: dict[UUID, Player] = {}
        for name in similar_names(simplify(label), by_simple_name):
            similar |= by_simple_name[name]
        result[pk] = NameCandidates(
            list(same.values()),
            [candidate for player, candidate in similar.items() if player not in same],
        )
    return result

"""Which players of a group the names in a file may mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from games.models import Player
from scoring.exchange.similar_names import fold, similar_names, simplify


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player that a name in a file may mean."""

    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class NameCandidates:
    """The players with the same name as in the file, and those with a similar one."""

    same: list[Candidate] = field(default_factory=list)
    similar: list[Candidate] = field(default_factory=list)

    @property
    def match(self) -> UUID | None:
        """The player with this name, if there is exactly one."""
        return self.same[0].id if len(self.same) == 1 else None

    @property
    def candidates(self) -> list[Candidate]:
        return self.same or self.similar

    @property
    def ids(self) -> set[UUID]:
        """All players who may be meant, even if the name is misspelled."""
        return {candidate.id for candidate in (*self.same, *self.similar)}


def find_candidates(group: UUID, labels: Mapping[UUID, str]) -> dict[UUID, NameCandidates]:
    """Return the candidates for each name. A merged player counts as the one who remains."""
    by_name: dict[str, dict[UUID, Candidate]] = {}
    by_simple_name: dict[str, dict[UUID, Candidate]] = {}
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    for player in players.order_by("merged_into", "name", "id").iterator():
        remaining = player.merged_into or player
        candidate = Candidate(remaining.pk, remaining.name)
        by_name.setdefault(fold(player.name), {})[remaining.pk] = candidate
        by_simple_name.setdefault(simplify(player.name), {})[remaining.pk] = candidate
    result = {}
    for pk, label in labels.items():
        same = by_name.get(fold(label), {})
        similar: dict[UUID, Candidate] = {}
        for name in similar_names(simplify(label), by_simple_name):
            similar |= by_simple_name[name]
        result[pk] = NameCandidates(
            list(same.values()),
            [candidate for player, candidate in similar.items() if player not in same],
        )
    return result

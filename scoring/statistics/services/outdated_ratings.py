"""From which game on the ratings of a group are out of date, and whose."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from uuid import UUID

from scoring.statistics.models import PendingRatings
from scoring.statistics.ratings import Pool
from scoring.statistics.services.ranked_games import Moment, Place


@dataclass(slots=True)
class OutdatedRatings:
    """What `PendingRatings` says: from `first` on, these players' ratings may be wrong.

    None of them can be taken for right again before the game at `last`.
    """

    first: Moment
    last: Moment
    players: dict[Pool, set[UUID]] = field(default_factory=dict)
    is_stored: bool = False

    @classmethod
    def read(cls, row: PendingRatings) -> OutdatedRatings:
        return cls(
            (row.first_played_at, row.first_game),
            (row.last_played_at, row.last_game),
            {
                (edition, variant): {UUID(player) for player in players}
                for edition, variant, players in row.players
            },
            is_stored=True,
        )

    def write(self, group: UUID) -> None:
        values = {
            "first_played_at": self.first[0],
            "first_game": self.first[1],
            "last_played_at": self.last[0],
            "last_game": self.last[1],
            "players": [[*pool, sorted(map(str, ids))] for pool, ids in self.players.items()],
        }
        PendingRatings.objects.bulk_create(
            [PendingRatings(group_id=group, **values)],
            update_conflicts=True,
            unique_fields=["group"],
            update_fields=list(values),
        )


def find_outdated(group: UUID, places: Collection[Place]) -> OutdatedRatings | None:
    """What is out of date, if the ratings at `places` now are, too; None if nothing is."""
    outdated = None
    if row := PendingRatings.objects.filter(pk=group).first():
        outdated = OutdatedRatings.read(row)
    if not places:
        return outdated
    moments = [moment for moment, _pool, _player in places]
    first, last = min(moments), max(moments)
    if outdated is None:
        outdated = OutdatedRatings(first, last)
    # Before `outdated.first`, ratings may already be new, and not lead to the old ones after it.
    outdated.last = max(outdated.last, outdated.first, last)
    outdated.first = min(outdated.first, first)
    for _moment, pool, player in places:
        outdated.players.setdefault(pool, set()).add(player)
    return outdated

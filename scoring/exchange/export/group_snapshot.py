"""A group as it was at one moment, apart from its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.models import Group, Membership, PhaseList, Player


@dataclass(frozen=True, slots=True)
class GroupSnapshot:
    """A group with its members, all players, merged ones too, and its lists of Phases.

    By the ids of imported games, `import_keys` has their keys, and `import_reasons` why impossible
    counts were accepted.
    """

    group: Group
    members: Sequence[Membership]
    players: Sequence[Player]
    phase_lists: Sequence[PhaseList]
    import_keys: dict[UUID, list[str]]
    import_reasons: dict[UUID, str]

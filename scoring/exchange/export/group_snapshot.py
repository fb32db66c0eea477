"""A group as it was at one moment, apart from its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.models import Group, Membership, Player


@dataclass(frozen=True, slots=True)
class GroupSnapshot:
    """A group with its members and all players, merged ones too.

    By the ids of imported games, `import_keys` has their keys, and `import_reasons` why impossible
    counts were accepted.
    """

    group: Group
    members: Sequence[Membership]
    players: Sequence[Player]
    import_keys: dict[UUID, list[str]]
    import_reasons: dict[UUID, str]

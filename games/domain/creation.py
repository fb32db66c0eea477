"""What a client asks to create under an id of its own choice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid4

UUID_VERSIONS = (4, 7)


class CreationKind(StrEnum):
    """What can be created under a chosen id."""

    GROUP = "group"
    PLAYER = "player"
    GAME = "game"
    ROUND = "round"
    PLAY = "play"
    INVITE = "invite"
    SHARE_LINK = "share_link"


@dataclass(frozen=True, slots=True)
class Creation:
    """Something to create: its id, and a digest of everything that was asked.

    The digest is empty if the client left the choice of the id to the server. `field` is the path
    of the id in the request.
    """

    kind: CreationKind
    id: UUID
    digest: str
    field: str = "id"


def creation_of(
    kind: CreationKind,
    id: UUID | None,
    content: Mapping[str, Any],
    *,
    within: UUID | None,
    field: str = "id",
) -> Creation:
    """Return the creation of JSON `content` in the group or game `within`.

    `id` is None if the server is to choose it. Two creations have the same digest if they ask
    for the same, in whatever order the members are.
    """
    if id is None:
        return Creation(kind, uuid4(), "", field)
    asked = [kind.value, str(id), str(within), content]
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    return Creation(kind, id, hashlib.sha256(text.encode()).hexdigest(), field)


def new_player(id: UUID | None, name: str, *, group: UUID, field: str = "id") -> Creation:
    """Return the creation of a player, the same whether alone or with a group or a game."""
    return creation_of(CreationKind.PLAYER, id, {"name": name}, within=group, field=field)


@dataclass(frozen=True, slots=True)
class AddedPlayer:
    """A player to create together with a group or a game; `is_me` says that it is the actor."""

    creation: Creation
    name: str
    is_me: bool

    @property
    def path(self) -> str:
        """Where the player is in the request."""
        return self.creation.field.rpartition(".")[0]

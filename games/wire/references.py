"""Players by id, name and face, as answers name them. Plain Python: phones work it out too."""

from __future__ import annotations

from typing import Annotated, TypedDict
from uuid import UUID

from games.domain.faces import COLORS, Face
from referee.wording import gettext_noop
from rest.annotations import Doc, OneOf, Uuid

COLOR = OneOf(COLORS)
NOT_A_SIGN = gettext_noop("Give one emoji, or one or two letters.")
SIGN = Doc("An emoji, or one or two letters; null for the first letter of the name.")


class PlayerReference(TypedDict):
    """A player, by id, name and face."""

    id: Uuid
    name: str
    color: Annotated[str, COLOR]
    sign: Annotated[str | None, SIGN]


def reference(id: UUID | str, name: str, face: Face) -> PlayerReference:
    """Return a player as answers name them."""
    return {"id": str(id), "name": name, "color": face.color, "sign": face.sign or None}

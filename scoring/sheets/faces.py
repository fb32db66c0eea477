"""The names and faces of players on a sheet."""

from __future__ import annotations

from typing import TypedDict

from games.domain.faces import shown_sign
from games.wire.references import PlayerReference
from scoring.statistics.wire.night_text import one_line


class SheetFace(TypedDict):
    """The color and the sign that tell a player from the others."""

    color: str
    sign: str


class SheetPlayer(TypedDict):
    """A player, at the head of a column."""

    name: str
    face: SheetFace


def named(player: PlayerReference) -> SheetPlayer:
    """A player's name and face as a sheet shows them."""
    sign = shown_sign(player["name"], player["sign"])
    return {
        "name": one_line(player["name"]),
        "face": {"color": player["color"], "sign": one_line(sign)},
    }

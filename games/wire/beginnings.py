"""A new group as typed JSON: with the game that was started together with it."""

from __future__ import annotations

from typing import Annotated

from games.domain.game_record import GameRecord
from games.wire.games import GameDetail, game_answer
from games.wire.groups import GroupDetail
from rest.annotations import Doc


class CreatedGroup(GroupDetail):
    """A group as it was created, or as it is now if the request was repeated."""

    game: Annotated[
        GameDetail | None,
        Doc("The game that was started with the group; null for none, or if it was deleted."),
    ]


def created_group(group: GroupDetail, game: GameRecord | None) -> CreatedGroup:
    return {**group, "game": game_answer(game) if game else None}

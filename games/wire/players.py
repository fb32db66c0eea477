"""The players of a group as typed JSON answers."""

from __future__ import annotations

from typing import Annotated, TypedDict
from uuid import UUID

from accounts.models import User
from games.models import Player
from games.wire.references import PlayerReference, reference
from rest.annotations import Doc, Uuid


class Person(TypedDict):
    """Somebody with an account."""

    id: Uuid
    name: str


class ToldPlayer(PlayerReference):
    """A player as all phones are told: without `is_me`."""

    has_left: Annotated[bool, Doc("Whether they no longer play; their games are kept.")]
    user: Annotated[Person | None, Doc("The person who claimed this player.")]


class GroupPlayer(ToldPlayer):
    """Somebody who plays, with or without an account."""

    is_me: bool


class PlayerDetail(GroupPlayer):
    """A player; for one who was merged into another, that other player."""

    group: Uuid
    merged_from: Annotated[
        Uuid | None,
        Doc("The id in the request, if that player was merged into this one."),
    ]
    claim_waits: Annotated[
        bool, Doc("Whether I say to be this player, and a scorer or owner has yet to approve it.")
    ]


def person_answer(user: User) -> Person:
    return {"id": str(user.pk), "name": user.name}


def player_reference(player: Player) -> PlayerReference:
    return reference(player.pk, player.name, player.face)


def told_player(player: Player) -> ToldPlayer:
    return {
        **player_reference(player),
        "has_left": player.has_left,
        "user": person_answer(player.user) if player.user else None,
    }


def player_answer(player: Player, me: UUID) -> GroupPlayer:
    """Return a player as the person with the id `me` sees them."""
    return {**told_player(player), "is_me": player.user_id == me}


def player_detail(
    player: Player, me: UUID, requested_id: UUID, *, claim_waits: bool = False
) -> PlayerDetail:
    """Return a player; `requested_id` is the id in the request, perhaps of one merged into it."""
    return {
        **player_answer(player, me),
        "group": str(player.group_id),
        "merged_from": str(requested_id) if requested_id != player.pk else None,
        "claim_waits": claim_waits,
    }

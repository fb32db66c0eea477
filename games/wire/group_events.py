"""The events of a group as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from games.models import GroupEvent, Membership, Player
from games.models.table import GroupEventKind
from games.wire.groups import ROLES
from games.wire.players import Person, person_answer
from rest.annotations import Doc, OneOf, Uuid

GROUP_EVENT_KINDS = GroupEventKind.values


class ToldMember(TypedDict):
    """A member as all phones are told: without `is_me`."""

    id: Annotated[Uuid, Doc("The id of the membership, not of the person.")]
    user: Person
    role: Annotated[str, OneOf(ROLES)]
    joined_at: datetime


class ToldPlayer(TypedDict):
    """A player as all phones are told: without `is_me`."""

    id: Uuid
    name: str
    has_left: Annotated[bool, Doc("Whether they no longer play; their games are kept.")]
    user: Annotated[Person | None, Doc("The person who claimed this player.")]


class GroupEventDetail(TypedDict):
    """Something that happened in a group; `data` updates what a phone already knows."""

    number: Annotated[int, Doc("Counts the events of the group; the `id` in a stream.")]
    kind: Annotated[str, OneOf(GROUP_EVENT_KINDS)]
    at: datetime
    actor: str | None
    data: Annotated[Any, Doc("What changed: see docs/live.md.")]


def told_member(member: Membership) -> ToldMember:
    return {
        "id": str(member.pk),
        "user": person_answer(member.user),
        "role": member.role,
        "joined_at": member.joined_at,
    }


def told_player(player: Player) -> ToldPlayer:
    return {
        "id": str(player.pk),
        "name": player.name,
        "has_left": player.has_left,
        "user": person_answer(player.user) if player.user else None,
    }


def group_event_answer(event: GroupEvent) -> GroupEventDetail:
    return {
        "number": event.number,
        "kind": event.kind,
        "at": event.at,
        "actor": event.actor_name or None,
        "data": event.data,
    }

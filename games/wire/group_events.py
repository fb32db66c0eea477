"""The events of a group as typed JSON answers, made as those of a game (`games.wire.events`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from games.domain.game_record import GameRecord
from games.models import Group, Happening, Membership, Player
from games.models.log import EventKind
from games.wire.games import GameSummary, game_summary
from games.wire.groups import ROLES
from games.wire.players import (
    Person,
    ToldPlayer,
    person_answer,
    player_reference,
    told_player,
)
from games.wire.references import PlayerReference
from rest.annotations import Discriminated, Doc, OneOf, Uuid


class GroupEventHead(TypedDict):
    """What every event of a group has."""

    number: Annotated[int, Doc("Counts the events of the group; the `id` in a stream.")]
    at: datetime
    actor: str | None


class ToldGame(TypedDict):
    """A game as the lists have it, and what has happened to it."""

    cause: Annotated[str, OneOf(EventKind.values), Doc("The kind of the game's own event.")]
    game: GameSummary


class GroupGameEvent(GroupEventHead):
    """A game was started, changed or restored, or is over."""

    kind: Literal["game_changed"]
    data: ToldGame


class RemovedGame(TypedDict):
    """A game that is no longer in the lists."""

    game: Uuid


class GroupGameRemovedEvent(GroupEventHead):
    """A game was deleted; it can be restored."""

    kind: Literal["game_removed"]
    data: RemovedGame


class GroupReloadNotice(TypedDict):
    """Says that too much has changed to send it."""

    reload: bool


class GroupImportEvent(GroupEventHead):
    """Games and players have appeared together: read the group and its games again."""

    kind: Literal["games_imported"]
    data: GroupReloadNotice


class GroupSettings(TypedDict):
    """How a group is called, where it plays, and when its seasons begin."""

    name: str
    time_zone: str
    seasons: NotRequired[
        Annotated[list[date], Doc("Not in events from before there were seasons.")]
    ]


class GroupSettingsEvent(GroupEventHead):
    """The group has another name, time zone or season."""

    kind: Literal["group_changed"]
    data: GroupSettings


class ToldMember(TypedDict):
    """A member as all phones are told: without `is_me`."""

    id: Annotated[Uuid, Doc("The id of the membership, not of the person.")]
    user: Person
    role: Annotated[str, OneOf(ROLES)]
    joined_at: datetime
    claims: NotRequired[
        Annotated[
            PlayerReference | None,
            Doc(
                "The player that they say to be, until a scorer or owner approves or refuses it. "
                "Not in events from before there was such a thing."
            ),
        ]
    ]


class ChangedMember(TypedDict):
    """A member who is new, or has changed."""

    member: ToldMember


class GroupMemberEvent(GroupEventHead):
    """Somebody has joined, or has another role or name."""

    kind: Literal["member_changed"]
    data: ChangedMember


class RemovedMember(TypedDict):
    """Somebody who is no longer a member."""

    member: Annotated[Uuid, Doc("The id of the membership.")]
    user: Annotated[Uuid, Doc("The id of the person.")]


class GroupMemberRemovedEvent(GroupEventHead):
    """Somebody has left the group, or was removed."""

    kind: Literal["member_removed"]
    data: RemovedMember


class ChangedPlayer(TypedDict):
    """A player who is new, or has changed."""

    player: ToldPlayer


class GroupPlayerEvent(GroupEventHead):
    """A player is new, or has another name, claim or presence."""

    kind: Literal["player_changed"]
    data: ChangedPlayer


class RemovedPlayer(TypedDict):
    """A player who was deleted, or merged into another one."""

    player: Uuid
    merged_into: Uuid | None
    reload: Annotated[bool, Doc("Whether games have changed with it: read them again.")]


class GroupPlayerRemovedEvent(GroupEventHead):
    """A player was deleted or merged."""

    kind: Literal["player_removed"]
    data: RemovedPlayer


class OtherGroupEvent(GroupEventHead):
    """An event of a kind that this schema does not know. Reload if its data has `reload`."""

    kind: Annotated[str, Doc("A kind that was added later.")]
    data: dict[str, Any]


KnownGroupEvent = (
    GroupGameEvent
    | GroupGameRemovedEvent
    | GroupImportEvent
    | GroupSettingsEvent
    | GroupMemberEvent
    | GroupMemberRemovedEvent
    | GroupPlayerEvent
    | GroupPlayerRemovedEvent
)
AnyGroupEvent = Annotated[
    KnownGroupEvent | OtherGroupEvent,
    Discriminated("GroupEvent", by="kind"),
    Doc("Something that happened in a group; `data` updates what a phone already knows."),
]
# An event that has yet to be numbered.
NewGroupEvent = Callable[[GroupEventHead], KnownGroupEvent]


class GroupLogPage(TypedDict):
    """A part of a group's log of events."""

    events: list[AnyGroupEvent]
    more: Annotated[bool, Doc("Whether there are more events to read.")]


def game_changed(record: GameRecord, cause: str) -> NewGroupEvent:
    """A game that is new or has changed; `cause` is the kind of its own event."""
    data: ToldGame = {"cause": cause, "game": game_summary(record)}
    return lambda head: {**head, "kind": "game_changed", "data": data}


def game_removed(record: GameRecord) -> NewGroupEvent:
    data: RemovedGame = {"game": str(record.game.id)}
    return lambda head: {**head, "kind": "game_removed", "data": data}


def games_imported(head: GroupEventHead) -> GroupImportEvent:
    return {**head, "kind": "games_imported", "data": {"reload": True}}


def group_changed(group: Group) -> NewGroupEvent:
    data: GroupSettings = {
        "name": group.name,
        "time_zone": group.time_zone,
        "seasons": group.seasons,
    }
    return lambda head: {**head, "kind": "group_changed", "data": data}


def member_changed(member: Membership) -> NewGroupEvent:
    """A new member, or one with another role or name."""
    told: ToldMember = {
        "id": str(member.pk),
        "user": person_answer(member.user),
        "role": member.role,
        "joined_at": member.joined_at,
        "claims": player_reference(member.claims) if member.claims else None,
    }
    return lambda head: {**head, "kind": "member_changed", "data": {"member": told}}


def member_removed(member: Membership) -> NewGroupEvent:
    data: RemovedMember = {"member": str(member.pk), "user": str(member.user_id)}
    return lambda head: {**head, "kind": "member_removed", "data": data}


def player_changed(player: Player) -> NewGroupEvent:
    """A new player, or one with another name, claim or presence."""
    told = told_player(player)
    return lambda head: {**head, "kind": "player_changed", "data": {"player": told}}


def player_removed(player: Player, merged_into: Player | None = None) -> NewGroupEvent:
    """A player who was deleted, or merged; then games have another player."""
    data: RemovedPlayer = {
        "player": str(player.pk),
        "merged_into": str(merged_into.pk) if merged_into else None,
        "reload": merged_into is not None,
    }
    return lambda head: {**head, "kind": "player_removed", "data": data}


def group_event_answer(row: Happening) -> AnyGroupEvent:
    """What has happened as an event of the stream of its group."""
    kind, data = row.content["told"]
    # The kind and the data of a typed event, see `games.services.group_events`.
    return cast(
        AnyGroupEvent,
        {
            "number": row.group_number,
            "kind": kind,
            "at": row.at,
            "actor": row.actor_name or None,
            "data": data,
        },
    )

"""Groups, their members and invites as typed JSON answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, TypedDict
from uuid import UUID

from accounts.codes import formatted
from accounts.qr import qr_svg
from games.models import Invite, Membership, Player, Role
from games.wire.players import (
    GroupPlayer,
    Person,
    person_answer,
    player_answer,
    player_reference,
)
from games.wire.references import PlayerReference
from rest.annotations import Doc, OneOf, Uuid

ROLES = Role.values


class GroupMember(TypedDict):
    """A person in a group."""

    id: Annotated[Uuid, Doc("The id of the membership, not of the person.")]
    user: Person
    role: Annotated[str, OneOf(ROLES)]
    joined_at: datetime
    claims: Annotated[
        PlayerReference | None,
        Doc("The player that they say to be, until a scorer or owner approves or refuses it."),
    ]
    is_me: bool


class GroupSummary(TypedDict):
    """A group I am in."""

    id: Uuid
    name: str
    my_role: Annotated[str, OneOf(ROLES)]
    time_zone: Annotated[
        str, Doc("Where the group plays, an IANA name: nights, months and years use it.")
    ]
    seasons: Annotated[
        list[date], Doc("The nights on which its seasons begin, the earliest first.")
    ]
    created_at: datetime
    member_count: int
    player_count: Annotated[int, Doc("Without players who have left.")]


class GroupDetail(GroupSummary):
    """A group with its members and players."""

    event: Annotated[int, Doc("The latest event included here: a stream continues after it.")]
    members: Annotated[
        list[GroupMember], Doc("The first 100; the list of members has all of them.")
    ]
    players: Annotated[
        list[GroupPlayer],
        Doc("The first 100 who have not left; the list of players has all of them."),
    ]


class InviteDetail(TypedDict):
    """A code that lets people into a group."""

    id: Uuid
    role: Annotated[str, OneOf(ROLES)]
    code: Annotated[str, Doc("To read out or type, such as `K7PM-4XWY`.")]
    link: Annotated[str, Doc("To send.")]
    svg: Annotated[str, Doc("The link as a QR code, an SVG document (`image/svg+xml`).")]
    expires_at: datetime
    max_uses: int | None
    uses: int


class InvitePreview(TypedDict):
    """What somebody with the code of an invite would join."""

    group_name: str
    role: Annotated[str, OneOf(ROLES), Doc("The role that joining would give.")]
    member_count: int
    player_count: Annotated[int, Doc("Without players who have left.")]
    expires_at: datetime


def group_summary(membership: Membership) -> GroupSummary:
    """Return a line of a list of groups.

    `membership` has the counts that `games.selectors.groups.groups_of` adds.
    """
    group = membership.group
    return {
        "id": str(group.pk),
        "name": group.name,
        "my_role": membership.role,
        "time_zone": group.time_zone,
        "seasons": group.seasons,
        "created_at": group.created_at,
        "member_count": membership.member_count,  # type: ignore[attr-defined]
        "player_count": membership.player_count,  # type: ignore[attr-defined]
    }


def group_answer(
    membership: Membership, members: Iterable[Membership], players: Iterable[Player]
) -> GroupDetail:
    """Return a group as the person of `membership` sees it."""
    me = membership.user_id
    return {
        **group_summary(membership),
        "event": membership.last_event,  # type: ignore[attr-defined]
        "members": [member_answer(member, me) for member in members],
        "players": [player_answer(player, me) for player in players],
    }


def member_answer(member: Membership, me: UUID) -> GroupMember:
    """Return a member as the person with the id `me` sees them."""
    return {
        "id": str(member.pk),
        "user": person_answer(member.user),
        "role": member.role,
        "joined_at": member.joined_at,
        "claims": player_reference(member.claims) if member.claims else None,
        "is_me": member.user_id == me,
    }


def invite_answer(invite: Invite, link: str) -> InviteDetail:
    return {
        "id": str(invite.pk),
        "role": invite.role,
        "code": formatted(invite.code),
        "link": link,
        "svg": qr_svg(link),
        "expires_at": invite.expires_at,
        "max_uses": invite.max_uses,
        "uses": invite.uses,
    }


def invite_preview(invite: Invite) -> InvitePreview:
    """Return what one would join; `invite` has the counts of `games.selectors.invites`."""
    return {
        "group_name": invite.group.name,
        "role": invite.role,
        "member_count": invite.member_count,  # type: ignore[attr-defined]
        "player_count": invite.player_count,  # type: ignore[attr-defined]
        "expires_at": invite.expires_at,
    }

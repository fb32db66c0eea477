"""Groups, members, invites and players as JSON."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from accounts.codes import spelled
from accounts.links import public_url
from accounts.models import User
from accounts.qr import svg
from games.models import Invite, Membership, Player
from games.selectors.groups import MOST_AT_ONCE, group_for, members_of, players_of


def listed_group(mine: Membership) -> dict[str, Any]:
    """A group in a list; `mine` as `games.selectors.groups.groups_of` gives it."""
    group = mine.group
    return {
        "id": str(group.pk),
        "name": group.name,
        "my_role": mine.role,
        "created_at": group.created_at,
        "member_count": mine.member_count,  # type: ignore[attr-defined]
        "player_count": mine.player_count,  # type: ignore[attr-defined]
    }


def group_answer(me: UUID, group: UUID) -> dict[str, Any]:
    """A group as one of its members sees it: three queries, however many there are in it.

    Raises Http404 where the person with the id `me` is no member.
    """
    members = members_of(group)[:MOST_AT_ONCE]
    players = players_of(group, has_left=False)[:MOST_AT_ONCE]
    return {
        **listed_group(group_for(me, group)),
        "members": [member_answer(member, me) for member in members],
        "players": [player_answer(player, me) for player in players],
    }


def member_answer(member: Membership, me: UUID) -> dict[str, Any]:
    """A member, as the person with the id `me` sees them."""
    return {
        "id": str(member.pk),
        "user": _person(member.user),
        "role": member.role,
        "joined_at": member.joined_at,
        "is_me": member.user_id == me,
    }


def player_answer(player: Player, me: UUID) -> dict[str, Any]:
    """A player, as the person with the id `me` sees them."""
    return {
        "id": str(player.pk),
        "name": player.name,
        "has_left": player.has_left,
        "user": player.user and _person(player.user),
        "is_me": player.user_id == me,
    }


def one_player(player: Player, me: UUID, asked: UUID | None = None) -> dict[str, Any]:
    """A player, with the id that was `asked` for where that was another's."""
    return {
        **player_answer(player, me),
        "group": str(player.group_id),
        "merged_from": str(asked) if asked not in (None, player.pk) else None,
    }


def invite_answer(request: Request, invite: Invite) -> dict[str, Any]:
    """An invite, to be told, sent or scanned."""
    link = public_url(request, f"/join/{invite.code}")
    return {
        "id": str(invite.pk),
        "role": invite.role,
        "code": spelled(invite.code),
        "link": link,
        "svg": svg(link),
        "expires_at": invite.expires_at,
        "max_uses": invite.max_uses,
        "uses": invite.uses,
    }


def _person(user: User) -> dict[str, Any]:
    return {"id": str(user.pk), "name": user.name}

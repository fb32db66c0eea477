"""Examples of groups, their members and invites: Mina makes a group, and Tom joins it."""

from __future__ import annotations

from typing import Any

from rest.examples import Example

GROUP_ID = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b00"
MINA = {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b01", "name": "Mina"}
TOM = {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b02", "name": "Tom"}
PLAYER = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c01",
    "name": "Mina",
    "color": "plum",
    "sign": "🦊",
    "has_left": False,
    "user": MINA,
    "is_me": True,
}
CREATED_AT = "2026-11-21T19:30:00Z"


def _member(number: int, user: dict[str, str], role: str, *, is_me: bool) -> dict[str, Any]:
    pk = f"6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7d0{number}"
    head = {"id": pk, "user": user, "role": role, "joined_at": CREATED_AT}
    return {**head, "claims": None, "is_me": is_me}


_SUMMARY = {
    "id": GROUP_ID,
    "name": "Kitchen table",
    "my_role": "owner",
    "time_zone": "Europe/Berlin",
    "seasons": ["2026-03-01", "2026-09-05"],
    "created_at": CREATED_AT,
    "member_count": 2,
    "player_count": 1,
}
_GROUP = {
    **_SUMMARY,
    "event": 12,
    "members": [_member(1, MINA, "owner", is_me=True), _member(2, TOM, "scorer", is_me=False)],
    "players": [PLAYER],
}
_NEW_GROUP = {
    **_SUMMARY,
    "member_count": 1,
    "event": 1,
    "members": [_member(1, MINA, "owner", is_me=True)],
    "players": [PLAYER],
    "game": None,
}
_GROUP_HANDED_OVER = {
    **_SUMMARY,
    "my_role": "scorer",
    "event": 13,
    "members": [_member(1, MINA, "scorer", is_me=True), _member(2, TOM, "owner", is_me=False)],
    "players": [PLAYER],
}
_GROUP_AS_TOM_SEES_IT = {
    **_SUMMARY,
    "my_role": "scorer",
    "event": 13,
    "members": [_member(1, MINA, "owner", is_me=False), _member(2, TOM, "scorer", is_me=True)],
    "players": [{**PLAYER, "is_me": False}],
}
_INVITE = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e01",
    "role": "scorer",
    "code": "K7PM-4XWY",
    "link": "https://cards.example.org/join/K7PM4XWY",
    "svg": "<svg>…</svg>",
    "expires_at": "2026-11-21T23:30:00Z",
    "max_uses": 5,
    "uses": 0,
}

EXAMPLES = {
    "createGroup": Example(
        {
            "name": "Kitchen table",
            "time_zone": "Europe/Berlin",
            "players": [{"name": "Mina", "me": True}],
        },
        201,
        _NEW_GROUP,
    ),
    "listGroups": Example(None, 200, _SUMMARY),
    "getGroup": Example(None, 200, _GROUP),
    "changeGroup": Example({"seasons": ["2026-03-01", "2026-09-05"]}, 200, _GROUP),
    "handOverGroup": Example(
        {"member": _member(2, TOM, "scorer", is_me=False)["id"]}, 200, _GROUP_HANDED_OVER
    ),
    "changeMember": Example({"role": "viewer"}, 200, _member(2, TOM, "viewer", is_me=False)),
    "approveClaim": Example({"player": PLAYER["id"]}, 200, _member(2, TOM, "viewer", is_me=False)),
    "refuseClaim": Example({"player": PLAYER["id"]}, 200, _member(2, TOM, "viewer", is_me=False)),
    "listMembers": Example(None, 200, _member(1, MINA, "owner", is_me=True)),
    "listInvites": Example(None, 200, {**_INVITE, "uses": 2}),
    "createInvite": Example({"role": "scorer", "expires_in_hours": 4, "max_uses": 5}, 201, _INVITE),
    "previewInvite": Example(
        None,
        200,
        {
            "group_name": "Kitchen table",
            "role": "scorer",
            "member_count": 1,
            "player_count": 1,
            "expires_at": "2026-11-21T23:30:00Z",
        },
    ),
    "joinGroup": Example({"code": "k7pm 4xwy"}, 200, _GROUP_AS_TOM_SEES_IT),
}

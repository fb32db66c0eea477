"""The examples of the schema for groups and players: a new group, and who joins it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

_GROUP = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b00"
_MINA = {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b01", "name": "Mina"}
_TOM = {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b02", "name": "Tom"}
_THE_PLAYER = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c01"
_THE_SAME = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c02"
_EVENING = "2026-11-21T19:30:00Z"


def _member(number: int, user: dict[str, str], role: str, *, is_me: bool) -> dict[str, Any]:
    pk = f"6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7d0{number}"
    return {"id": pk, "user": user, "role": role, "joined_at": _EVENING, "is_me": is_me}


_PLAYER = {"id": _THE_PLAYER, "name": "Mina", "has_left": False, "user": _MINA, "is_me": True}
_ONE_PLAYER = {**_PLAYER, "group": _GROUP, "merged_from": None}
_WHOLE_GROUP = {
    "id": _GROUP,
    "name": "Kitchen table",
    "my_role": "owner",
    "created_at": _EVENING,
    "member_count": 2,
    "player_count": 1,
    "members": [_member(1, _MINA, "owner", is_me=True), _member(2, _TOM, "scorer", is_me=False)],
    "players": [_PLAYER],
}
_LISTED_GROUP = {
    name: value for name, value in _WHOLE_GROUP.items() if name not in ("members", "players")
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
GROUP = {
    **_WHOLE_GROUP,
    "member_count": 1,
    "player_count": 0,
    "members": _WHOLE_GROUP["members"][:1],  # type: ignore[index]
    "players": [],
}

# The question, its answer's status, and the answer; None for what has none.
EXAMPLES: dict[str, tuple[Any, int, Any]] = {
    "createGroup": ({"name": "Kitchen table"}, 201, GROUP),
    "listGroups": (None, 200, _LISTED_GROUP),
    "getGroup": (None, 200, _WHOLE_GROUP),
    "renameGroup": ({"name": "Kitchen table"}, 200, _WHOLE_GROUP),
    "deleteGroup": ({"confirm": True}, 204, None),
    "handOverGroup": (
        {"member": _member(2, _TOM, "scorer", is_me=False)["id"]},
        200,
        {
            **_WHOLE_GROUP,
            "my_role": "scorer",
            "members": [
                _member(1, _MINA, "scorer", is_me=True),
                _member(2, _TOM, "owner", is_me=False),
            ],
        },
    ),
    "changeRole": ({"role": "viewer"}, 200, _member(2, _TOM, "viewer", is_me=False)),
    "listMembers": (None, 200, _member(1, _MINA, "owner", is_me=True)),
    "listInvites": (None, 200, {**_INVITE, "uses": 2}),
    "createInvite": ({"role": "scorer", "expires_in_hours": 4, "max_uses": 5}, 201, _INVITE),
    "joinGroup": (
        {"code": "k7pm 4xwy"},
        200,
        {
            **_WHOLE_GROUP,
            "my_role": "scorer",
            "members": [
                _member(1, _MINA, "owner", is_me=False),
                _member(2, _TOM, "scorer", is_me=True),
            ],
            "players": [{**_PLAYER, "is_me": False}],
        },
    ),
    "listPlayers": (None, 200, _PLAYER),
    "claimPlayer": (None, 200, _ONE_PLAYER),
    "releasePlayer": (None, 200, {**_ONE_PLAYER, "user": None, "is_me": False}),
    "createPlayer": ({"name": "Mina"}, 201, {**_ONE_PLAYER, "user": None, "is_me": False}),
    "getPlayer": (None, 200, {**_ONE_PLAYER, "merged_from": _THE_SAME}),
    "changePlayer": ({"has_left": True}, 200, {**_ONE_PLAYER, "has_left": True}),
    "mergePlayers": ({"into": _THE_PLAYER}, 200, {**_ONE_PLAYER, "merged_from": _THE_SAME}),
}


def examples_of(operation: str) -> list[OpenApiExample]:
    """The examples of one operation: its question and its answer."""
    question, status, answer = EXAMPLES[operation]
    name = operation.removesuffix("Group").removesuffix("Player")
    examples = []
    if question is not None:
        examples.append(OpenApiExample(name, value=question, request_only=True))
    if answer is not None:
        examples.append(
            OpenApiExample(name, value=answer, response_only=True, status_codes=[str(status)])
        )
    return examples

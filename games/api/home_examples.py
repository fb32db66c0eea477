"""Examples of the home screen."""

from __future__ import annotations

from typing import Any

from games.api.group_examples import GROUP_ID, MINA, TOM
from games.domain.faces import Face
from games.wire.references import reference
from rest.examples import Example

_GROUP = {"id": GROUP_ID, "name": "Kitchen table"}
_PLAYERS = [
    reference("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c01", MINA["name"], Face("plum", "🦊")),
    reference("6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c02", TOM["name"], Face("orange")),
]


def _standing(player: int, **more: Any) -> dict[str, Any]:
    return {**_PLAYERS[player], "at_table": True, **more}


_HOME = {
    "games": [
        {
            "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7f01",
            "group": _GROUP,
            "edition": "classic",
            "version": 4,
            "round": 4,
            "dealer": _PLAYERS[1]["id"],
            "starter": _PLAYERS[0]["id"],
            "changed_at": "2026-11-21T20:05:00Z",
            "unseen": 1,
            "players": [
                _standing(0, phase=3, total=45, rank=2),
                _standing(1, phase=4, total=60, rank=1),
            ],
        }
    ],
    "groups": [{**_GROUP, "my_role": "owner", "event": 31, "unseen": 2}],
    "more_groups": False,
    "last_games": [
        {
            "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7f00",
            "group": _GROUP,
            "edition": "flip",
            "started_at": "2026-11-14T19:30:00Z",
            "rounds": 12,
            "unseen": 0,
            "winners": [_PLAYERS[0]["id"]],
            "players": [
                {**_PLAYERS[0], "total": 215, "rank": 1},
                {**_PLAYERS[1], "total": 340, "rank": 2},
            ],
        }
    ],
}

EXAMPLES = {
    "getHome": Example(None, 200, _HOME),
    "markSeen": Example({"event": 31}, 200, {"event": 31}),
}

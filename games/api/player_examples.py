"""Examples of the players of a group."""

from __future__ import annotations

from games.api.group_examples import GROUP_ID, PLAYER
from rest.examples import Example

_MERGED_ID = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c02"
_DETAIL = {**PLAYER, "group": GROUP_ID, "merged_from": None, "claim_waits": False}
_UNCLAIMED = {**_DETAIL, "user": None, "is_me": False}
_MERGED = {**_DETAIL, "merged_from": _MERGED_ID}

EXAMPLES = {
    "listPlayers": Example(None, 200, PLAYER),
    "claimPlayer": Example(None, 200, _DETAIL),
    "releasePlayer": Example(None, 200, _UNCLAIMED),
    "createPlayer": Example({"name": "Mina"}, 201, _UNCLAIMED),
    "getPlayer": Example(None, 200, _MERGED),
    "changePlayer": Example({"sign": "🦊"}, 200, _DETAIL),
    "mergePlayers": Example({"into": PLAYER["id"]}, 200, _MERGED),
}

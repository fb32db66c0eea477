"""What people do in a group, for tests of what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cast import V1, Cast
from tests.games.membership import invite, url


def player(cast: Cast, index: int) -> str:
    return f"{V1}/players/{cast.players[index].pk}/"


def _join(cast: Cast) -> Any:
    return cast.outsider.post(f"{V1}/join/", {"code": invite(cast)["code"]})


DEEDS: dict[str, Callable[[Cast], Any]] = {
    "a new player": lambda c: c.scorer.post(f"{c.url}/players/", {"name": "Ida"}),
    "a player is renamed": lambda c: c.scorer.patch(player(c, 0), {"name": "Nora"}),
    "a player leaves": lambda c: c.scorer.patch(player(c, 3), {"has_left": True}),
    "a player is deleted": lambda c: c.scorer.delete(player(c, 3)),
    "a claim": lambda c: c.scorer.patch(player(c, 0), {"claimed": True}),
    "a claim that waits": lambda c: c.viewer.patch(player(c, 0), {"claimed": True}),
    "a merge": lambda c: c.scorer.patch(player(c, 0), {"merged_into": str(c.players[3].pk)}),
    "a member is renamed": lambda c: c.scorer.patch(f"{V1}/me/", {"name": "Sky"}),
    "an account is deleted": lambda c: c.scorer.post(f"{V1}/me/delete/", {"confirm": True}),
    "a new member": _join,
    "a member is put out": lambda c: c.owner.delete(url(c, "scorer")),
    "another role": lambda c: c.owner.patch(url(c, "viewer"), {"role": "scorer"}),
    "the group is renamed": lambda c: c.owner.patch(f"{c.url}/", {"name": "Club"}),
}

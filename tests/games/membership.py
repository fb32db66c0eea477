"""Who is in the cast's group, and how others get in."""

from __future__ import annotations

from typing import Any

from games.models import Membership
from tests.cast import Cast


def member(cast: Cast, name: str) -> str:
    """The id of who is in the group by this name."""
    return str(Membership.objects.get(group=cast.group, user__name=name).pk)


def url(cast: Cast, name: str) -> str:
    return f"{cast.url}/members/{member(cast, name)}/"


def invite(cast: Cast, **body: Any) -> dict[str, Any]:
    """An invite of the cast's owner."""
    response = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer", **body})
    assert response.status_code == 201, response.content
    answer: dict[str, Any] = response.json()
    return answer

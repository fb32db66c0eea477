"""Who is in the cast's group, and how others get in."""

from __future__ import annotations

from typing import Any

from games.models import Membership
from tests.cast import Cast


def member(cast: Cast, who: str) -> str:
    return str(Membership.objects.get(group=cast.group, user=cast.users[who]).pk)


def url(cast: Cast, who: str) -> str:
    return f"{cast.url}/members/{member(cast, who)}/"


def invite(cast: Cast, **body: Any) -> dict[str, Any]:
    """An invite of the cast's owner."""
    response = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer", **body})
    assert response.status_code == 201, response.content
    answer: dict[str, Any] = response.json()
    return answer

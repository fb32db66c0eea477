"""The people of the tests: a group with its owner, scorer and viewer, and strangers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from games.models import Group, Membership, Player, Role

V1 = "/api/v1"


def told(response: Any) -> dict[str, Any]:
    """The problem without the id of its request, which is always another."""
    document: dict[str, Any] = response.json()
    return {name: value for name, value in document.items() if name != "request_id"}


def client_of(user: User | None) -> APIClient:
    """A client with a device token of `user`, or with none."""
    client = APIClient()
    if user is not None:
        _row, token = DeviceToken.objects.create(user=user, device="test")
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


@dataclass
class Cast:
    """A group at its table, and people who have nothing to do with it."""

    group: Group
    players: list[Player]
    owner: APIClient
    scorer: APIClient
    viewer: APIClient
    outsider: APIClient
    other_owner: APIClient
    anonymous: APIClient
    users: dict[str, User]
    other_group: Group

    @property
    def url(self) -> str:
        return f"{V1}/groups/{self.group.pk}"

    def is_viewers(self, player: Player) -> None:
        """Let the viewer be a player, as if a scorer had approved it."""
        Player.objects.filter(pk=player.pk).update(user=self.users["viewer"])

    def game(self, **more: Any) -> dict[str, Any]:
        """Start a game of North, East, South and West; North deals first."""
        body = {"edition": "classic", "players": [str(p.pk) for p in self.players], **more}
        response = self.scorer.post(f"{self.url}/games/", body)
        assert response.status_code == 201, response.content
        answer: dict[str, Any] = response.json()
        return answer


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def make_cast() -> Cast:
    """Create a group and its people."""
    names = ("owner", "scorer", "viewer", "outsider", "other_owner")
    users = {name: User.objects.create_guest(name) for name in names}
    group = Group.objects.create(name="Kitchen table")
    other = Group.objects.create(name="Next door")
    for role in Role:
        Membership.objects.create(group=group, user=users[role], role=role)
    Membership.objects.create(group=other, user=users["other_owner"], role=Role.OWNER)
    players = [
        Player.objects.create(group=group, name=name) for name in ("North", "East", "South", "West")
    ]
    return Cast(
        group=group,
        players=players,
        users=users,
        other_group=other,
        anonymous=client_of(None),
        **{name: client_of(user) for name, user in users.items()},
    )

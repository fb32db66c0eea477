"""A server for the tests that listen, on the database of the run: SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.databases import database
from tests.live.phones import Phone, guest
from tests.server import serve


@pytest.fixture(scope="module")
def database_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with database(tmp_path_factory.mktemp("live")) as url:
        yield url


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[str]:
    """One worker that has nobody to wake it but itself."""
    with serve(database_url, REDIS_URL="", LIVE_HEARTBEAT="0.4") as address:
        yield address


@pytest.fixture
def evening(server: str) -> Evening:
    return Evening(server)


class Evening:
    """A group of two players, its owner's phone, and a game of Flip."""

    def __init__(self, server: str, **settings: Any) -> None:
        self.owner = guest(server, "Anna")
        group = self.owner.post("/groups/", {"name": "Kitchen table"})["id"]
        self.group = group
        self.players = [
            self.owner.post(f"/groups/{group}/players/", {"name": name})["id"]
            for name in ("North", "East")
        ]
        body = {"edition": "flip", "players": self.players, "phases": [1, 2], **settings}
        self.start = self.owner.post(f"/groups/{group}/games/", body)
        self.path = f"/games/{self.start['id']}/"

    def note(self, text: str) -> Any:
        return self.owner.post(
            f"{self.path}table/plays/", {"kind": "note", "round": self.round, "text": text}
        )

    @property
    def round(self) -> int:
        number: int = self.game()["next_round"]["number"]
        return number

    def game(self) -> Any:
        return self.owner.get(self.path)

    def table(self) -> Any:
        return self.owner.get(f"{self.path}table/")

    def win(self, winner: int) -> None:
        """Another game, which is over after its first round."""
        body = {"edition": "classic", "players": self.players, "phases": [1]}
        game = self.owner.post(f"/groups/{self.group}/games/", body)["id"]
        lines = [{"player": one, "points": 60, "laid_down": False} for one in self.players]
        lines[winner] = {"player": self.players[winner], "went_out": True}
        self.owner.post(f"/games/{game}/rounds/", {"number": 1, "results": lines})

    def join(self, name: str, role: str = "scorer") -> Phone:
        """Somebody else's phone, come in by an invite."""
        invite = self.owner.post(f"/groups/{self.group}/invites/", {"role": role})
        phone = guest(self.owner.server, name)
        phone.post("/join/", {"code": invite["code"]})
        return phone

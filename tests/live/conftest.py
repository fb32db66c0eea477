"""A server for the tests that listen, on the database of the run: SQLite or PostgreSQL."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.live.phones import Phone
from tests.server import serve


@contextmanager
def database(folder: Path) -> Iterator[str]:
    """A database of its own, of the kind that this run is about: its address."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield f"sqlite:///{folder / 'live.sqlite3'}"
        return
    name = f"tableside_live_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield f"{url.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


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
        return self.owner.post(f"{self.path}table/notes/", {"round": self.round, "text": text})

    @property
    def round(self) -> int:
        number: int = self.game()["next_round"]["number"]
        return number

    def game(self) -> Any:
        return self.owner.get(self.path)

    def table(self) -> Any:
        return self.owner.get(f"{self.path}table/")

    def join(self, name: str, role: str = "scorer") -> Phone:
        """Somebody else's phone, come in by an invite."""
        invite = self.owner.post(f"/groups/{self.group}/invites/", {"role": role})
        phone = guest(self.owner.server, name)
        phone.post("/join/", {"code": invite["code"]})
        return phone


def guest(server: str, name: str) -> Phone:
    answer = Phone(server).post("/auth/guests/", {"name": name})
    return Phone(server, answer["token"])

"""Phones that record the rounds of games of four."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from benchmarks.load import Connection, delete, get, post

V1 = "/api/v1"
PLAYERS = ("North", "East", "South", "West")
# With the lines below, the eighteenth round completes a player's last Phase.
ROUNDS_A_GAME = 18
SPARE_GAMES = 2


class ScorerPhone:
    """A phone with a device token, a group of four players, and their games."""

    def __init__(self, connection: Connection, **game: Any) -> None:
        self.connection = connection
        self._plan = {"edition": "classic", **game}
        self.recorded: dict[str, int] = {}  # the rounds answered with 201, by game
        self._spare_games: list[str] = []
        self._token = self.group = self.game = ""
        self.players: list[str] = []
        self._bodies: list[bytes] = []

    async def sit_down(self) -> None:
        """Become a guest, create a group and its players, and start a game."""
        answer = await self.post("/auth/guests/", {"name": "Ann", "device": "Phone"})
        self._token = answer["token"]
        self.group = (await self.post("/groups/", {"name": "Kitchen table"}))["id"]
        for name in PLAYERS:
            player = await self.post(f"/groups/{self.group}/players/", {"name": name})
            self.players.append(player["id"])
        self._bodies = [
            json.dumps(round_of_a_game(self.players, number)).encode()
            for number in range(1, ROUNDS_A_GAME + 1)
        ]
        self.game = await self.start_game()

    async def start_game(self) -> str:
        """Start another game; return its id."""
        game = {**self._plan, "players": self.players}
        started: str = (await self.post(f"/groups/{self.group}/games/", game))["id"]
        return started

    async def start_spare_games(self) -> None:
        """Start games in advance, so that recording does not have to."""
        while len(self._spare_games) < SPARE_GAMES:
            self._spare_games.append(await self.start_game())

    async def record(self) -> None:
        """Record the next round; go on to the next game if that was the last one."""
        played = self.recorded.get(self.game, 0)
        path = f"{V1}/games/{self.game}/rounds/"
        await self.connection.request(self._request(path, self._bodies[played], with_key=True), 201)
        self.recorded[self.game] = played + 1
        if played + 1 == ROUNDS_A_GAME:
            self.game = self._spare_games.pop()

    def requests_to(self, path: str) -> Iterator[bytes]:
        """Requests to `path` with the bodies of rounds, over and over."""
        for body in itertools.cycle(self._bodies):
            yield self._request(path, body, with_key=False)

    @property
    def authorized(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}

    def _request(self, path: str, body: bytes, *, with_key: bool) -> bytes:
        key = {"Idempotency_Key": str(uuid4())} if with_key else {}
        return post(path, body, **self.authorized, **key)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Create something; return the answer."""
        request = self._request(V1 + path, json.dumps(body).encode(), with_key=False)
        answer: dict[str, Any] = json.loads(await self.connection.request(request, 201))
        return answer

    async def get(self, path: str) -> dict[str, Any]:
        """Look at something; return the answer."""
        request = get(V1 + path, **self.authorized)
        answer: dict[str, Any] = json.loads(await self.connection.request(request))
        return answer


class LongGame:
    """A separate game of a phone, with this many rounds."""

    def __init__(self, phone: ScorerPhone, rounds: int) -> None:
        self._phone = phone
        self._rounds = rounds
        self._id = ""
        self._version = 0

    async def play(self) -> None:
        """Record all rounds."""
        self._id = await self._phone.start_game()
        for number in range(1, self._rounds + 1):
            await self._record(number)
        self._phone.recorded[self._id] = self._rounds

    async def change(self) -> None:
        """Take the last round back, and record it again."""
        path = f"{V1}/games/{self._id}/rounds/{self._rounds}/"
        seen = {"If_Match": f'"{self._version}"'}
        await self._phone.connection.request(delete(path, **self._phone.authorized, **seen))
        await self._record(self._rounds)

    @property
    def request(self) -> bytes:
        """The request for the game."""
        return get(f"{V1}/games/{self._id}/", **self._phone.authorized)

    async def _record(self, number: int) -> None:
        body = round_of_a_long_game(self._phone.players, number)
        self._version = (await self._phone.post(f"/games/{self._id}/rounds/", body))["version"]


def round_of_a_game(players: list[str], number: int) -> dict[str, Any]:
    """A round in which one player goes out and the next one lays down, in turns.

    >>> [line["went_out"] for line in round_of_a_game(["N", "E", "S", "W"], 2)["results"]]
    [False, False, True, False]
    """
    lines = (
        {"went_out": True},
        {"went_out": False, "points": 10, "laid_down": True},
        {"went_out": False, "points": 65, "laid_down": False},
        {"went_out": False, "points": 90, "laid_down": False},
    )
    results = [
        {"player": player, **lines[(seat - number) % len(lines)]}
        for seat, player in enumerate(players)
    ]
    return {"number": number, "results": results}


def round_of_a_long_game(players: list[str], number: int) -> dict[str, Any]:
    """A round in which one player lays down, in every tenth nobody: 40 of them end no game.

    >>> round_of_a_long_game(["N", "E"], 10)["overrule"]
    'The cards ran out.'
    """
    out = None if number % 10 == 0 else (number - 1 - number // 10) % len(players)
    results: list[dict[str, Any]] = [
        {"player": player, "went_out": True}
        if seat == out
        else {"player": player, "points": 65 + 5 * seat, "laid_down": False}
        for seat, player in enumerate(players)
    ]
    overrule = "The cards ran out." if out is None else ""
    return {"number": number, "results": results, "overrule": overrule}

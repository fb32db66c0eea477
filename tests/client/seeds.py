"""Groups and games that are there before a test begins, made through the API."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any

from tests.live.phones import Phone as Caller
from tests.live.phones import guest

NAMES = ("Anna", "Ben", "Cleo")


class Evening:
    """A group at its table and its game, made by the account of a phone or a new one."""

    def __init__(
        self,
        address: str,
        names: tuple[str, ...] = NAMES,
        *,
        token: str = "",
        group: str = "Kitchen table",
        **settings: Any,
    ) -> None:
        server = address.replace("localhost", "127.0.0.1")
        self.owner = Caller(server, token) if token else guest(server, names[0])
        self.group: str = self.owner.post("/groups/", {"name": group})["id"]
        self.players = {name: self._player(name) for name in names}
        self.game = self.start(**settings)

    def _player(self, name: str) -> str:
        made: str = self.owner.post(f"/groups/{self.group}/players/", {"name": name})["id"]
        return made

    def start(self, **settings: Any) -> str:
        """Start a game of everybody, in the order of their names; its id."""
        body = {"edition": "classic", "players": list(self.players.values()), **settings}
        started: str = self.owner.post(f"/groups/{self.group}/games/", body)["id"]
        return started

    def play(self, kind: str, player: str, **more: Any) -> Any:
        """A play on the table of the round in play, such as `lay_down`: the table with it."""
        number = self.read()["next_round"]["number"]
        body = {"kind": kind, "round": number, "player": self.players[player], **more}
        return self.owner.post(f"{self.path}table/plays/?whole_table=true", body)

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    def read(self) -> Any:
        """The game as the server has it."""
        return self.owner.get(self.path)

    def totals(self) -> dict[str, int]:
        return {player["name"]: player["total"] for player in self.read()["players"]}

    def round(self, out: str, **points: int) -> Any:
        """Record the next round of the game."""
        return self.round_of(self.game, out, **points)

    def round_of(self, game: str, out: str, **points: int) -> Any:
        """Record the next round of a game: who went out, and what the others had left.

        Up to 40 points are what is left after laying down; more is a whole hand.
        """
        number = self.owner.get(f"/games/{game}/")["next_round"]["number"]
        body = {"id": str(uuid.uuid4()), "number": number, "results": self._results(out, points)}
        return self.owner.post(f"/games/{game}/rounds/", body)

    def _results(self, out: str, points: dict[str, int]) -> list[dict[str, Any]]:
        return [
            {"player": self.players[out], "went_out": True},
            *(
                {"player": self.players[name], "points": left, "laid_down": left <= 40}
                for name, left in points.items()
            ),
        ]

    def correct(self, number: int, out: str, **points: int) -> None:
        """Correct a round of the game."""
        body = {"results": self._results(out, points), "confirm": True}
        self.owner.ask("PUT", f"{self.path}rounds/{number}/", body, **{"If-Match": "*"})

    @cached_property
    def finished(self) -> str:
        """The id of a game that Anna has won."""
        game = self.start(phases=[1])
        first, *others = self.players
        self.round_of(game, first, **dict.fromkeys(others, 105))
        return game

    @cached_property
    def history(self) -> tuple[str, ...]:
        """The ids of eight finished games, one for each of the first Phases: Anna has won four."""
        names = list(self.players)
        games = tuple(self.start(phases=[phase]) for phase in range(1, 9))
        for number, game in enumerate(games):
            out = names[(0, 1, 0, 2, 0, 1, 0, 1)[number] % len(names)]
            points = {
                name: (15, 105)[(number + seat) % 2]
                for seat, name in enumerate(names)
                if name != out
            }
            self.round_of(game, out, **points)
        return games

    def rounds(self, count: int) -> None:
        """Record so many rounds; with six players, 40 rounds end no game."""
        names = list(self.players)
        for number in range(count):
            out = names[number % len(names)]
            # The rules allow these counts in every Phase, laid down or not.
            points = {
                name: (5, 10, 15, 25)[(number + seat) % 4]
                if number % 20 == (3 * seat + 1)
                else 55 + 5 * ((11 * number + 5 * seat) % 14)
                for seat, name in enumerate(names)
                if name != out
            }
            self.round(out, **points)

    def approve(self, name: str) -> None:
        """Approve that a viewer is the player they say to be."""
        members = self.owner.get(f"/groups/{self.group}/")["members"]
        (waiting,) = (each for each in members if each["user"]["name"] == name and each["claims"])
        path = f"/groups/{self.group}/members/{waiting['id']}/"
        claim = {"claim": "approved", "player": waiting["claims"]["id"]}
        self.owner.ask("PATCH", path, claim)

    def invite(self, role: str = "scorer") -> str:
        """A code with which somebody joins the group."""
        code: str = self.owner.post(f"/groups/{self.group}/invites/", {"role": role})["code"]
        return code

    def join(self, name: str, role: str = "scorer") -> Caller:
        """Somebody else's phone, come in by an invite."""
        caller = guest(self.owner.server, name)
        caller.post("/join/", {"code": self.invite(role)})
        return caller

    def share(self) -> str:
        """The address of the watch screen."""
        token = self.owner.post("/share-links/", {"game": self.game})["token"]
        return f"/watch/{token}"

    def share_group(self) -> str:
        """The address at which everybody sees the group."""
        token = self.owner.post("/share-links/", {"group": self.group})["token"]
        return f"/shared/{token}"

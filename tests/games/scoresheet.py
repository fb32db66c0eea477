"""A table at play over HTTP: rounds and standings in few letters.

A round is written as `N=out E=50- S=15 W=R9,B10,W`: each player by the first letter of the
name; points, cards or `out`; `+` and `-` say whether they laid down, where that is said.
"""

from __future__ import annotations

import re
from typing import Any

from accounts.models import DeviceToken, User
from tests.api.client import ContractClient
from tests.cast import V1, Cast

LINE = re.compile(r"(?P<player>[A-Z])=(?P<count>[^+-]*)(?P<said>[+-]?)")
LAID_DOWN = {"+": True, "-": False}

DECISIONS: dict[str, dict[str, Any]] = {
    "abandon": {"status": "abandoned"},
    "end": {"status": "over"},
    "resume": {"status": "playing"},
    "archive": {"archived": True},
    "unarchive": {"archived": False},
}


def phone(user: User) -> ContractClient:
    """A device of the user's; no answer passes which is not as published."""
    client = ContractClient()
    _row, token = DeviceToken.objects.create(user=user, device="phone")
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def lines(ids: dict[str, str], text: str) -> list[dict[str, Any]]:
    """The `results` of a round as it is written above."""
    results = []
    for word in text.split():
        match = LINE.fullmatch(word)
        assert match, word
        line: dict[str, Any] = {"player": ids[match["player"]]}
        if match["count"] == "out":
            line["went_out"] = True
        elif match["count"].isdigit():
            line["points"] = int(match["count"])
        else:
            line["cards"] = match["count"].split(",")
        if match["said"]:
            line["laid_down"] = LAID_DOWN[match["said"]]
        results.append(line)
    return results


class Table:
    """A game that is played; `game` is the last answer that carried it."""

    def __init__(self, client: ContractClient, game: dict[str, Any]) -> None:
        self.client = client
        self.game = game
        self.url = f"{V1}/games/{game['id']}/"

    @property
    def ids(self) -> dict[str, str]:
        return {player["name"][0]: player["id"] for player in self.game["players"]}

    @property
    def names(self) -> dict[str | None, str]:
        return {None: "-", **{player["id"]: player["name"][0] for player in self.game["players"]}}

    @property
    def etag(self) -> str:
        return f'"{self.game["version"]}"'

    # --- What is done at it ---

    def record(self, text: str, *, number: int | None = None, **more: Any) -> Any:
        """Enter the next round, or the one with this number; the answer."""
        number = len(self.game["rounds"]) + 1 if number is None else number
        body = {"number": number, "results": lines(self.ids, text), **more}
        return self._keep(self.client.post(f"{self.url}rounds/", body))

    def correct(self, number: int, text: str, *, if_match: str | None = None, **more: Any) -> Any:
        body = {"results": lines(self.ids, text), **more}
        address = f"{self.url}rounds/{number}/"
        return self._keep(self.client.put(address, body, headers=self._seen(if_match)))

    def take_back(self, number: int | None = None, *, if_match: str | None = None) -> Any:
        number = len(self.game["rounds"]) if number is None else number
        address = f"{self.url}rounds/{number}/"
        return self._keep(self.client.delete(address, headers=self._seen(if_match)))

    def change(self, **settings: Any) -> Any:
        return self._keep(self.client.patch(self.url, settings, headers=self._seen()))

    def decide(self, what: str) -> Any:
        """End, abandon or resume the game, or put it away or not."""
        return self.change(**DECISIONS[what])

    def look(self) -> dict[str, Any]:
        """The game as it is read now."""
        response = self._keep(self.client.get(self.url))
        assert response.status_code == 200, response.content
        assert response["ETag"].startswith(self.etag.rstrip('"') + ".")
        return self.game

    def play(self, *rounds: str) -> Table:
        """Enter rounds that are all right."""
        for text in rounds:
            response = self.record(text)
            assert response.status_code == 201, (text, response.content.decode())
        return self

    def changes(self) -> list[dict[str, Any]]:
        """The history, the latest first."""
        answer = self.client.get(f"{self.url}changes/?limit=100").json()
        results: list[dict[str, Any]] = answer["results"]
        return results

    # --- What is seen of it ---

    def deal(self) -> str:
        """Who deals and who starts the next round: `N>E`."""
        following = self.game["next_round"]
        if following is None:
            return "-"
        return f"{self.names[following['dealer']]}>{self.names[following['starter']]}"

    def playing(self) -> str:
        return "".join(self.names[player] for player in self.game["next_round"]["playing"])

    def standings(self) -> list[str]:
        """Of each player: phases made, points, rank, and a star for who won."""
        return [
            f"{p['name'][0]} {p['completed']} {p['total']} {p['rank']}{'*' if p['won'] else ''}"
            for p in self.game["players"]
        ]

    def phases(self) -> list[int | None]:
        """The Phase that each player makes next."""
        return [player["phase"] for player in self.game["players"]]

    def _seen(self, if_match: str | None = None) -> dict[str, str]:
        return {"If-Match": self.etag if if_match is None else if_match}

    def _keep(self, response: Any) -> Any:
        if response.status_code in (200, 201):
            self.game = response.json()
        return response


def sit_down(cast: Cast, who: str = "NESW", **more: Any) -> Table:
    """Start a game of these of North, East, South and West, in this order; scored by the scorer."""
    client = phone(cast.users["scorer"])
    ids = {player.name[0]: str(player.pk) for player in cast.players}
    if "dealer" in more:
        more["first_dealer"] = ids[more.pop("dealer")]
    body = {"edition": "classic", "players": [ids[letter] for letter in who], **more}
    response = client.post(f"{cast.url}/games/", body)
    assert response.status_code == 201, response.content
    return Table(client, response.json())

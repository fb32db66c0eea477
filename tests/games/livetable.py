"""The live table over HTTP in few letters: `lay("N", "R5 G5 B5", "W 6 7")`."""

from __future__ import annotations

from typing import Any

from games.models import Play
from tests.games.happened import events
from tests.games.scoresheet import Table


class Live:
    """The live table of a game; players are named by the first letter of their names.

    With `draws`, a player refused for not having drawn draws from the draw pile first.
    """

    def __init__(self, table: Table, *, draws: bool = True) -> None:
        self.table, self.draws = table, draws
        self.client = table.client
        self.url = f"{table.url}table/"
        self.round = 1

    # --- Plays: each returns the response, accepted or refused ---

    def lay(self, who: str, *groups: str, **more: Any) -> Any:
        return self.play("lay_down", who, groups=[group.split() for group in groups], **more)

    def hit(self, who: str, group: Any, cards: str, **more: Any) -> Any:
        """Hit the group of this id, or of this place on the table."""
        if isinstance(group, int):
            group = self.look()["groups"][group]["id"]
        return self.play("hit", who, group=group, cards=cards.split(), **more)

    def discard(self, who: str | None, card: str | None = None, **more: Any) -> Any:
        if "skips" in more:
            more["skips"] = self.table.ids[more["skips"]]
        return self.play("discard", who, card=card, **more)

    def draw(self, who: str, pile: str = "discard_pile", **more: Any) -> Any:
        return self.play("draw", who, pile=pile, **more)

    def flip(self, **more: Any) -> Any:
        return self.play("flip", None, **more)

    def note(self, text: str, **more: Any) -> Any:
        return self.play("note", None, text=text, **more)

    def play(
        self, kind: str, who: str | None, *, dry_run: bool = False, whole: bool = False, **body: Any
    ) -> Any:
        player = self.table.ids.get(who, who) if who else None
        body = {"kind": kind, "round": self.round, "player": player, **body}
        given = {"dry_run": dry_run, "whole_table": whole}
        query = "&".join(f"{name}=true" for name, is_given in given.items() if is_given)
        response = self.client.post(f"{self.url}plays/?{query}", body)
        if self.draws and who and b'"code":"not_drawn"' in response.content:
            done(self.draw(who, "draw_pile"))
            return self.client.post(f"{self.url}plays/?{query}", body)
        return response

    def take_back(self, play: Any = -1, query: str = "") -> Any:
        """Take back the play of this id, or of this place among those that count."""
        if isinstance(play, int):
            play = self.look()["plays"][play]["id"]
        return self.client.delete(f"{self.url}plays/{play}/{query}")

    # --- What is seen ---

    def look(self, round: int | None = None) -> dict[str, Any]:
        """The table as it is read now."""
        query = "" if round is None else f"?round={round}"
        response = self.client.get(f"{self.url}{query}")
        assert response.status_code == 200, response.content.decode()
        answer: dict[str, Any] = response.json()
        return answer

    def groups(self) -> list[str]:
        """Each group as its player and its cards."""
        names = self.table.names
        return [
            f"{names[group['player']]} {' '.join(group['cards'])}"
            for group in self.look()["groups"]
        ]

    def kinds(self) -> list[str]:
        return [play["kind"] for play in self.look()["plays"]]

    def turn(self) -> str:
        return self.table.names[self.look()["turn"]]

    def skipped(self) -> str:
        return "".join(self.table.names[player] for player in self.look()["skipped"])

    def down(self) -> str:
        players = self.look()["players"]
        return "".join(self.table.names[one["player"]] for one in players if one["laid_down"])


def rows() -> tuple[int, int]:
    """How many plays and events are stored, of all games."""
    return Play.objects.count(), len(events())


def done(response: Any) -> dict[str, Any]:
    """The answer to a play that was accepted: what it changed, or the whole table if asked for."""
    assert response.status_code in (200, 201), response.content.decode()
    answer: dict[str, Any] = response.json()
    return answer


def problems(response: Any) -> list[str]:
    """The codes of a play that the referee refuses."""
    answer = response.json()
    if response.status_code == 409:
        assert answer["code"] == "illegal_play", answer
        assert answer["ruling"]["legal"] is False
        assert answer["detail"] == answer["ruling"]["problems"][0]["message"]
    else:
        assert response.status_code == 200, answer
    return [problem["code"] for problem in answer["ruling"]["problems"]]


def without_recorders(told: dict[str, Any]) -> dict[str, Any]:
    """A table as whoever has the link sees it, without the people who recorded the plays."""
    return {**told, "plays": [{**play, "recorded_by": None} for play in told["plays"]]}

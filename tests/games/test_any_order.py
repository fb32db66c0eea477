"""Games to which anything happens, in any order: no request fails, and everything can be read.

`Scorekeeping` in `test_corrections` compares games of fixed players with a model. Here players come
and go, and there are plays on the table and lines of drafts: only what answers is looked at.
"""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import pytest

from games.models import Player
from games.selectors.records import load
from referee.editions import EDITIONS
from referee.game import Variant
from scoring.exchange.archive.reader import read_archive
from scoring.sheets.data import sheet_data
from tests.cast import Cast
from tests.games.livetable import Live
from tests.games.scoresheet import sit_down
from tests.games.test_attendance import join, leave
from tests.sampling import ALL, sampled
from tests.scoring.everything import archive_of, restore_archive
from tests.scoring.test_archive_round_trip import normal

STEPS = 40
COUNTS = ("5", "10", "50-", "105", "15+", "7+")
CARDS = ("R1", "R2", "G2", "B2", "B3", "Y4", "W", "R5", "G9")
SO: dict[str, Any] = {"overrule": "So it was."}
DEEDS = (
    "record", "take_back", "correct", "join", "leave", "lay", "hit", "skip", "draw",
    "take_back_play", "enter", "discard_draft", "decide", "log_turns",
)  # fmt: skip


class AnyGame:
    """A game and what people do to it; `said` is all of that, for whoever looks into a failure."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast, self.chance, self.said = cast, (chance := Random(seed)), [f"seed {seed}"]
        # Not everything in every game: rare things meet where others do not come between them.
        self.deeds = ["record", "record", "record", *chance.choices(DEEDS, k=8)]
        names = [player.name[0] for player in cast.players]
        self.table = sit_down(
            cast,
            "".join(chance.sample(names, chance.choice((2, 2, 3, 4, 5, 6)))),
            edition=chance.choice(list(EDITIONS)),
            phases=list(range(1, chance.choice((1, 2, 4, 6)) + 1)),
            variant=chance.choice([*Variant, Variant.STANDARD]),
            turns_logged=chance.random() < 0.3,
        )
        self.live = Live(self.table)
        for _round in range(chance.randint(0, 3)):
            self.record()

    def do(self) -> None:
        """Do something, which may be refused."""
        stopped = self.table.game["status"] != "playing" and self.chance.random() < 0.9
        deed = self.chance.choice(["take_back", "correct", "decide"] if stopped else self.deeds)
        response = getattr(self, deed)()
        self.said.append(f"{deed}: {'-' if response is None else response.status_code}")
        assert response is None or response.status_code < 500, self.said

    def read(self) -> None:
        """Read all there is."""
        game = self.table.look()
        self.live.round = len(game["rounds"]) + 1
        for page in ("table/", "draft/", "changes/?limit=100", "log/"):
            response = self.table.client.get(f"{self.table.url}{page}")
            assert response.status_code == 200, (page, self.said)
        for played in game["rounds"]:
            self.live.look(played["number"])
        sheet_data(load(UUID(game["id"])), group="Kitchen table")

    def lines(self, who: list[str]) -> str:
        out = self.chance.choice([*who, ""])
        counts = ("out" if name == out else self.chance.choice(COUNTS) for name in who)
        return " ".join(f"{name}={count}" for name, count in zip(who, counts, strict=True))

    def record(self) -> Any:
        discard = self.chance.random() < 0.5
        if who := self.playing():
            return self.table.record(self.lines(who), discard_draft=discard, **SO)
        return None

    def correct(self) -> Any:
        if rounds := self.table.game["rounds"]:
            played = self.chance.choice(rounds)
            lines = self.lines([self.table.names[line["player"]] for line in played["lines"]])
            confirm = self.chance.random() < 0.8
            return self.table.correct(played["number"], lines, confirm=confirm, **SO)
        return None

    def take_back(self) -> Any:
        return self.table.take_back() if self.table.game["rounds"] else None

    def join(self) -> Any:
        who = self.chance.choice(self.cast.players).name[0]
        terms = {"phase": "lowest"} if self.chance.random() < 0.5 else {}
        is_new = who not in self.table.ids or self.chance.random() < 0.3
        return join(self.table, who, self.cast, **({"total": 20, **terms} if is_new else {}))

    def leave(self) -> Any:
        return leave(self.table, self.player(), self.cast)

    def lay(self) -> Any:
        groups = [" ".join(self.cards(3)) for _group in range(self.chance.randint(1, 2))]
        return self.live.lay(self.player(), *groups, **SO)

    def hit(self) -> Any:
        if groups := self.live.look()["groups"]:
            group = self.chance.choice(groups)["id"]
            return self.live.hit(self.player(), group, self.cards(1)[0], **SO)
        return None

    def skip(self) -> Any:
        return self.live.discard(self.player(), "S", skips=self.player(), **SO)

    def draw(self) -> Any:
        pile = self.chance.choice(["draw_pile", "discard_pile"])
        return self.live.draw(self.player(), pile, **SO)

    def take_back_play(self) -> Any:
        plays = self.live.look()["plays"]
        return self.live.take_back(self.chance.choice(plays)["id"]) if plays else None

    def enter(self) -> Any:
        for name in self.playing() or self.table.ids:
            line: dict[str, Any] = {"points": 50, "laid_down": self.chance.random() < 0.5}
            line = {"went_out": True} if self.chance.random() < 0.3 else line
            url = f"{self.table.url}draft/lines/{self.table.ids[name]}/"
            response = self.table.client.put(url, {"round": self.live.round, **line})
            if self.chance.random() < 0.4:
                break
        return response

    def discard_draft(self) -> Any:
        return self.table.client.delete(f"{self.table.url}draft/", headers={"If-Match": "*"})

    def decide(self) -> Any:
        is_playing = self.table.game["status"] == "playing"
        return self.table.decide(self.chance.choice(["end", "abandon"]) if is_playing else "resume")

    def log_turns(self) -> Any:
        return self.table.change(turns_logged=self.chance.random() < 0.5)

    def playing(self) -> list[str]:
        return list(self.table.playing()) if self.table.game["next_round"] else []

    def player(self) -> str:
        return self.chance.choice(self.playing() or list(self.table.ids))

    def cards(self, count: int) -> list[str]:
        return self.chance.choices(CARDS, k=count)


@pytest.mark.parametrize("seed", range(sampled(90)))
def test_whatever_happens_to_a_game(cast: Cast, seed: int) -> None:
    for name in ("Ida", "Kim"):
        cast.players.append(Player.objects.create(group=cast.group, name=name))
    game = AnyGame(cast, Random().getrandbits(64) if ALL else seed)
    for _step in range(STEPS):
        game.do()
        game.read()
    data = archive_of(cast)
    archive = read_archive(data)
    assert archive.problems == (), game.said
    owner, group = cast.users["other_owner"], cast.other_group
    restore_archive(actor=owner, group=group.pk, archive=archive, players={})
    assert normal(archive_of(cast, group, "other_owner")) == normal(data), game.said

"""Games to which anything happens, in any order: no request fails, and everything can be read.

Whoever changes a game is answered with it as it then is, and a refusal changes nothing. What is
shown of a game is what its rows add up to.
"""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import pytest

from games.domain.game_record import GameRecord
from games.models import Game, Player, Round
from games.selectors.records import load
from referee.editions import EDITIONS
from referee.game import SeatScore, Variant, leaders
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.export.sheet_rows import ROUND_COLUMNS, round_rows
from scoring.exchange.export.sheet_writer import write_csv, write_xlsx
from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.grid import Grid
from scoring.exchange.paper.importable_games import check_games
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.exchange.paper.xlsx_reader import read_xlsx
from scoring.jobs.progress import no_progress
from scoring.sheets.data import sheet_data
from tests.cast import Cast
from tests.games.livetable import Live
from tests.games.scoresheet import sit_down
from tests.games.test_attendance import join, leave
from tests.referee.states import state_after
from tests.sampling import ALL, sampled
from tests.scoring.everything import archive_of, restore_archive
from tests.scoring.test_archive_round_trip import normal
from tests.scoring.test_export_import_round_trip import told_of

STEPS = 40
COUNTS = ("5", "10", "50-", "105", "15+", "7+")
CARDS = ("R1", "R2", "G2", "B2", "B3", "Y4", "W", "R5", "G9")
SO: dict[str, Any] = {"overrule": "So it was."}
# What is answered with the game, in its next version.
CHANGES = ("record", "take_back", "correct", "decide")
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
        who = chance.sample(names, chance.choice((2, 2, 3, 4, 5, 6)))
        variant = chance.choice([*Variant, Variant.STANDARD])
        phases = list(range(1, chance.choice((1, 2, 4, 6)) + 1))
        ahead = {"phase": 1 if variant is Variant.FIXED_ROUNDS else len(phases), "total": 50}
        begins = (None, ahead) if chance.random() < 0.25 else (None,)
        self.table = sit_down(
            cast,
            "".join(who),
            edition=chance.choice(list(EDITIONS)),
            phases=phases,
            variant=variant,
            turns_logged=chance.random() < 0.3,
            handicaps=[chance.choice(begins) for _player in who],
        )
        self.live = Live(self.table)
        for _round in range(chance.randint(0, 3)):
            self.record()

    def do(self) -> None:
        """Do something, which may be refused."""
        before = self.table.game
        stopped = self.table.game["status"] != "playing" and self.chance.random() < 0.9
        deed = self.chance.choice(["take_back", "correct", "decide"] if stopped else self.deeds)
        response = getattr(self, deed)()
        self.said.append(f"{deed}: {'-' if response is None else response.status_code}")
        assert response is None or response.status_code < 500, self.said
        if response is not None and deed in CHANGES:
            after = self.table.look()
            if response.status_code < 300:
                assert response.json() == after, self.said
                assert after["version"] == before["version"] + 1, self.said
            else:
                assert after == before, self.said

    def read(self) -> None:
        """Read all there is."""
        game = self.table.look()
        self.live.round = len(game["rounds"]) + 1
        for page in ("table/", "draft/", "changes/?limit=100", "log/"):
            response = self.table.client.get(f"{self.table.url}{page}")
            assert response.status_code == 200, (page, self.said)
        for played in game["rounds"]:
            self.live.look(played["number"])
        record = load(UUID(game["id"]))
        sheet_data(record, group="Kitchen table")
        assert [played.number for played in record.rounds] == list(range(1, len(record.rounds) + 1))
        assert len(record.states) == len(record.rounds) + 1, self.said
        self.fold(game, record)
        assert_kept(read_csv(write_csv(ROUND_COLUMNS, round_rows(record))), record)

    def fold(self, game: dict[str, Any], record: GameRecord) -> None:
        """The game is what its rows add up to, read here."""
        row, rounds = Game.objects.get(pk=game["id"]), Round.objects.filter(game=game["id"])
        lines = [played.lines for played in rounds.order_by("number")]
        state = state_after(
            record.plan, [[SeatScore(*line[:4]) for line in each] for each in lines]
        )
        told = [(p["completed"], p["total"], p["rank"], p["phase"]) for p in game["players"]]
        there = [p["at_table"] for p in game["players"]]
        assert told == [
            (seat.completed, seat.total, seat.rank, seat.phase if is_there else None)
            for seat, is_there in zip(state.seats, there, strict=True)
        ], self.said
        winners = state.winners or (leaders(state) if row.ended_early else ())
        won = [p["won"] for p in game["players"]]
        assert won == [seat in winners for seat in range(len(won))], self.said
        unfinished = "abandoned" if row.abandoned else "playing"
        status = "over" if winners or row.ended_early else unfinished
        assert row.outcome == game["status"] == status, self.said

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


def assert_kept(sheet: Grid, record: GameRecord) -> None:
    """An exported sheet is read as the game that it is of.

    Without the plays on the table, some rounds need a reason that had none.
    """
    contents = read_sheet(sheet)
    [game] = check_games(contents, progress=no_progress)
    assert contents.problems.listed() == []
    assert told_of(game.record) | {"overrules": []} == told_of(record) | {"overrules": []}


@pytest.mark.parametrize("seed", range(sampled(90)))
def test_whatever_happens_to_a_game(cast: Cast, seed: int) -> None:
    for name in ("Ida", "Kim"):
        cast.players.append(Player.objects.create(group=cast.group, name=name))
    game = AnyGame(cast, Random().getrandbits(64) if ALL else seed)
    for _step in range(STEPS):
        game.do()
        game.read()
    record = load(UUID(game.table.game["id"]))
    assert_kept(read_xlsx(write_xlsx([("Rounds", ROUND_COLUMNS, round_rows(record))])), record)
    data = archive_of(cast)
    archive = read_archive(data)
    assert archive.problems == (), game.said
    owner, group = cast.users["other_owner"], cast.other_group
    restore_archive(actor=owner, group=group.pk, archive=archive, players={})
    assert normal(archive_of(cast, group, "other_owner")) == normal(data), game.said

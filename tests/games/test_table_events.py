"""A phone that reads once and then goes by the events has what the server has.

`Listening` is such a phone, as docs/live.md tells it to be: it has the game and the table
as they were read, and the log of what came after.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.games.happened import events
from tests.games.livetable import Live, done, problems
from tests.games.scoresheet import Table, phone, sit_down
from tests.live.phones import apply


class Listening:
    """A phone that goes by the events; it reads again only where it is told to."""

    def __init__(self, table: Table) -> None:
        self.at = table
        self.kinds: list[str] = []
        self.rereads = -1
        self.read()

    def read(self) -> None:
        self.game = self.at.client.get(self.at.url).json()
        self.table = self.at.client.get(f"{self.at.url}table/").json()
        self.rereads += 1

    def listen(self) -> None:
        while True:
            address = f"{self.at.url}log/?after={self.game['event']}"
            page = done(self.at.client.get(address))
            for event in page["events"]:
                assert event["number"] == self.game["event"] + 1
                self.kinds.append(event["kind"])
                if event["data"].get("reload"):
                    self.read()
                    return self.listen()
                apply(self.game, self.table, event)
                assert event["version"] == self.game["version"]
            if not page["more"]:
                return None

    def check(self, *kinds: str) -> None:
        """Listen: the kinds that are told, and all is as the server has it."""
        self.kinds = []
        self.listen()
        assert self.kinds == list(kinds)
        assert self.game == self.at.client.get(self.at.url).json()
        assert self.table == self.at.client.get(f"{self.at.url}table/").json()


def following(cast: Cast, who: str = "NE", **more: Any) -> tuple[Live, Listening]:
    """A game of North and East, and the owner's phone that follows it."""
    table = sit_down(cast, who, **more)
    return Live(table), Listening(Table(phone(cast.users["owner"]), table.game))


def test_a_round_of_flip_by_its_events_alone(cast: Cast) -> None:
    live, ears = following(cast, edition="flip", turns_logged=True, phases=[1, 2])
    assert live.turn() == "E"
    done(live.discard(None, "Y4!"))
    done(live.draw("E"))
    done(live.lay("E", "R3 R4 R5 R6", "B7 B8"))
    ears.check("table", "table", "table")
    assert ears.table["top_discard"] is None
    done(live.discard("E", "R5!"))  # the first turn of the deck
    ears.check("table")
    assert (ears.table["side"], ears.table["turn"]) == ("wild", live.table.ids["N"])
    done(live.lay("N", "W3 W4", "W9 W*"))  # with a card from the draw pile
    assert [group["color"] for group in ears.table["groups"]] == ["R", "B"]
    ears.check("table", "table")
    assert [group["color"] for group in ears.table["groups"]] == ["R", "B", None, None]
    done(live.hit("N", 0, "W7"))
    done(live.discard("N", "W7!"))  # the second one
    ears.check("table", "table")
    assert ears.table["side"] == "color"
    assert problems(live.hit("N", 2, "G5")) == ["not_your_turn"]
    done(live.hit("E", 2, "G5"))  # the wild run gets its color
    ears.check("table", "table")
    assert ears.table["groups"][2]["cards"] == ["W3=G", "W4=G", "G5"]
    assert problems(live.hit("E", 2, "B6")) == ["wrong_color"]
    ears.check()  # what was refused is nobody's news
    done(live.hit("E", 2, "B6", overrule="Greenish."))
    ears.check("table")
    assert ears.table["groups"][2]["irregular"] is True
    done(live.take_back())
    ears.check("table")
    done(live.note("Nobody is colorblind here."))
    done(live.hit("E", 2, "G6 G7 G8"))
    done(live.discard("E", "Y1", goes_out=True))
    ears.check("table", "table", "table")
    assert ears.table["went_out"] == live.table.ids["E"]
    live.table.play("N=25 E=0")  # who laid down and who went out is known
    ears.check("round_recorded", "table_laid")
    assert (ears.table["round"], ears.table["groups"]) == (2, [])
    assert (ears.table["side"], ears.table["turn"]) == ("color", live.table.ids["N"])
    assert [line["laid_down"] for line in ears.game["rounds"][0]["lines"]] == [True, True]
    assert ears.rereads == 0


def test_rounds_that_are_corrected_and_taken_back(cast: Cast) -> None:
    live, ears = following(cast, phases=[1, 2, 3])
    done(live.lay("E", "R5 G5 B5", "R6 G6 B6"))
    done(live.discard("E", "S", skips="N"))
    live.table.play("N=50- E=out", "N=50- E=out")
    ears.check("table", "table", "round_recorded", "table_laid", "round_recorded", "table_laid")
    assert live.table.correct(1, "N=55- E=out").status_code == 200
    ears.check("round_corrected")  # the table stays as it was
    # Something lies on the table of a round in which both make another Phase now.
    live.round = 3
    done(live.discard(None, "W"))
    assert live.table.correct(2, "N=out E=50-", confirm=True).status_code == 200
    ears.check("table", "round_corrected", "table")
    assert [one["phase"] for one in ears.table["players"]] == [2, 2]
    assert live.table.take_back().status_code == 200
    assert live.table.take_back().status_code == 200
    ears.check("round_taken_back", "table_laid", "round_taken_back", "table_laid")
    assert [len(ears.table["groups"]), ears.table["skipped"]] == [2, [live.table.ids["N"]]]
    assert ears.game["rounds"] == []
    live.round = 1
    done(live.hit("E", 0, "Y5"))
    ears.check("table")
    assert ears.rereads == 0


def test_a_table_that_a_correction_clears(cast: Cast) -> None:
    live, ears = following(cast, phases=[1, 2])
    live.table.play("N=out E=50-", "N=50- E=out")
    live.round = 3
    done(live.lay("E", "R5 G5 B5", "R1 R2 R3 R4"))
    ears.check(*["round_recorded", "table_laid"] * 2, "table")
    assert live.table.correct(2, "N=out E=50-", confirm=True).status_code == 200
    ears.check("round_corrected", "game_over", "table_laid")
    assert ears.table["round"] == 2
    assert live.table.correct(2, "N=50- E=out").status_code == 200
    ears.check("round_corrected", "table_laid")
    assert (ears.table["round"], ears.table["plays"]) == (3, [])
    assert ears.rereads == 0


def test_what_cannot_be_told_is_read_again(cast: Cast) -> None:
    live, ears = following(cast)
    done(live.lay("E", "R5 G5 B5", "R6 G6 B6"))
    live.table.look()
    done(live.table.change(house_rules={"oversize_groups": False}))
    done(live.hit("E", 0, "Y5"))
    ears.kinds = []
    ears.listen()
    assert (ears.kinds, ears.rereads) == (["table", "settings_changed"], 1)
    ears.check()


@pytest.mark.parametrize("behind", [1, 3])
def test_events_may_tell_what_is_known(cast: Cast, behind: int) -> None:
    # A table may be read a moment after the number of the last event was.
    live, _ears = following(cast)
    done(live.lay("E", "R5 G5 B5", "R6 G6 B6"))
    done(live.hit("E", 0, "Y5"))
    done(live.hit("E", 0, "W"))
    done(live.take_back(1))
    game, table = live.table.client.get(live.table.url).json(), live.look()
    last = table["event"]
    events = done(live.client.get(f"{live.table.url}log/?after={last - behind}"))["events"]
    mine = {**table, "event": last - behind}
    for event in events:
        apply(game, mine, event)
    assert mine["event"] == last
    assert mine["groups"] == table["groups"]
    assert {play["id"] for play in mine["plays"]} == {play["id"] for play in table["plays"]}


def test_the_answer_to_a_play_is_the_data_of_its_event(cast: Cast) -> None:
    live, ears = following(cast, turns_logged=True)
    done(live.discard(None, "R1"))
    done(live.draw("E", "draw_pile"))
    ears.listen()

    def play(response: Any) -> dict[str, Any]:
        before = ears.table["event"]
        answer = done(response)
        assert answer["event"] == before + 1
        page = done(live.client.get(f"{live.table.url}log/?after={before}"))
        assert [event["data"] for event in page["events"]] == [answer]
        apply(ears.game, ears.table, {"kind": "table", "number": before + 1, "data": answer})
        assert ears.table == live.look()
        return answer

    laid = play(live.lay("E", "R5 G5 B5", "R6 G6 B6"))
    assert [group["id"] for group in laid["groups"]] == laid["plays"][0]["groups"]
    assert len(play(live.hit("E", 1, "W"))["groups"]) == 1
    play(live.discard("E", "S", skips="N"))
    play(live.note("Tea."))
    assert play(live.take_back(3))["groups"] != []
    play(live.take_back(-2))
    taken_back = play(live.take_back(-2))
    assert taken_back["gone"] == laid["plays"][0]["groups"]
    assert taken_back["taken_back"] == [laid["plays"][0]["id"]]
    assert live.kinds() == ["discard", "draw", "note"]


def test_a_patch_is_small_whatever_lies_there(cast: Cast) -> None:
    live, _ears = following(cast, turns_logged=True)
    done(live.lay("E", "R5 G5 B5", "R6 G6 B6"))
    sizes, answers = [], []
    for index in range(30):
        who = "EN"[index % 2]
        live.draw(who, "draw_pile")
        answers.append(len(live.discard(who, "R1").content))
        sizes.append(len(str(events()[-1]["data"])))
    assert max(sizes) - min(sizes) < 60
    assert max(answers) - min(answers) < 60
    assert len(str(live.look())) > 4 * max(sizes)

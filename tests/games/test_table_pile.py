"""The discard pile on the live table: where a Skip lies, and one draw a turn (section 5)."""

from __future__ import annotations

import json

import pytest

from games.models import Game, Play
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.models import ImportedGame
from tests.cast import V1, Cast
from tests.games.livetable import Live, done, problems
from tests.games.scoresheet import phone, sit_down
from tests.games.test_table_events import following
from tests.scoring.everything import archive_of, read, restore_archive

FIVES, SIXES = "R5 G5 B5", "R6 G6 B6"

both = pytest.mark.parametrize("turns_logged", [True, False])


def begin(cast: Cast, *, turns_logged: bool) -> Live:
    """North, East and South; East starts, skips North and so leaves the red 5 to South."""
    live = Live(sit_down(cast, "NES", turns_logged=turns_logged))
    done(live.discard(None, "R5"))
    done(live.discard("E", "S", skips="N"))
    return live


def older(live: Live) -> None:
    """Store the plays as versions did that took every Skip to lie on the pile."""
    for play in Play.objects.filter(game=live.table.game["id"]):
        play.data.pop("in_front", None)
        play.save()


@both
def test_a_skip_lies_in_front_of_its_player(cast: Cast, turns_logged: bool) -> None:
    live = begin(cast, turns_logged=turns_logged)
    assert (live.look()["top_discard"], live.skipped()) == ("R5", "N")
    assert done(live.draw("S"))["top_discard"] is None
    assert live.skipped() == "N"
    done(live.discard("S", "G7"))
    # North's turn has passed, and East finds the Skip on top.
    assert problems(live.draw("E", dry_run=True)) == ["skip_is_not_drawn"]
    assert problems(live.draw("E")) == ["skip_is_not_drawn"]
    done(live.discard("E", "R1"))
    assert (live.look()["top_discard"], live.skipped()) == ("R1", "")
    done(live.draw("S"))


def test_phones_are_told_when_the_skip_is_put_on_the_pile(cast: Cast) -> None:
    live, ears = following(cast, turns_logged=True)  # North and East
    done(live.discard(None, "R5"))
    done(live.discard("E", "R1"))
    done(live.discard("N", "S", skips="E"))  # whose turn is lost at once
    ears.check("table", "table", "table")
    assert (ears.table["top_discard"], ears.table["skipped"]) == ("S", [])
    done(live.take_back())
    ears.check("table")
    assert ears.table["top_discard"] == "R1"


@both
def test_phones_are_told_that_it_lies_in_front(cast: Cast, turns_logged: bool) -> None:
    live, ears = following(cast, who="NES", turns_logged=turns_logged)
    north = live.table.ids["N"]
    done(live.discard(None, "R5"))
    done(live.discard("E", "S", skips="N"))
    ears.check("table", "table")
    assert (ears.table["top_discard"], ears.table["skipped"]) == ("R5", [north])
    done(live.discard("S", "G7"))
    done(live.lay("E", FIVES, SIXES))
    ears.check("table", "table")
    assert (ears.table["top_discard"], ears.table["skipped"]) == ("S", [])


def test_a_draw_rests_on_the_discard_that_was_drawn_past(cast: Cast) -> None:
    live = begin(cast, turns_logged=True)
    done(live.draw("S"))
    assert live.take_back(1).json()["code"] == "later_plays_fall"
    done(live.take_back())
    done(live.take_back())
    assert (live.look()["top_discard"], live.skipped(), live.turn()) == ("R5", "", "E")


# --- Recorded before a Skip lay in front of its player -----------------------------------


@both
def test_rounds_recorded_before_read_as_before(cast: Cast, turns_logged: bool) -> None:
    live = begin(cast, turns_logged=turns_logged)
    older(live)
    assert (live.look()["top_discard"], live.skipped()) == ("S", "N")
    assert problems(live.draw("S", dry_run=True)) == ["skip_is_not_drawn"]
    done(live.draw("S", overrule="It lies in front of North."))
    done(live.discard("S", "G7"))
    older(live)
    table = live.look()
    assert (table["top_discard"], live.kinds()) == ("G7", ["discard", "discard", "draw", "discard"])
    assert live.table.record("N=50- E=out+ S=50-", overrule="East did.").status_code == 201
    assert live.look(1) == {**table, "event": live.look(1)["event"]}
    # What is played from now on goes by the rulebook, also in a round begun before.
    assert live.table.take_back().status_code == 200
    done(live.discard("E", "S", skips="N"))
    assert (live.look()["top_discard"], live.skipped()) == ("G7", "N")
    done(live.draw("S"))


def test_a_round_begun_before_is_taken_back_play_by_play(cast: Cast) -> None:
    live = begin(cast, turns_logged=True)
    done(live.draw("S"))
    # Nobody was kept from a second draw, or from one after laying down.
    done(live.draw("S", overrule="One more."))
    done(live.lay("S", FIVES, SIXES))
    Play.objects.update(overrule="")
    older(live)
    assert live.take_back(2).status_code == 200
    assert live.kinds() == ["discard", "discard", "draw", "lay_down"]
    for _play in range(4):
        done(live.take_back())


def test_an_archive_keeps_where_a_skip_lay(cast: Cast) -> None:
    old, new = (begin(cast, turns_logged=False) for _game in range(2))
    older(old)
    document = read(archive_of(cast))
    plays = {game["id"]: game["plays"][1]["data"] for game in document["games"]}
    assert "in_front" not in plays[old.table.game["id"]]
    assert plays[new.table.game["id"]]["in_front"] is True
    restore_archive(
        actor=cast.users["other_owner"],
        group=cast.other_group.pk,
        archive=read_archive(json.dumps(document).encode()),
        players={},
    )
    client = phone(cast.users["other_owner"])
    for live, top in ((old, "S"), (new, "R5")):
        source = Game.objects.get(pk=live.table.game["id"])
        copy = ImportedGame.objects.get(key=f"archive:{source.pk}").game_id
        table = client.get(f"{V1}/games/{copy}/table/").json()
        assert (table["top_discard"], len(table["skipped"])) == (top, 1)


# --- One draw a turn ---------------------------------------------------------------------


def test_a_card_is_drawn_once_a_turn_and_first(cast: Cast) -> None:
    live = Live(sit_down(cast, turns_logged=True))
    done(live.discard(None, "R1"))
    done(live.draw("E"))
    assert problems(live.draw("E")) == ["already_drawn"]
    assert live.draw("E").json()["detail"] == "East has already drawn: only one card a turn."
    done(live.lay("E", FIVES, SIXES))
    done(live.take_back(1))  # it was drawn from the draw pile after all
    response = live.draw("E")
    assert problems(response) == ["already_drawn"]
    assert response.json()["detail"] == (
        "East has already put cards on the table: draw before you lay down or hit."
    )
    done(live.draw("E", overrule="Forgot to note it."))
    done(live.discard("E", "R2"))
    done(live.draw("S"))  # the next turn


def test_where_turns_are_not_logged_it_may_be_another_turn(cast: Cast) -> None:
    live = Live(sit_down(cast))
    done(live.draw("E"))
    done(live.draw("E"))
    done(live.lay("E", FIVES, SIXES))
    done(live.draw("E"))

"""The discard pile on the live table: where a Skip lies, and one draw a turn (section 5)."""

from __future__ import annotations

import json

import pytest

from games.models import Play
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.models import ImportedGame
from tests.accounts.people import mistakes
from tests.cast import V1, Cast
from tests.games.livetable import Live, done, problems, rows
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
    """Store the plays as versions did that took every Skip to lie on the pile.

    None of these knew of cards from the draw pile.
    """
    plays = Play.objects.filter(game=live.table.game["id"])
    plays.filter(data__pile="draw_pile").delete()
    for play in plays:
        for member in ("in_front", "pile", "draws"):
            play.data.pop(member, None)
        play.save()


@both
def test_phones_are_told_that_it_lies_in_front(cast: Cast, turns_logged: bool) -> None:
    live, ears = following(cast, who="NES", turns_logged=turns_logged)
    north = live.table.ids["N"]
    done(live.discard(None, "R5"))
    done(live.draw("E", "draw_pile"))
    done(live.discard("E", "S", skips="N"))
    ears.check("table", "table", "table")
    assert (ears.table["top_discard"], ears.table["skipped"]) == ("R5", [north])
    done(live.draw("S", "draw_pile"))
    done(live.discard("S", "G7"))
    done(live.draw("E", "draw_pile"))
    done(live.lay("E", FIVES, SIXES))
    ears.check(*["table"] * 4)
    assert (ears.table["top_discard"], ears.table["skipped"]) == ("S", [])


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


# --- One draw a turn ---------------------------------------------------------------------


def test_a_turn_begins_with_a_draw(cast: Cast) -> None:
    live = Live(sit_down(cast, "NES", turns_logged=True), draws=False)
    assert live.look()["draw_due"] is True
    before = rows()
    assert problems(live.lay("E", FIVES, SIXES)) == ["not_drawn"]
    assert problems(live.discard("E", "R1")) == ["not_drawn"]
    assert problems(live.discard("E", "R1", dry_run=True)) == ["not_drawn"]
    assert rows() == before
    done(live.discard(None, "R9"))  # which nobody plays
    answer = done(live.draw("E", "draw_pile"))
    assert (answer["draw_due"], answer["top_discard"]) == (False, "R9")
    assert answer["plays"][0]["pile"] == "draw_pile"
    for pile in ("draw_pile", "discard_pile"):
        assert problems(live.draw("E", pile)) == ["already_drawn"]
    done(live.lay("E", FIVES, SIXES))
    assert problems(live.draw("E", "draw_pile")) == ["already_drawn"]
    assert live.take_back(1).json()["code"] == "later_plays_fall"
    assert done(live.discard("E", "R1"))["draw_due"] is True
    # Overruled, the turn goes on without one.
    done(live.lay("S", "R7 G7 B7", "R8 G8 B8", overrule="The card was drawn."))
    done(live.hit("S", 0, "Y5"))
    done(live.discard("S", "R2"))
    assert live.look()["draw_due"] is True
    assert problems(live.hit("N", 0, "R5")) == ["not_drawn", "phase_not_laid"]
    assert mistakes(live.draw("N", "pocket")) == {("pile", "invalid_choice")}
    done(live.draw("N"))
    assert done(live.discard("N", None))["plays"][0]["pile"] is None


def test_a_round_begun_before_draws_were_logged_goes_on_without_them(cast: Cast) -> None:
    live = Live(sit_down(cast, "NES", turns_logged=True), draws=False)
    done(live.discard("E", "R1", overrule="As it was done before."))
    Play.objects.update(overrule="")
    older(live)
    done(live.discard("S", "R2"))
    done(live.discard("N", "R3"))
    done(live.draw("E", "draw_pile"))
    assert problems(live.draw("E")) == ["already_drawn"]
    done(live.take_back())
    # The next one begins with a draw.
    live.table.play("N=out+ E=50- S=50-")
    live.round = 2
    assert live.look()["draw_due"] is True
    assert problems(live.discard("S", "R1")) == ["not_drawn"]


def test_an_archive_keeps_whether_draws_are_logged(cast: Cast) -> None:
    old, new = (Live(sit_down(cast, turns_logged=True)) for _game in range(2))
    for live in (old, new):
        done(live.discard("E", "R1"))
    older(old)
    restore_archive(
        actor=cast.users["other_owner"],
        group=cast.other_group.pk,
        archive=read_archive(json.dumps(read(archive_of(cast))).encode()),
        players={},
    )
    client = phone(cast.users["other_owner"])
    for live, piles, is_due in ((old, [None], False), (new, ["draw_pile", None], True)):
        copy = ImportedGame.objects.get(key=f"archive:{live.table.game['id']}").game_id
        table = client.get(f"{V1}/games/{copy}/table/").json()
        assert ([play["pile"] for play in table["plays"]], table["draw_due"]) == (piles, is_due)

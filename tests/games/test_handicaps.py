"""Players who begin at a later Phase, or with points, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Seat
from tests.accounts.people import mistakes
from tests.cast import V1, Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_attendance import join, leave

pytestmark = pytest.mark.django_db

AHEAD, BEHIND = {"phase": 4}, {"total": 50}


def handicaps(table: Table) -> list[Any]:
    return [player["handicap"] for player in table.look()["players"]]


def test_a_game_begins_with_handicaps(cast: Cast) -> None:
    table = sit_down(cast, "NES", handicaps=[AHEAD, None, BEHIND])
    assert handicaps(table) == [{"phase": 4, "total": 0}, None, {"phase": 1, "total": 50}]
    assert [player["stints"] for player in table.game["players"]] == [[], [], []]
    assert (table.phases(), table.standings()) == ([4, 1, 1], ["N 3 0 1", "E 0 0 2", "S 0 50 3"])
    # Points are checked by the Phase that a player is on: 25 left in hand prove that of Phase 4.
    table.play("N=25 E=out S=55-")
    assert (table.phases(), table.standings()) == ([5, 2, 1], ["N 4 25 1", "E 1 0 2", "S 0 105 3"])


def test_without_handicaps_nothing_is_new(cast: Cast) -> None:
    for given in (
        {},
        {"handicaps": [None] * 3},
        {"handicaps": [{"phase": 1, "total": 0}, {}, None]},
    ):
        table = sit_down(cast, "NES", **given)
        assert handicaps(table) == [None] * 3
        assert "handicaps" not in table.changes()[0]["after"]
    assert not Seat.objects.exclude(stints=[]).exists()


WRONG: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "too few of them": ({"handicaps": [AHEAD]}, {("handicaps", "wrong_player_count")}),
    "more than players": ({"handicaps": [AHEAD] * 4}, {("handicaps", "wrong_player_count")}),
    "a Phase that the game lacks": (
        {"handicaps": [None, {"phase": 4}, {"phase": 5}], "phases": [1, 2, 3]},
        {("handicaps.1.phase", "unknown_phase"), ("handicaps.2.phase", "unknown_phase")},
    ),
    "Phase 0": ({"handicaps": [{"phase": 0}, None, None]}, {("handicaps.0.phase", "min_value")}),
    "a Phase in words": (
        {"handicaps": [{"phase": "lowest"}, None, None]}, {("handicaps.0.phase", "invalid")},
    ),
    "points that no hand counts": (
        {"handicaps": [None, {"total": 7}, None]}, {("handicaps.1.total", "not_multiple_of_5")},
    ),
    "points below 0": (
        {"handicaps": [None, {"total": -5}, None]}, {("handicaps.1.total", "min_value")},
    ),
    "a Phase with fixed rounds": (
        {"handicaps": [{"phase": 2, "total": 5}, None, None], "variant": "fixed_rounds"},
        {("handicaps.0.phase", "fixed_rounds")},
    ),
    "what is not a handicap": (
        {"handicaps": [{"wins": 3}, None, None]}, {("handicaps.0.wins", "unknown_field")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", WRONG)
def test_what_is_wrong_is_named(cast: Cast, why: str) -> None:
    more, expected = WRONG[why]
    ids = [str(player.pk) for player in cast.players[:3]]
    body = {"edition": "classic", "players": ids, **more}
    response = phone(cast.users["scorer"]).post(f"{cast.url}/games/", body)
    assert mistakes(response) == expected
    assert not Game.objects.exists()


def test_with_fixed_rounds_the_stronger_begin_with_points(cast: Cast) -> None:
    table = sit_down(cast, "NE", variant="fixed_rounds", phases=[1, 2], handicaps=[BEHIND, None])
    table.play("N=out E=5+", "N=out E=40+")
    assert table.standings() == ["N 2 50 2", "E 2 45 1*"]


def test_a_group_begins_with_a_game_with_handicaps(cast: Cast) -> None:
    players = [{"name": "Mina"}, {"name": "Tom"}]
    game = {"edition": "classic", "players": players, "handicaps": [None, {"phase": 3}]}
    client = phone(cast.users["outsider"])
    response = client.post(f"{V1}/groups/", {"name": "At home", "game": game})
    assert response.status_code == 201, response.content
    assert [player["phase"] for player in response.json()["game"]["players"]] == [1, 3]
    wrong = {**game, "handicaps": [None, {"phase": 11}]}
    response = client.post(f"{V1}/groups/", {"name": "At home", "game": wrong})
    assert mistakes(response) == {("game.handicaps.1.phase", "unknown_phase")}


# --- Changes ----------------------------------------------------------------------------


def test_handicaps_change_before_the_first_round(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    assert table.change(handicaps=[None, AHEAD, None]).status_code == 200
    assert table.phases() == [1, 4, 1]
    change = table.changes()[0]
    assert (change["kind"], "handicaps" in change["before"]) == ("settings_changed", False)
    assert change["after"]["handicaps"] == [None, {"phase": 4, "total": 0}, None]
    # Whoever stays keeps theirs, in whatever seat.
    assert table.change(players=[table.ids["E"], table.ids["N"]]).status_code == 200
    assert (table.game["players"][0]["name"], table.phases()) == ("East", [4, 1])
    assert mistakes(table.change(phases=[1, 2])) == {("handicaps.0.phase", "unknown_phase")}
    assert mistakes(table.change(variant="fixed_rounds")) == {("handicaps.0.phase", "fixed_rounds")}
    assert table.change(handicaps=[None, None]).status_code == 200
    assert table.phases() == [1, 1]


def test_handicaps_are_settled_by_the_first_round(cast: Cast) -> None:
    table = sit_down(cast, "NE", handicaps=[AHEAD, None]).play("N=out E=55-")
    assert mistakes(table.change(handicaps=[None, None]), 409) == {("handicaps", "already_played")}
    table.take_back()
    assert table.phases() == [4, 1]
    assert table.change(handicaps=[None, None]).status_code == 200


def test_a_correction_keeps_the_handicap(cast: Cast) -> None:
    table = sit_down(cast, "NE", handicaps=[AHEAD, None]).play("N=out E=55-", "N=50- E=out")
    assert table.correct(1, "N=50- E=out").status_code == 200
    assert (table.phases(), handicaps(table)[0]) == ([4, 3], {"phase": 4, "total": 0})


def test_whoever_leaves_and_comes_back_keeps_the_handicap(cast: Cast) -> None:
    table = sit_down(cast, "NES", handicaps=[AHEAD, None, None]).play("N=out E=55- S=55-")
    leave(table, "N", cast)
    assert handicaps(table)[0] == {"phase": 4, "total": 0}
    table.play("E=out S=55-")
    join(table, "N", cast)
    [first, second] = table.game["players"][0]["stints"]
    assert (first["first_round"], first["last_round"], first["phase"]) == (1, 1, None)
    assert (second["first_round"], table.phases()[0]) == (3, 5)


def test_a_late_joiner_has_no_handicap(cast: Cast) -> None:
    table = sit_down(cast, "NE", handicaps=[AHEAD, None]).play("N=out E=55-")
    join(table, "S", cast, phase="lowest", total=10)
    assert (table.phases(), handicaps(table)[2]) == ([5, 1, 1], None)


def test_the_last_phase_can_be_the_first(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 2, 3], handicaps=[{"phase": 3}, None])
    table.play("N=out E=5")
    assert (table.game["status"], table.standings()) == ("over", ["N 3 0 1*", "E 1 5 2"])

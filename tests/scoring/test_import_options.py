"""What somebody says about a file: its columns, who is who, what to leave out, which edition."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.models import Game, Player
from scoring.exchange.wire.previews import MAX_WARNINGS
from tests.cast import Cast
from tests.games.scoresheet import phone
from tests.scoring.import_files import (
    JSON,
    ask_import,
    codes,
    ended,
    look_again,
    looked_at,
    standings,
    worked_on,
)

ABBREVIATED = "Tag;Runde;A;K;Laune\n01.03.2024;1;0;110;gut\n;2;110;0;5\n"
OPTIONS: dict[str, Any] = {
    "columns": {"Tag": "date", "A": "player:North", "k": "player:Oma Käthe", "Laune": "ignore"}
}


def columns(found: dict[str, Any]) -> dict[str, str | None]:
    return {each["heading"]: each["reads_as"] for each in found["columns"]}


def test_a_preview_shows_how_each_column_is_read(cast: Cast) -> None:
    _job, found = looked_at(cast, ABBREVIATED)
    assert found["layout"] == "rounds"
    assert columns(found) == {
        "Tag": "date",
        "Runde": "round",
        "A": "player:A",
        "K": "player:K",
        "Laune": "player:Laune",
    }
    assert [each["column"] for each in found["columns"]] == list("ABCDE")


def test_columns_can_be_said(cast: Cast) -> None:
    job, _found = looked_at(cast, ABBREVIATED)
    again, found = look_again(cast, job, **OPTIONS)
    assert columns(found)["K"] == "player:Oma Käthe"
    assert columns(found)["Laune"] is None
    assert [each["name"] for each in found["players"]] == ["North", "Oma Käthe"]
    assert found["options"]["columns"] == OPTIONS["columns"]
    assert found["problem_count"] == 0
    assert ended(ask_import(cast, again, players={"Oma Käthe": "new"}))[1]["imported"] == 1
    assert standings(cast, Game.objects.get().pk) == ["North 1 110 1", "Oma Käthe 1 110 1"]


def test_a_job_fails_if_its_reading_leaves_something_open(cast: Cast) -> None:
    job, _found = looked_at(cast, ABBREVIATED)
    Player.objects.create(group=cast.group, name="Oma Kathe")
    failed = worked_on(ask_import(cast, job, **OPTIONS))
    assert (failed.state, failed.problem["code"]) == ("failed", "players_open")  # type: ignore[index]
    broken = {**OPTIONS, "columns": {**OPTIONS["columns"], "Tag": "ignore"}}
    failed = worked_on(ask_import(cast, job, **broken))
    assert (failed.state, failed.problem["code"]) == ("failed", "file_has_problems")  # type: ignore[index]
    assert not Game.objects.exists()


LINES = "date,game,player,total,won\n"
GOOD = "2024-03-02,a,North,50,yes\n2024-03-02,a,East,55,\n"
BAD = "2024-03-03,b,North,fifty,yes\n2024-03-03,b,East,55,\n"


def test_a_bad_line_blocks_the_import_only_if_it_is_not_skipped(cast: Cast) -> None:
    job, found = looked_at(cast, LINES + BAD + GOOD)
    assert (codes(found), found["blocking_count"]) == ([(2, "total", "bad_number")], 1)
    assert ask_import(cast, job).status_code == 409
    [problem] = found["problems"]
    assert problem["skip"] == [2, 3]  # without line 2, nobody plays against East
    again, found = look_again(cast, job, skip=problem["skip"])
    assert (found["games"], found["problem_count"]) == (1, 0)
    assert ended(ask_import(cast, again))[1]["imported"] == 1


@pytest.mark.parametrize(
    "line", ["2024-03-03,b," + "x" * 3_000 + ",5,", "2024-03-03,b,East,5,,,x", "," * 60 + "x"]
)
def test_a_line_that_is_too_long_can_be_skipped(cast: Cast, line: str) -> None:
    job, found = looked_at(cast, f"{LINES}{GOOD}{line}\n")
    assert found["blocking_count"]
    assert found["problems"][0]["skip"] == [4]
    assert look_again(cast, job, skip=[4])[1]["games"] == 1


def test_similar_names_are_asked_about_and_can_be_one_person_or_two(cast: Cast) -> None:
    text = LINES + "2024-03-02,a,Jürgen,50,yes\n2024-03-02,a,East,55,\n"
    text += "2024-03-03,b,Juergen,50,yes\n2024-03-03,b,East,55,\n"
    job, found = looked_at(cast, text)
    names = ["Jürgen", "Juergen"]
    assert found["similar_names"] == [{"names": names, "same": None}]
    for same, players in ((True, ["East", "Jürgen"]), (False, ["East", "Juergen", "Jürgen"])):
        _again, found = look_again(cast, job, same_as=[{"names": names, "same": same}])
        assert [each["name"] for each in found["players"]] == players
        assert found["similar_names"] == [{"names": names, "same": same}]
        assert not any("similar names" in warning for warning in found["warnings"])
    again, _found = look_again(cast, job, same_as=[{"names": names, "same": True}])
    result = ended(ask_import(cast, again))[1]
    assert (result["imported"], len(result["new_players"])) == (2, 1)


def test_an_unknown_game_can_be_given_an_edition(cast: Cast) -> None:
    text = "date,player,total,won,edition\n2024-03-02,North,50,yes,Phase 10 Deluxe\n,East,55,,\n"
    job, found = looked_at(cast, text)
    assert codes(found) == [(2, "edition", "unknown_edition")]
    assert found["unknown_games"] == [{"name": "Phase 10 Deluxe", "lines": 1}]
    again, found = look_again(cast, job, editions={"phase 10 deluxe": "express"})
    assert (found["problem_count"], found["unknown_games"]) == (0, [])
    ended(ask_import(cast, again))
    assert Game.objects.get().edition == "express"


def test_of_many_warnings_some_are_told(cast: Cast) -> None:
    _job, found = looked_at(cast, "date,2024-03-01\nround,A,B\n" + "1,0 (9),5 (3)\n" * 150)
    *told, last = found["warnings"]
    assert len(told) == MAX_WARNINGS
    assert last == "51 more warnings."  # a game each, and that none is over


def test_what_no_database_stores_is_shown_without_it(cast: Cast) -> None:
    """PostgreSQL has no null characters, not even in JSON."""
    _job, found = looked_at(cast, f"{'x' * 1001}\ndate,North,East,Mood\0\n2024-03-01,0,50,good\n")
    assert found["columns"][-1]["heading"] == "Mood\ufffd"
    games = {"games": [{"id": 1, "name": "U\0no"}], "players": [], "plays": [{"gameRefId": 1}]}
    _job, found = looked_at(cast, json.dumps(games), JSON)
    assert found["unknown_games"] == [{"name": "U\ufffdno", "lines": 1}]


@pytest.mark.parametrize(
    "options",
    [
        {"columns": {"A": "points of Anna"}},
        {"columns": {"A": 5}},
        {"columns": ["A"]},
        {"columns": {"A\0": "points"}},
        {"columns": {str(n): "ignore" for n in range(51)}},
        {"same_as": [{"names": ["A"], "same": True}]},
        {"same_as": [{"names": ["A", "B"]}]},
        {"same_as": [{"names": ["A", "B"], "same": "yes"}]},
        {"skip": [0]},
        {"skip": ["3"]},
        {"skip": [1] * 5_001},
        {"editions": {"Uno": "uno"}},
        {"editions": {"Uno\0": "classic"}},
        {"brackets": "next"},
        {"dates": "ymd"},
        {"nonsense": 1},
        # Nor by an import, which takes these two.
        {"overrule": 5},
        {"overrule": "x" * 201},
        {"players": []},
        {"players": "new"},
        {"players": {"North\0": "new"}},
        {"players": {"North": 5}},
        {"players": {"North": None}},
        {"players": {"North": "nobody"}},
        {"players": {"North": {"id": "new"}}},
        {"players": {"North": "0b6f8c8e0-000-4000-8000-000000000000"}},  # a hyphen out of place
    ],
)
def test_options_that_cannot_be_read(cast: Cast, options: dict[str, Any]) -> None:
    job, _found = looked_at(cast, LINES + GOOD)
    for kind in ("preview", "import"):
        body = {"kind": kind, "preview": str(job.pk), **options}
        response = phone(cast.users["scorer"]).post(f"{cast.url}/jobs/", body)
        assert (response.status_code, response.json()["code"]) == (400, "invalid_request"), kind
        assert response.json()["errors"][0]["field"].partition(".")[0] in options


def test_all_errors_of_a_mapping_are_told_at_once(cast: Cast) -> None:
    job, _found = looked_at(cast, ABBREVIATED)
    response = ask_import(
        cast,
        job,
        columns={"A": "points of Anna", "K": ""},
        players={"North": "nobody", "East": None},
    )
    assert {(one["field"], one["code"]) for one in response.json()["errors"]} == {
        ("columns.A", "unknown_column"),
        ("columns.K", "blank"),
        ("players.North", "not_a_player"),
        ("players.East", "not_a_player"),
    }

"""Games that somebody joined late or left: what counts for whom.

North and East play all three rounds. South leaves after the first one, which she has won. West
joins in the second one with 100 points, and wins the game.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_attendance import join, leave
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(cast: Cast) -> Table:
    table = sit_down(cast, "NES", phases=[1, 2]).play("N=60- E=65- S=out")
    leave(table, "S", cast)
    join(table, "W", cast, phase="lowest", total=100)
    return table.play("N=60- E=65- W=out", "N=60- E=20+ W=out")


def statistics(cast: Cast, path: str) -> Any:
    count_all()
    answer = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/{path}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_game_counts_for_those_who_were_there_throughout(cast: Cast, table: Table) -> None:
    assert table.standings() == ["N 0 180 3", "E 1 150 2", "S 1 0 4", "W 2 100 1*"]
    lines = {line["player"]["name"][0]: line for line in statistics(cast, "leaderboard")["players"]}
    counted = {
        name: (line["games"], line["part_games"], line["wins"], line["expected_wins"])
        for name, line in lines.items()
    }
    # West has won, so neither of the two has.
    assert counted == {
        "N": (1, 0, 0, 0.5),
        "E": (1, 0, 0, 0.5),
        "S": (0, 1, 0, 0),
        "W": (0, 1, 0, 0),
    }
    places = {name: line["place"]["value"] for name, line in lines.items()}
    assert places == {"N": 2, "E": 1, "S": None, "W": None}
    # Their rounds count for all.
    rounds = {
        name: (line["rounds"], line["points_a_round"]["value"], line["gone_out"])
        for name, line in lines.items()
    }
    assert rounds == {"N": (3, 60, 0), "E": (3, 50, 0), "S": (1, 0, 1), "W": (2, 0, 2)}
    ratings = {name: line["rating"]["mu"] for name, line in lines.items()}
    assert ratings["S"] == ratings["W"] == 25
    assert ratings["E"] > 25 > ratings["N"]


def test_records_and_pairs_are_of_those_who_were_there_throughout(cast: Cast, table: Table) -> None:
    holders = {record["player"]["name"] for record in statistics(cast, "records")["records"]}
    assert holders == {"North", "East"}
    pairs = statistics(cast, "head-to-head")["pairs"]
    assert [(pair["player"]["name"], pair["ahead"]) for pair in pairs] == [
        ("East", 1),
        ("North", 0),
    ]
    west = statistics(cast, f"players/{table.ids['W']}")
    assert (west["latest"], west["badges"], west["streaks"]["going_out"]["longest"]) == ([], [], 0)
    call_command("recompute", "--check")


def test_a_game_that_nobody_played_throughout_rates_nobody(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1])
    table.record("N=60- E=65- S=60-", overrule="Nobody went out.")
    leave(table, "S", cast)
    join(table, "W", cast, total=0)
    table.record("N=60- E=65- W=60-", overrule="Nobody went out.")
    leave(table, "N", cast)
    assert join(table, "S", cast).status_code == 201
    table.play("E=out W=60- S=60-")
    lines = statistics(cast, "leaderboard")["players"]
    assert {line["part_games"] for line in lines} == {1}
    assert {line["rating"]["mu"] for line in lines} == {25}
    call_command("recompute", "--check")


def test_the_leader_wins_who_left_after_the_last_round(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=55-", "N=out E=5 S=55-")
    leave(table, "N", cast)
    join(table, "W", cast, phase="lowest", total=0)
    assert table.standings() == ["N 2 0 4", "E 2 10 1", "S 0 110 3", "W 0 0 2"]
    assert table.decide("end").status_code == 200
    # She was there to the end, and West never was.
    assert table.standings() == ["N 2 0 1*", "E 2 10 2", "S 0 110 3", "W 0 0 4"]
    assert [player["at_table"] for player in table.game["players"]] == [True, True, True, False]
    assert table.look()["winners"] == [table.ids["N"]]
    lines = {line["player"]["name"][0]: line for line in statistics(cast, "leaderboard")["players"]}
    assert {name: (line["games"], line["wins"]) for name, line in lines.items()} == {
        "N": (1, 1),
        "E": (1, 0),
        "S": (1, 0),
    }
    assert lines["N"]["rating"]["mu"] > 25
    # If the game goes on, she has left after all.
    assert table.decide("resume").status_code == 200
    assert table.standings()[0] == "N 2 0 4"
    call_command("recompute", "--check")

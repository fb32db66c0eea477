"""Games that somebody joined late or left: what counts for whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.games.test_attendance import join, leave
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db


def statistics(cast: Cast, path: str) -> Any:
    count_all()
    answer = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/{path}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


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

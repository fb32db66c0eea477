"""GET groups/{group}/summary/: what a dashboard shows."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db


def summary(cast: Cast) -> Any:
    count_all()
    response = phone(cast.users["viewer"]).get(f"{cast.url}/summary/")
    assert response.status_code == 200, response.content
    return response.json()


def test_a_group_without_games(cast: Cast) -> None:
    told = summary(cast)
    assert (told["id"], told["name"]) == (str(cast.group.pk), "Kitchen table")
    assert (told["leaders"], told["last_night"], told["games"]) == ([], None, [])


def test_who_leads_what_was_and_what_is_played(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for evening in ("2026-11-14T20:00Z", "2026-11-21T20:00Z"):
        table = sit_down(cast, "NS", phases=[1])
        Game.objects.filter(pk=table.game["id"]).update(started_at=evening)
        table.play("N=out S=60-")
    playing = sit_down(cast, "SN")
    playing.play("S=out N=25+")
    told = summary(cast)
    north, south = cast.players[0], cast.players[2]
    leader, second = told["leaders"]
    assert (leader["player"]["id"], leader["wins"], leader["games"]) == (str(north.pk), 2, 2)
    assert leader["rating"]["points"] > 1000 > second["rating"]["points"]
    assert told["last_night"]["date"] == "2026-11-21"
    assert [winner["name"] for winner in told["last_night"]["winners"]] == ["North"]
    (game,) = told["games"]
    assert (game["id"], game["round"]) == (playing.game["id"], 2)
    assert [(each["name"], each["total"]) for each in game["players"]] == [
        ("South", 0),
        ("North", 25),
    ]
    assert game["dealer"] in (str(north.pk), str(south.pk))
    count_all()
    with django_assert_max_num_queries(14):
        phone(cast.users["viewer"]).get(f"{cast.url}/summary/")

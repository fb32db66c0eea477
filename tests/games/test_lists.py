"""Games in lists: filters, pages, and what it costs to read one or many."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection

from games.models import Game
from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.everything import totals_only

DAY = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def listed(cast: Cast, query: str = "", who: str = "scorer") -> list[str]:
    """The ids of the games on the first page."""
    response = phone(cast.users[who]).get(f"{cast.url}/games/?{query}")
    assert response.status_code == 200, response.content
    return [game["id"] for game in response.json()["results"]]


@pytest.fixture
def games(cast: Cast) -> dict[str, Table]:
    """Games of three evenings."""
    made = {}
    with time_machine.travel(DAY, tick=False):
        made["classic"] = sit_down(cast, "NE", phases=[1]).play("N=out E=5")
    with time_machine.travel(DAY + timedelta(days=1), tick=False):
        made["flip"] = sit_down(cast, "ES", edition="flip")
        made["flip"].decide("abandon")
    with time_machine.travel(DAY + timedelta(days=2), tick=False):
        made["express"] = sit_down(cast, "NW", edition="express")
        made["express"].decide("archive")
    return made


# The group's time zone is UTC.
FILTERS = {
    "": ["express", "flip", "classic"],
    "edition=flip": ["flip"],
    "status=playing": ["express"],
    "status=over": ["classic"],
    "status=abandoned": ["flip"],
    "archived=true": ["express"],
    "archived=false": ["flip", "classic"],
    "deleted=false": ["express", "flip", "classic"],
    "from=2026-11-21": ["express", "flip"],
    "to=2026-11-21": ["flip", "classic"],
    "from=2026-11-21&to=2026-11-21": ["flip"],
    "from=2026-11-23": [],
    "from=0001-01-01&to=9999-12-31": ["express", "flip", "classic"],
    "edition=classic&status=playing": [],
}


@pytest.mark.parametrize("query", FILTERS)
def test_a_filter(cast: Cast, games: dict[str, Table], query: str) -> None:
    assert listed(cast, query) == [games[name].game["id"] for name in FILTERS[query]]


def test_games_of_a_player(cast: Cast, games: dict[str, Table]) -> None:
    expected = {"North": ["express", "classic"], "East": ["flip", "classic"], "West": ["express"]}
    for player in cast.players:
        if player.name in expected:
            names = expected[player.name]
            assert listed(cast, f"player={player.pk}") == [games[n].game["id"] for n in names]
    assert listed(cast, f"player={cast.group.pk}") == []
    elsewhere = f"/api/v1/groups/{cast.other_group.pk}/games/"
    assert phone(cast.users["other_owner"]).get(elsewhere).json()["results"] == []


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("UTC", "2026-11-21T00:00:00+00:00"),
        ("UTC", "2026-11-21T23:59:59.999999+00:00"),
        ("Asia/Tokyo", "2026-11-20T15:00:00+00:00"),
        ("America/Lima", "2026-11-22T04:59:59+00:00"),
    ],
)
def test_days_are_those_of_the_group(cast: Cast, zone: str, moment: str) -> None:
    game = sit_down(cast, "NE").game["id"]
    Game.objects.update(started_at=moment)
    cast.group.time_zone = zone
    cast.group.save()
    assert listed(cast, "from=2026-11-21&to=2026-11-21") == [game]
    assert listed(cast, "from=2026-11-22") == listed(cast, "to=2026-11-20") == []
    assert listed(cast, "from=0001-01-01&to=9999-12-31") == [game]


def test_a_game_that_was_started_offline_is_listed_on_its_day(cast: Cast) -> None:
    game = sit_down(cast, "NE").game["id"]
    times = {"started_at": "2026-11-22T12:00:00+00:00", "phone_time": "2026-11-20T20:00:00+00:00"}
    Game.objects.update(**times)
    assert listed(cast, "from=2026-11-20&to=2026-11-20") == [game]
    assert listed(cast, "from=2026-11-21") == listed(cast, "to=2026-11-19") == []
    # A clock that is ahead moves no game.
    Game.objects.update(started_at=times["phone_time"], phone_time=times["started_at"])
    assert listed(cast, "from=2026-11-20&to=2026-11-20") == [game]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "tarot"),
        ("edition", ""),
        ("status", "Playing"),
        ("player", "x"),
        ("player", "{6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01}"),
        ("from", "yesterday"),
        ("from", "2026-02-30"),
        ("from", "2026-W47-6"),
        ("to", "20261121"),
        ("to", "2026-11-21T00:00:00Z"),
        ("archived", "1"),
        ("deleted", "True"),
        ("editon", "flip"),  # a slip must not pass for no filter at all
        ("limit", "0"),
        ("cursor", "x"),
    ],
)
def test_a_query_that_cannot_be_read(cast: Cast, name: str, value: str) -> None:
    response = phone(cast.users["owner"]).get(f"{cast.url}/games/", {name: value})
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [name]


GAME_FIELDS = ("id", "edition", "variant", "status", "archived", "started_at", "phone_time")


def test_a_game_in_the_list(cast: Cast) -> None:
    table = sit_down(cast, "SN", edition="express")
    [row] = phone(cast.users["viewer"]).get(f"{cast.url}/games/").json()["results"]
    game = table.look()
    assert row == {
        **{name: game[name] for name in GAME_FIELDS},
        "changed_at": game["changed_at"],
        "restorable_until": None,
        "rounds": 0,
        "winners": [],
        "players": [
            {name: player[name] for name in ("id", "name", "color", "sign", "total", "rank")}
            for player in game["players"]
        ],
    }


def test_a_game_in_the_list_says_who_won(cast: Cast, games: dict[str, Table]) -> None:
    played = sit_down(cast, "NES").play("N=out E=5 S=50-", "E=out N=5 S=25+")
    early = sit_down(cast, "WN").play("W=out N=15")
    early.decide("end")
    paper = totals_only(cast.group, cast.players[:3])
    rows = phone(cast.users["viewer"]).get(f"{cast.url}/games/").json()["results"]
    found = {
        row["id"]: (
            row["rounds"],
            [player["total"] for player in row["players"]],
            [player["name"] for player in row["players"] if player["id"] in row["winners"]],
        )
        for row in rows
    }
    assert found[played.game["id"]] == (2, [5, 5, 75], [])
    assert found[early.game["id"]] == (1, [0, 15], ["West"])
    assert found[games["classic"].game["id"]] == (1, [0, 5], ["North"])
    assert found[str(paper.pk)] == (None, [325, 150, 0], ["North"])


def test_deleted_games_are_for_owners(cast: Cast, games: dict[str, Table]) -> None:
    owner = phone(cast.users["owner"])
    flip = games["flip"]
    owner.delete(flip.url, headers={"If-Match": flip.etag})
    assert listed(cast, "deleted=true", "owner") == [flip.game["id"]]
    assert listed(cast, "deleted=true&edition=classic", "owner") == []
    assert flip.game["id"] not in listed(cast, "", "owner")
    for name in ("viewer", "scorer"):
        response = phone(cast.users[name]).get(f"{cast.url}/games/?deleted=true")
        assert response.status_code == 403


def test_pages(cast: Cast) -> None:
    made = []
    for day in range(7):
        # Two at the same instant: then the id decides, and none is lost between pages.
        with time_machine.travel(DAY + timedelta(days=day // 2), tick=False):
            made.append(sit_down(cast, "NE").game["id"])
    client = phone(cast.users["viewer"])
    pages, address = [], f"{cast.url}/games/?limit=3&edition=classic"
    while address:
        page = client.get(address).json()
        pages.append(page)
        if len(pages) == 1:
            with time_machine.travel(DAY + timedelta(days=9)):
                sit_down(cast, "NE")  # a new game at the top moves nothing
        address = page["next"]
    sizes = [len(page["results"]) for page in pages]
    assert sizes == [3, 3, 1]
    assert {game["id"] for page in pages for game in page["results"]} == set(made)
    started = [game["started_at"] for page in pages for game in page["results"]]
    assert started == sorted(started, reverse=True)
    back = client.get(pages[2]["previous"]).json()
    assert back["results"] == pages[1]["results"]


# --- What it costs ----------------------------------------------------------------------


def test_a_list_takes_as_many_queries_however_long(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    client = phone(cast.users["viewer"])
    for _game in range(4):
        sit_down(cast).play("N=out E=5 S=5 W=5")
        with django_assert_num_queries(5):  # the token, the member, the games, seats, rounds
            client.get(f"{cast.url}/games/")


@pytest.mark.parametrize("what", ["members", "players"])
def test_a_list_of_people_takes_three_queries(
    cast: Cast, django_assert_num_queries: Any, what: str
) -> None:
    client = phone(cast.users["viewer"])
    client.get(f"{cast.url}/{what}/")
    with django_assert_num_queries(3):  # the token, the member, the page
        client.get(f"{cast.url}/{what}/")


def test_reading_forty_rounds_takes_as_many_queries_as_reading_one(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    table = sit_down(cast)
    for number in range(1, 41):
        response = table.record("N=105 E=out- S=105 W=105", overrule="East misread a card.")
        assert response.status_code == 201
        if number in (1, 40):
            # The token, the game, its seats and rounds, which are asked for together.
            with django_assert_num_queries(3 if connection.vendor == "postgresql" else 4):
                assert len(table.look()["rounds"]) == number
    assert table.standings()[0] == "N 0 4200 2"

"""A phone that was offline while a player was merged sends what it has kept, with the old id."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.player_merge import merge_players
from tests.accounts.people import mistakes
from tests.cast import V1, Cast
from tests.games.scoresheet import Table, lines, sit_down


def merge(cast: Cast, gone: int, kept: int) -> tuple[str, str]:
    """Merge one player into another; the ids of both."""
    ids = [cast.players[number].pk for number in (gone, kept)]
    merge_players(actor=cast.users["owner"], player=ids[0], into=ids[1])
    return str(ids[0]), str(ids[1])


@pytest.fixture
def table(cast: Cast) -> Table:
    """North, East and South; the phone knows South as who was then merged into West."""
    table = sit_down(cast, "NES")
    merge(cast, 2, 3)
    return table


def test_a_round_and_its_correction(cast: Cast, table: Table) -> None:
    old, west = (str(cast.players[place].pk) for place in (2, 3))
    # One who is in the round already does not get a second line under the old id.
    twice = {"number": 1, "results": lines({**table.ids, "W": west}, "N=out E=5 S=5 W=5")}
    refused = table.client.post(f"{table.url}rounds/", twice)
    assert mistakes(refused) == {("results.3.player", "duplicate_player")}
    ids = table.ids
    recorded = table.record("N=out E=5 S=50-")
    assert recorded.status_code == 201, recorded.content
    assert recorded.json()["rounds"][0]["lines"][2]["player"] == west
    body = {"results": lines({**ids, "S": old}, "N=out E=5 S=10")}
    corrected = table.client.put(f"{table.url}rounds/1/", body, headers=table._seen())
    assert corrected.status_code == 200, corrected.content
    assert corrected.json()["rounds"][0]["lines"][2]["points"] == 10


def test_leaving_and_coming_back(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-")
    old, west = merge(cast, 2, 3)
    table.look()
    left = table._keep(table.client.delete(f"{table.url}players/{old}/", headers=table._seen()))
    assert left.status_code == 200, left.content
    back = {"player": old}
    joined = table._keep(table.client.post(f"{table.url}players/", back, headers=table._seen()))
    assert joined.status_code == 201, joined.content
    assert [player["stints"] for player in joined.json()["players"]] == [[], [], []]
    new = {"player": {"name": "Tom"}, "left_of": old, "total": 0}
    joined = table._keep(table.client.post(f"{table.url}players/", new, headers=table._seen()))
    assert joined.status_code == 201, joined.content
    assert [player["id"] for player in joined.json()["players"]][2] == west


def test_starting_a_game_and_changing_its_players(cast: Cast) -> None:
    north, east = (str(player.pk) for player in cast.players[:2])
    old, west = merge(cast, 2, 3)

    def start(*players: str, dealer: str) -> Any:
        body = {"edition": "classic", "players": players, "first_dealer": dealer}
        return cast.scorer.post(f"{cast.url}/games/", body)

    for players, dealer in (((north, old), old), ((north, old), west), ((north, west), old)):
        started = start(*players, dealer=dealer)
        assert started.status_code == 201, started.content
        assert started.json()["players"][1]["id"] == started.json()["first_dealer"] == west
    assert mistakes(start(north, old, west, dealer=north)) == {("players.2", "duplicate_player")}
    assert mistakes(start(north, str(uuid4()), dealer=north)) == {("players.1", "unknown_player")}
    for change in ({"players": [east, old], "first_dealer": old}, {"first_dealer": old}):
        seen = f'"{started.json()["version"]}"'
        url = f"{V1}/games/{started.json()['id']}/"
        started = cast.scorer.patch(url, change, headers={"If-Match": seen})
        assert started.status_code == 200, started.content
        assert started.json()["first_dealer"] == west


def test_ids_that_are_known_are_not_looked_up(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    with CaptureQueriesContext(connection) as queries:
        table.play("N=out E=5")
    assert not lookups(queries)
    merge(cast, 0, 2)
    with CaptureQueriesContext(connection) as queries:
        table.play("N=out E=5")
    assert len(lookups(queries)) == 1


def lookups(queries: CaptureQueriesContext) -> list[str]:
    texts = [query["sql"] for query in queries]
    return [text for text in texts if '"merged_into_id" IS NOT NULL' in text]

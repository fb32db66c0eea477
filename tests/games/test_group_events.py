"""What phones that follow a group are told, and who may follow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.models.log import GroupEventKind
from games.services.hidden_games import show_import
from tests.api.contract import assert_valid, published
from tests.cast import V1, Cast
from tests.games.deeds import DEEDS, player
from tests.games.races import together
from tests.games.scoresheet import Table, phone, sit_down

EVENT = {"$ref": "#/components/schemas/GroupEvent"}


def log(cast: Cast, after: int = 0, who: str = "viewer") -> list[dict[str, Any]]:
    response = getattr(cast, who).get(f"{cast.url}/events/?wait=0&after={after}")
    assert response.status_code == 200, response.content
    events: list[dict[str, Any]] = response.json()["events"]
    return events


def told(cast: Cast, deed: Callable[[], Any]) -> list[dict[str, Any]]:
    """The events that follow from what somebody does."""
    before = cast.viewer.get(f"{cast.url}/").json()["event"]
    response = deed()
    assert getattr(response, "status_code", 200) < 300, response.content
    events = log(cast, before)
    assert [event["number"] for event in events] == list(
        range(before + 1, before + 1 + len(events))
    )
    for event in events:
        assert_valid(EVENT, event, f"the event {event['kind']}")
        assert cast.viewer.get(f"{cast.url}/").json()["event"] == events[-1]["number"]
    return events


def test_all_kinds_are_published() -> None:
    mapping = published()["components"]["schemas"]["GroupEvent"]["discriminator"]["mapping"]
    assert set(mapping) == set(GroupEventKind.values)


def test_a_game_from_its_start_to_its_end(cast: Cast) -> None:
    tables: list[Table] = []
    deeds: dict[str, Callable[[], Any]] = {
        "game_started": lambda: tables.append(sit_down(cast, "NE")),
        "round_recorded": lambda: tables[0].record("N=out E=15"),
        "round_corrected": lambda: tables[0].correct(1, "N=out E=10"),
        "game_ended_early": lambda: tables[0].decide("end"),
        "game_archived": lambda: tables[0].decide("archive"),
    }
    for cause, deed in deeds.items():
        [event] = told(cast, deed)
        assert (event["kind"], event["data"]["cause"]) == ("game_changed", cause)
        assert event["actor"] == "scorer"
        # The game is told as the list has it.
        assert [event["data"]["game"]] == cast.viewer.get(f"{cast.url}/games/").json()["results"]
    assert event["data"]["game"]["winners"] == [tables[0].ids["N"]]
    address = tables[0].url
    [gone] = told(cast, lambda: cast.owner.delete(address, headers={"If-Match": "*"}))
    assert (gone["kind"], gone["data"]) == ("game_removed", {"game": tables[0].game["id"]})
    [back] = told(cast, lambda: cast.owner.patch(address, {"deleted": False}))
    assert (back["kind"], back["data"]["cause"]) == ("game_changed", "game_restored")


def test_a_play_is_for_those_who_follow_the_game(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    note = {"kind": "note", "round": 1, "text": "Tea."}
    assert told(cast, lambda: table.client.post(f"{table.url}table/plays/", note)) == []


# What is told of what somebody does: the kinds, and a word of each one's data.
TOLD: dict[str, dict[str, str]] = {
    "a new player": {"player_changed": "Ida"},
    "a player is renamed": {"player_changed": "Nora"},
    "a claim": {"player_changed": "scorer"},
    "a claim that waits": {"member_changed": "North"},
    "a player is deleted": {"player_removed": ""},
    "a merge": {"player_removed": "'reload': True", "player_changed": "West"},
    "a new member": {"member_changed": "outsider"},
    "another role": {"member_changed": "'role': 'scorer'"},
    "a member is put out": {"member_removed": ""},
    "a member is renamed": {"member_changed": "Sky"},
    "an account is deleted": {"member_removed": ""},
    "the group is renamed": {"group_changed": "Club"},
}


@pytest.mark.parametrize("what", TOLD)
def test_who_plays_together(cast: Cast, what: str) -> None:
    events = told(cast, lambda: DEEDS[what](cast))
    assert [event["kind"] for event in events] == list(TOLD[what])
    for event in events:
        assert TOLD[what][event["kind"]] in str(event["data"])


def test_an_import_is_told(cast: Cast) -> None:
    owner, group = cast.users["owner"], cast.group.pk
    [event] = told(cast, lambda: show_import(actor=owner, group=group, hidden_by=uuid4()))
    assert event["kind"] == "games_imported"
    assert "reload" in str(event["data"])


def test_another_name_does_not_deadlock_with_what_that_person_does(race: None, cast: Cast) -> None:
    def rename() -> list[int]:
        me = phone(cast.users["scorer"])
        return [me.patch(f"{V1}/me/", {"name": f"S{i}"}).status_code for i in range(10)]

    def act() -> list[int]:
        me = phone(cast.users["scorer"])
        url = f"{cast.url}/players/"
        return [me.post(url, {"name": f"P{i}"}).status_code for i in range(10)]

    renamed, acted = together(rename, act)
    assert (set(renamed), set(acted)) == ({200}, {201})


def test_a_merge_is_told_once_however_many_games(cast: Cast) -> None:
    for _game in range(3):
        sit_down(cast, "NS")
    events = told(cast, lambda: DEEDS["a merge"](cast))
    assert [event["kind"] for event in events] == ["player_removed", "player_changed"]


def test_the_log_comes_in_pages_and_knows_its_end(cast: Cast) -> None:
    for index in range(101):
        cast.scorer.patch(player(cast, 0), {"name": f"N{index}"})
    client = phone(cast.users["viewer"])
    first = client.get(f"{cast.url}/events/?wait=0").json()
    assert (len(first["events"]), first["more"]) == (100, True)
    rest = client.get(f"{cast.url}/events/?wait=0&after=100").json()
    assert ([event["number"] for event in rest["events"]], rest["more"]) == ([101], False)
    for path in ("log/?", "events/?", "events/?wait=0&"):
        ahead = client.get(f"{cast.url}/{path}after=102")
        assert (ahead.status_code, ahead.json()["errors"][0]["code"]) == (400, "unknown_event")
        assert client.get(f"{cast.url}/{path}before=1").status_code == 400


@pytest.mark.parametrize("of", ["game", "group"])
def test_the_log_is_the_stream_in_pages(cast: Cast, of: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    url = table.url if of == "game" else f"{cast.url}/"
    client = phone(cast.users["viewer"])
    page = client.get(f"{url}events/?wait=0&after=1")
    assert page["Content-Type"] == "application/json"
    assert [event["number"] for event in page.json()["events"]][:1] == [2]
    assert client.get(f"{url}log/?after=1").content == page.content  # its old address
    # Whatever programs say that they accept: they have always got the stream here.
    for accept in ("*/*", "text/event-stream", "application/json", "application/json, */*"):
        response = cast.viewer.get(f"{url}events/?after=1", headers={"Accept": accept})
        assert response["Content-Type"] == "text/event-stream", accept

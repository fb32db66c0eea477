"""Phones that listen hear everything once, in its order, for as long as they may."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import pytest

from games.domain.forgetting import without_doers
from tests.live.conftest import Evening
from tests.live.phones import Listener, Phone, apply


@pytest.fixture
def listen() -> Iterator[Any]:
    """Make listeners that are stopped in the end."""
    made: list[Listener] = []

    def make(phone: Phone, path: str, **more: Any) -> Listener:
        made.append(Listener(phone, path, **more))
        made[-1].await_(lambda: bool(made[-1].connections or made[-1].refused))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def test_two_phones_end_with_the_table_and_the_game_of_the_server(
    evening: Evening, listen: Any
) -> None:
    game, table = evening.game(), evening.table()
    ben = evening.join("Ben", "viewer")
    link = evening.owner.post("/share-links/", {"game": game["id"]})["token"]
    member = listen(ben, f"{evening.path}events/", after=game["event"])
    watcher = listen(
        Phone(evening.owner.server), f"{evening.path}events/?link={link}", after=game["event"]
    )
    north, east = evening.players
    here = f"{evening.path}table/"
    post = evening.owner.post
    laid = post(
        f"{here}plays/",
        {"kind": "lay_down", "round": 1, "player": north, "groups": [["R3", "R4"], ["G7", "G8"]]},
    )
    post(f"{here}plays/", {"kind": "discard", "round": 1, "player": north, "card": "R5!"})
    post(
        f"{here}plays/",
        {"kind": "lay_down", "round": 1, "player": east, "groups": [["W1", "W2"], ["W5", "W6"]]},
    )
    group = evening.table()["groups"][2]["id"]
    post(f"{here}plays/", {"kind": "discard", "round": 1, "player": east, "card": "W3!"})
    post(
        f"{here}plays/",
        {"kind": "hit", "round": 1, "player": north, "group": group, "cards": ["B3"]},
    )
    refused = evening.owner.ask(
        "POST",
        f"{here}plays/",
        {"kind": "hit", "round": 1, "player": north, "group": group, "cards": ["G4"]},
    )
    assert (refused[0], refused[1]["code"]) == (409, "illegal_play")
    wrong = {"round": 1, "player": north, "group": group, "cards": ["G9"], "overrule": "We agreed."}
    post(f"{here}hits/", wrong)
    last = evening.table()["plays"][-1]["id"]
    assert evening.owner.ask("DELETE", f"{here}plays/{last}/")[0] == 200
    score = [{"player": north, "went_out": True}, {"player": east, "points": 15}]
    after = post(f"{evening.path}rounds/", {"number": 1, "results": score})
    assert laid["event"] < after["event"] == evening.game()["event"]
    for listener in (member, watcher):
        listener.await_(lambda listener=listener: after["event"] in listener.numbers)
        assert listener.numbers == list(range(game["event"] + 1, after["event"] + 1))
        mine, my_table = deepcopy(game), deepcopy(table)
        for event in listener.events:
            apply(mine, my_table, event)
        # Whoever watches is not told who recorded it.
        shown = without_doers if listener is watcher else deepcopy
        assert shown(mine) == shown(evening.game())
        assert shown(my_table) == shown(evening.table())
    assert "Anna" in str(member.events)
    assert "Anna" not in str([event["actor"] for event in watcher.events])


def test_whoever_joins_is_announced(evening: Evening, listen: Any) -> None:
    listener = listen(evening.owner, f"{evening.path}events/")
    evening.join("Carla")
    listener.await_(lambda: bool(listener.events))
    assert listener.events[0]["kind"] == "joined"
    assert listener.events[0]["data"] == {"name": "Carla", "role": "scorer"}


def test_a_stream_goes_on_where_it_was_left(evening: Evening, listen: Any) -> None:
    before = evening.game()["event"]
    for text in "abc":
        evening.note(text)
    listener = listen(evening.owner, f"{evening.path}events/", after=before + 1)
    listener.await_(lambda: len(listener.events) == 2)
    evening.note("d")
    listener.await_(lambda: len(listener.events) == 3)
    assert listener.numbers == [before + 2, before + 3, before + 4]
    # Without a word where to begin, it is now.
    late = listen(evening.owner, f"{evening.path}events/")
    evening.note("e")
    late.await_(lambda: bool(late.events))
    assert late.numbers == [before + 5]


@pytest.mark.parametrize("number", ["9999", "-1", "x", "1" * 40, "%EF%BC%91"])
def test_an_event_that_is_none_is_refused(evening: Evening, number: str) -> None:
    for path in ("events", "log"):
        status, problem, _headers = evening.owner.ask(
            "GET", f"{evening.path}{path}/?after={number}"
        )
        assert status == 400
        assert [error["field"] for error in problem["errors"]] == ["after"]


def test_whoever_is_too_far_behind_is_told_to_read_again(evening: Evening, listen: Any) -> None:
    for index in range(201):
        evening.note(str(index))
    listener = listen(evening.owner, f"{evening.path}events/", after=0)
    listener.await_(lambda: listener.said[-1:] == ["reload"])
    assert not listener.events
    # The log has it all, in pages.
    after, found = 0, []
    while True:
        page = evening.owner.get(f"{evening.path}log/?after={after}")
        found += [event["number"] for event in page["events"]]
        after = found[-1]
        if not page["more"]:
            break
    assert found == list(range(1, evening.game()["event"] + 1))


def test_silence_is_broken_by_heartbeats(evening: Evening, listen: Any) -> None:
    listener = listen(evening.owner, f"{evening.path}events/")
    listener.await_(lambda: listener.said[:2] == [":", ":"])


def test_a_revoked_link_shows_no_more(evening: Evening, listen: Any) -> None:
    link = evening.owner.post("/share-links/", {"game": evening.game()["id"]})
    token = link["token"]
    listeners = [
        listen(Phone(evening.owner.server), path)
        for path in (f"{evening.path}events/?link={token}", f"/watch/{token}/events/")
    ]
    assert evening.owner.ask("DELETE", f"/share-links/{link['id']}/")[0] == 204
    for listener in listeners:
        listener.await_(lambda: listener.said[-1:] == ["ended"])  # noqa: B023


def test_a_deleted_game_says_so_and_ends(evening: Evening, listen: Any) -> None:
    listener = listen(evening.owner, f"{evening.path}events/")
    assert evening.owner.ask("DELETE", evening.path, **{"If-Match": "*"})[0] == 204
    listener.await_(lambda: listener.said[-1:] == ["ended"])
    assert [event["kind"] for event in listener.events] == ["game_deleted"]


def test_one_member_does_not_listen_a_thousand_times(evening: Evening, listen: Any) -> None:
    listeners = [listen(evening.owner, f"{evening.path}events/") for _ in range(13)]
    assert [one.refused for one in listeners] == [None] * 12 + [429]
    status, problem, headers = evening.owner.ask("GET", f"{evening.path}events/")
    assert (status, problem["code"]) == (429, "too_many_streams")
    assert int(headers["Retry-After"]) > 0
    # Others are not in their way, and a place that was left is free again.
    assert listen(evening.join("Ben"), f"{evening.path}events/").refused is None
    listeners[0].stop()
    ours = listeners[1]
    ours.await_(lambda: listen(evening.owner, f"{evening.path}events/").refused is None)


def test_a_browser_comes_with_a_ticket(evening: Evening, listen: Any) -> None:
    browser = Phone(evening.owner.server)
    for path, body in (
        ("/tickets/", {"game": evening.game()["id"]}),
        (f"{evening.path}tickets/", {}),
    ):
        ticket = evening.owner.post(path, body)["ticket"]
        listener = listen(browser, f"{evening.path}events/?ticket={ticket}")
        evening.note("Tea.")
        listener.await_(lambda: bool(listener.events))  # noqa: B023
    other = Evening(evening.owner.server)
    assert listen(browser, f"{other.path}events/?ticket={ticket}").refused == 401
    assert listen(browser, f"{evening.path}events/?ticket={ticket}x").refused == 401
    # A ticket opens the stream, and nothing else.
    assert browser.ask("GET", f"{evening.path}events/?wait=0&ticket={ticket}")[0] == 401
    assert browser.ask("GET", f"{evening.path}?ticket={ticket}")[0] == 401


def test_whoever_cannot_stream_waits_for_the_log(evening: Evening, listen: Any) -> None:
    last = evening.game()["event"]
    began = time.monotonic()
    assert evening.owner.get(f"{evening.path}events/?after={last}&wait=1")["events"] == []
    assert time.monotonic() - began >= 1
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(evening.owner.get, f"{evening.path}events/?after={last}&wait=20")
        time.sleep(0.3)
        evening.note("Tea.")
        page = waiting.result(10)
    assert [event["number"] for event in page["events"]] == [last + 1]


# --- Groups ---


def test_a_group_is_heard_with_all_its_games(evening: Evening, listen: Any) -> None:
    path = f"/groups/{evening.group}/"
    before = evening.owner.get(path)["event"]
    viewer = evening.join("Ben", "viewer")
    listener = listen(viewer, f"{path}events/", after=before)
    evening.owner.post(f"{path}players/", {"name": "South"})
    body = {"edition": "classic", "players": evening.players}
    game = evening.owner.post(f"{path}games/", body)["id"]
    listener.await_(lambda: len(listener.events) == 3)
    assert listener.numbers == [before + 1, before + 2, before + 3]
    kinds = ["member_changed", "player_changed", "game_changed"]
    assert [event["kind"] for event in listener.events] == kinds
    assert listener.events[2]["data"]["game"]["id"] == game
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(viewer.get, f"{path}events/?after={before + 3}&wait=20")
        time.sleep(0.3)
        evening.owner.ask("PATCH", path, {"name": "Club"})
        assert [event["kind"] for event in waiting.result(10)["events"]] == ["group_changed"]


def test_whoever_is_removed_hears_nothing_of_what_comes_after(
    evening: Evening, listen: Any
) -> None:
    path = f"/groups/{evening.group}/"
    ben = evening.join("Ben", "viewer")
    listener, owner = listen(ben, f"{path}events/"), listen(evening.owner, f"{path}events/")
    members = evening.owner.get(f"{path}members/")["results"]
    (mine,) = [one["id"] for one in members if one["user"]["name"] == "Ben"]
    assert evening.owner.ask("DELETE", f"{path}members/{mine}/")[0] == 204
    evening.owner.post(f"{path}players/", {"name": "Secret"})
    owner.await_(lambda: len(owner.events) == 2)
    listener.await_(lambda: listener.said[-1:] == ["ended"])
    assert listener.events == []
    assert listen(ben, f"{path}events/").refused == 404


def test_a_browser_follows_a_group_with_a_ticket_of_its_own(evening: Evening, listen: Any) -> None:
    path = f"/groups/{evening.group}/"
    browser = Phone(evening.owner.server)
    for address, body in (("/tickets/", {"group": evening.group}), (f"{path}tickets/", {})):
        ticket = evening.owner.post(address, body)["ticket"]
        listener = listen(browser, f"{path}events/?ticket={ticket}")
        evening.owner.post(f"{path}players/", {"name": f"South of {address}"})
        listener.await_(lambda: bool(listener.events))  # noqa: B023
    assert listen(browser, f"{evening.path}events/?ticket={ticket}").refused == 401
    of_game = evening.owner.post("/tickets/", {"game": evening.game()["id"]})["ticket"]
    assert listen(browser, f"{path}events/?ticket={of_game}").refused == 401
    assert browser.ask("GET", f"{path}events/?wait=0&ticket={ticket}")[0] == 401

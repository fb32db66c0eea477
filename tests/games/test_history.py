"""The history of a game: who changed what, when, from what to what."""

from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down


def test_every_change_is_there_the_latest_first(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 6])
    table.change(variant="fixed_rounds")
    table.play("N=out E=5")
    table.correct(1, "N=out E=10")
    table.take_back()
    table.play("N=out E=15")
    for decision in ("abandon", "resume", "end", "archive", "unarchive"):
        assert table.decide(decision).status_code == 200
    changes = table.changes()
    assert [(c["version"], c["kind"], c["round"]) for c in changes] == [
        (11, "game_unarchived", None),
        (10, "game_archived", None),
        (9, "game_ended_early", None),
        (8, "game_resumed", None),
        (7, "game_abandoned", None),
        (6, "round_recorded", 1),
        (5, "round_taken_back", 1),
        (4, "round_corrected", 1),
        (3, "round_recorded", 1),
        (2, "settings_changed", None),
        (1, "game_started", None),
    ]
    assert changes[0]["version"] == table.look()["version"]
    assert changes[0]["at"] == table.game["changed_at"]
    assert {change["actor"] for change in changes} == {"scorer"}
    assert sorted((c["at"] for c in changes), reverse=True) == [c["at"] for c in changes]


def test_from_what_to_what(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1])
    table.change(variant="fixed_rounds", house_rules={"must_lay_down": True})
    table.decide("abandon")
    abandoned, changed, started = table.changes()
    assert started["before"] is None
    assert started["after"]["players"] == [table.ids["N"], table.ids["E"]]
    assert started["after"]["first_dealer"] == table.ids["N"]
    assert changed["before"] == started["after"]
    assert changed["after"] == {
        **started["after"],
        "variant": "fixed_rounds",
        "house_rules": {**started["after"]["house_rules"], "must_lay_down": True},
    }
    assert abandoned["before"] == {"abandoned": False, "ended_early": False}
    assert abandoned["after"] == {"abandoned": True, "ended_early": False}


def test_a_change_names_who_made_it(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    owner = Table(phone(cast.users["owner"]), table.game)
    owner.play("N=out E=5")
    cast.users["owner"].name = "Renamed"
    cast.users["owner"].save()
    assert [change["actor"] for change in table.changes()] == ["owner", "scorer"]


def test_what_was_refused_is_not_in_it(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    table.record("N=out E=7")
    table.record("N=out E=5", number=1)
    table.correct(1, "N=5 E=out", if_match='"1"')
    table.take_back(7)
    table.decide("resume")
    assert len(table.changes()) == 2


def test_it_comes_in_pages(cast: Cast, django_assert_num_queries: Any) -> None:
    table = sit_down(cast, "NE")
    for _turn in range(4):
        table.decide("archive")
        table.decide("unarchive")
    seen: list[int] = []
    address = f"{table.url}changes/?limit=4"
    while address:
        with django_assert_num_queries(3):  # the token, the game, the page
            page = table.client.get(address).json()
        seen += [change["version"] for change in page["results"]]
        if len(seen) == 4:  # more comes in at the top, and moves nothing
            table.decide("archive")
        address = page["next"]
    assert seen == list(range(9, 0, -1))


def test_who_may_look(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    for name, status in (("viewer", 200), ("outsider", 404), ("other_owner", 404)):
        client = phone(cast.users[name])
        assert client.get(f"{table.url}changes/").status_code == status

"""Every kind of event and change is published with its data, and is what is published."""

from __future__ import annotations

from typing import Any

import pytest

from games.models.log import EventKind
from games.services.players import create_player
from tests.api.contract import assert_valid, published
from tests.cast import Cast
from tests.games.livetable import Live
from tests.games.membership import invite
from tests.games.scoresheet import Table, phone, sit_down

EVENT = {"$ref": "#/components/schemas/GameEvent"}
CHANGE = {"$ref": "#/components/schemas/GameChange"}


def kinds_of(union: str) -> set[str]:
    return set(published()["components"]["schemas"][union]["discriminator"]["mapping"])


def test_all_kinds_that_are_published_can_be_stored() -> None:
    assert kinds_of("GameEvent") <= set(EventKind.values)


def test_real_events_and_changes_are_as_published(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 2])
    everything_happens(cast, table)
    log = table.client.get(f"{table.url}log/").json()["events"]
    for event in log:  # in the log, the contract has validated them, too
        assert_valid(EVENT, event, f"the event {event['kind']}")
    assert {event["kind"] for event in log} == kinds_of("GameEvent")
    changes = table.changes()
    for change in changes:
        assert_valid(CHANGE, change, f"the change {change['kind']}")
    assert {change["kind"] for change in changes} == kinds_of("GameChange") - {"game_imported"}


def everything_happens(cast: Cast, table: Table) -> None:
    guest = create_player(actor=cast.users["owner"], group=cast.group.pk, name="Guest")
    live = Live(table)
    phone(cast.users["outsider"]).post("/api/v1/join/", {"code": invite(cast)["code"]})
    table.change(players=[table.ids["N"], str(guest.pk)])
    merged = {"merged_into": str(cast.players[1].pk)}
    cast.scorer.patch(f"/api/v1/players/{guest.pk}/", merged)
    table.look()
    live.note("We begin.")
    table.play("N=out E=5")
    table.correct(1, "N=out E=10")
    joins(table, str(cast.players[2].pk))
    table.take_back()
    for decision in ("abandon", "resume", "archive", "unarchive"):
        assert table.decide(decision).status_code == 200
    table.play("N=out E=15")
    draft = f"{table.url}draft/"
    assert table.client.put(draft, {"round": 2}).status_code == 200
    assert table.client.delete(draft, headers={"If-Match": "*"}).status_code == 204
    table.look()
    table.decide("end")
    owner = phone(cast.users["owner"])
    assert owner.delete(table.url, headers={"If-Match": table.etag}).status_code == 204
    assert owner.patch(table.url, {"deleted": False}).status_code == 200


def joins(table: Table, player: str) -> None:
    body = {"player": player, "phase": "first", "total": 0}
    joined = table.client.post(f"{table.url}players/", body, headers={"If-Match": table.etag})
    assert joined.status_code == 201, joined.content
    seen = {"If-Match": f'"{joined.json()["version"]}"'}
    assert table.client.delete(f"{table.url}players/{player}/", headers=seen).status_code == 200
    table.look()


def test_an_unknown_kind_is_allowed() -> None:
    head = {"number": 1, "version": 1, "at": "2026-11-21T20:00:00Z", "actor": None}
    assert_valid(EVENT, {**head, "kind": "joker_played", "data": {"x": 1}}, "a new kind")


@pytest.mark.parametrize("data", [{}, {"winners": 7}, {"reload": True, "event": 1}])
def test_a_known_kind_has_its_own_data(data: dict[str, Any]) -> None:
    head = {"number": 1, "version": 1, "at": "2026-11-21T20:00:00Z", "actor": None}
    with pytest.raises(AssertionError, match="Not as published"):
        assert_valid(EVENT, {**head, "kind": "game_over", "data": data}, "an event")

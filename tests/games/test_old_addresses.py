"""Addresses that are deprecated: they do what they always did."""

from __future__ import annotations

from typing import Any

import pytest

from tests.accounts.people import mistakes
from tests.cast import V1, Cast
from tests.games.membership import member, url
from tests.games.scoresheet import DECISIONS, sit_down


@pytest.mark.parametrize("what", DECISIONS)
def test_a_decision_about_a_game(cast: Cast, what: str) -> None:
    before = {"resume": "abandon", "unarchive": "archive"}.get(what)
    old, new = (sit_down(cast, "NE").play("N=out E=5") for _address in "12")
    for table in (old, new):
        assert before is None or table.decide(before).status_code == 200
    seen = {"If-Match": old.etag}
    checked = old.client.post(f"{old.url}{what}/?dry_run=true", headers=seen)
    answer = old.client.post(f"{old.url}{what}/", headers=seen)
    assert answer.status_code == new.decide(what).status_code == 200
    assert checked.json() == {**answer.json(), "changed_at": checked.json()["changed_at"]}
    for field in ("status", "ended_early", "archived", "version", "next_round"):
        assert answer.json()[field] == new.game[field]
    assert old.client.post(f"{old.url}{what}/", headers=seen).status_code == 412
    assert old.client.post(f"{old.url}{what}/").status_code == 428


@pytest.mark.parametrize(("what", "is_theirs"), [("approve", True), ("refuse", False)])
def test_a_decision_about_a_claim(cast: Cast, what: str, is_theirs: bool) -> None:
    [north, *_others] = cast.players
    claimed = cast.viewer.post(f"{V1}/players/{north.pk}/claim/")
    assert (claimed.status_code, claimed.json()["claim_waits"]) == (202, True)
    address = f"{url(cast, 'viewer')}{what}-claim/"
    body = {"player": str(north.pk)}
    assert cast.viewer.post(address, body).status_code == 403
    decided = cast.scorer.post(address, body)
    assert (decided.status_code, decided.json()["claims"]) == (200, None)
    assert cast.scorer.post(address, body).json()["code"] == "no_such_claim"
    assert cast.viewer.get(f"{V1}/players/{north.pk}/").json()["is_me"] == is_theirs


def test_a_claim_and_its_end(cast: Cast) -> None:
    address = f"{V1}/players/{cast.players[0].pk}/"

    def is_me(answer: Any) -> tuple[int, bool]:
        return answer.status_code, answer.json()["is_me"]

    assert is_me(cast.scorer.post(f"{address}claim/")) == (200, True)
    assert cast.owner.post(f"{address}claim/").json()["code"] == "already_claimed"
    assert is_me(cast.owner.post(f"{address}release/")) == (200, False)
    assert is_me(cast.scorer.get(address)) == (200, False)


def test_a_merger(cast: Cast) -> None:
    north, east, *_others = (str(player.pk) for player in cast.players)
    for into, error in ((north, "unknown_player"), (None, "null")):
        refused = cast.scorer.post(f"{V1}/players/{north}/merge/", {"into": into})
        assert mistakes(refused) == {("into", error)}
    merged = cast.scorer.post(f"{V1}/players/{north}/merge/", {"into": east})
    assert (merged.status_code, merged.json()["id"], merged.json()["merged_from"]) == (
        200,
        east,
        north,
    )


def test_handing_over(cast: Cast) -> None:
    answer = cast.owner.post(f"{cast.url}/hand-over/", {"member": member(cast, "viewer")})
    assert (answer.status_code, answer.json()["my_role"]) == (200, "scorer")
    assert cast.viewer.get(f"{cast.url}/").json()["my_role"] == "owner"

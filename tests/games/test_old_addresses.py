"""Addresses that are deprecated: they do what they always did."""

from __future__ import annotations

import pytest

from tests.cast import Cast
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

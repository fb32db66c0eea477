"""Answers to repeated writes that are too large to be stored: what there is now instead."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.db.models.functions import Length

from accounts import idempotency
from accounts.idempotency import MAX_STORED, Answer, seal, unseal
from accounts.models import StoredAnswer
from games.models import Play, Round
from tests.cast import Cast
from tests.games.scoresheet import Table, lines, phone

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"}
OTHER = {"Idempotency-Key": "7d0e4c1a-5f5e-4c4c-9d8a-5d4b2a3f6e11"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every answer of some content were too large."""
    monkeypatch.setattr(idempotency, "MAX_STORED", 200)


def body(table: Table) -> dict[str, Any]:
    return {"number": 1, "results": lines(table.ids, "N=out E=50- S=50- W=50-")}


def test_no_more_than_16_kb_are_stored() -> None:
    """Random bytes cannot be compressed: the worst there is."""
    secret = b"s" * 32
    for size in (0, 100, MAX_STORED - 200, MAX_STORED, 10 * MAX_STORED):
        answer = Answer(201, {"Location": "/x/", "ETag": '"1"'}, os.urandom(size))
        sealed = seal(secret, answer)
        assert len(sealed) <= MAX_STORED
        kept = unseal(secret, sealed)
        if size < MAX_STORED:
            assert kept == answer
        else:
            assert kept == Answer(201, {"Location": "/x/"}, None)


def test_a_round_is_recorded_once_and_answered_with_the_game_as_it_is(
    cast: Cast, small: None
) -> None:
    scorer = phone(cast.users["scorer"])
    table = Table(scorer, cast.game())
    first = scorer.post(f"{table.url}rounds/", body(table), headers=KEY)
    assert first.status_code == 201
    stored = StoredAnswer.objects.annotate(size=Length("answer")).get()
    assert stored.size <= 200 < len(first.content)
    again = scorer.post(f"{table.url}rounds/", body(table), headers=KEY)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json() == first.json()
    assert again.headers["ETag"] == first.headers["ETag"]
    # Somebody takes it back meanwhile: sending it again does not record it again.
    seen = {"If-Match": first.headers["ETag"]}
    assert scorer.delete(f"{table.url}rounds/1/", headers=seen).status_code == 200
    late = scorer.post(f"{table.url}rounds/", body(table), headers=KEY)
    assert (late.status_code, late.json()["rounds"]) == (201, [])
    assert not Round.objects.exists()


def test_a_play_and_a_line_are_made_once(cast: Cast, small: None) -> None:
    scorer = phone(cast.users["scorer"])
    table = Table(scorer, cast.game())
    note = {"kind": "note", "round": 1, "text": "Ann is late."}
    url = f"{table.url}table/plays/?whole_table=true"
    answers = [scorer.post(url, note, headers=KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Play.objects.count() == 1
    line = {"round": 1, "points": 50, "laid_down": False}
    url = f"{table.url}draft/lines/{table.ids['E']}/"
    answers = [scorer.put(url, line, headers=OTHER) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()


def test_whoever_may_no_longer_see_the_game_is_told_nothing(cast: Cast, small: None) -> None:
    scorer = phone(cast.users["scorer"])
    table = Table(scorer, cast.game())
    assert scorer.post(f"{table.url}rounds/", body(table), headers=KEY).status_code == 201
    cast.users["scorer"].memberships.all().delete()
    assert scorer.post(f"{table.url}rounds/", body(table), headers=KEY).status_code == 404

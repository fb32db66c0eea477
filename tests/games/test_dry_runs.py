"""`?dry_run=true`: everything is checked and answered as if it were recorded, and nothing is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.apps import apps
from django.db.models import Model
from rest_framework.test import APIClient

from accounts.models import StoredAnswer
from tests.accounts.people import mistakes
from tests.cast import Cast, told
from tests.games.livetable import Live
from tests.games.scoresheet import Table, lines, sit_down
from tests.games.writes import WRITES, Write

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def record(cast: Cast, table: Table) -> Write:
    """A round with an id, which a dry run does not take."""
    write = WRITES["record"](cast, table)
    return replace(write, body={**write.body, "id": str(uuid4())})


def take_play_back(cast: Cast, table: Table) -> Write:
    live = Live(table)
    live.round = 2
    live.note("Tea.")
    return Write("delete", f"{live.url}plays/{live.look()['plays'][0]['id']}/")


DRY = {name: WRITES[name] for name in ("correct", "take back", "abandon", "end", "archive")}
DRY |= {"record": record, "take a play back": take_play_back}


def dry_run(write: Write, client: APIClient, key: str | None = None) -> Any:
    return write.send(client, key, "?dry_run=true")


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NE").play("N=out E=5")


def everything() -> dict[type[Model], list[Any]]:
    """All rows there are, but for when a token was last used."""
    models = [model for model in apps.get_models() if model.__name__ != "DeviceToken"]
    return {model: list(model._base_manager.order_by("pk").values()) for model in models}


@pytest.mark.parametrize("name", DRY)
def test_it_answers_as_if_it_were_recorded(
    cast: Cast, table: Table, name: str, django_capture_on_commit_callbacks: Any
) -> None:
    with time_machine.travel(NOON, tick=False):
        write = DRY[name](cast, table)
        before = everything()
        with django_capture_on_commit_callbacks() as callbacks:
            dry = dry_run(write, table.client, "k")
        assert dry.status_code == 200, dry.content
        assert everything() == before
        assert not callbacks  # so no phone is woken, and no statistics are counted
        assert "ETag" not in dry  # which would be that of a version that does not exist
        # The key is free for the write itself, which gets the same answer.
        done = write.send(table.client, "k")
        assert done.status_code == write.status, done.content
        assert dry.json() == done.json()
        assert everything() != before
        assert StoredAnswer.objects.count() == 1
        # And used by then, but not for dry runs.
        before = everything()
        assert dry_run(write, table.client, "k").status_code != 201
        assert everything() == before


def test_what_is_refused_is_refused_alike(cast: Cast, table: Table) -> None:
    recording, correction = record(cast, table), WRITES["correct"](cast, table)
    long = sit_down(cast, "NE", phases=[1, 6])
    long.play("N=out E=105", "N=50- E=out", "N=50- E=out")
    shorter = {"results": lines(long.ids, "N=out E=105")}
    dropping = Write("put", f"{long.url}rounds/2/", shorter, if_match=long.etag)
    over = replace(recording, body={**recording.body, "number": 1})
    open_tally = {**recording.body, "results": lines(table.ids, "N=out E=7")}
    refusals = {
        "round_already_recorded": (over, 409),
        "tally_refused": (replace(recording, body=open_tally), 422),
        "confirmation_needed": (dropping, 409),
        "stale_version": (replace(correction, if_match='"1"'), 412),
        "precondition_required": (replace(correction, if_match=None), 428),
    }
    before = everything()
    for code, (write, status) in refusals.items():
        dry = dry_run(write, table.client)
        assert (dry.status_code, dry.json()["code"]) == (status, code)
        assert told(dry) == told(write.send(table.client))
    for client, status in ((cast.viewer, 403), (cast.outsider, 404), (cast.anonymous, 401)):
        assert dry_run(recording, client).status_code == status
    assert everything() == before


@pytest.mark.parametrize("query", ["?dry_run=1", "?dry_run=", "?dry_run=True", "?dry_run"])
def test_what_could_be_meant_as_a_dry_run_is_not_recorded(
    cast: Cast, table: Table, query: str
) -> None:
    before = everything()
    response = record(cast, table).send(table.client, query=query)
    assert response.status_code == 400
    assert mistakes(response) == {("dry_run", "invalid")}
    assert everything() == before

"""`?dry_run=true`: everything is checked and answered as if it were recorded, and nothing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.apps import apps
from django.db.models import Model

from accounts.models import StoredAnswer
from tests.accounts.people import mistakes
from tests.cast import Cast, told
from tests.games.livetable import Live
from tests.games.scoresheet import DECISIONS, Table, lines, sit_down

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class Write:
    """A request that is good."""

    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, client: Any, query: str = "", **headers: str) -> Any:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        send = getattr(client, self.method)
        return send(f"{self.path}{query}", self.body, headers={**self.headers, **headers})

    def dry_run(self, client: Any, **headers: str) -> Any:
        return self.send(client, "?dry_run=true", **headers)


def record(table: Table) -> Write:
    body = {"id": str(uuid4()), "number": 3, "results": lines(table.ids, "N=out E=5 S=10")}
    return Write("post", f"{table.url}rounds/", body)


def correct(table: Table) -> Write:
    body = {"results": lines(table.ids, "N=out E=60- S=10"), "confirm": True}
    return Write("put", f"{table.url}rounds/1/", body, {"If-Match": table.etag})


def take_back(table: Table) -> Write:
    return Write("delete", f"{table.url}rounds/2/", None, {"If-Match": table.etag})


def decide(what: str) -> Callable[[Table], Write]:
    return lambda table: Write("patch", table.url, DECISIONS[what], {"If-Match": table.etag})


def take_play_back(table: Table) -> Write:
    live = Live(table)
    live.round = 3
    live.note("Tea.")
    return Write("delete", f"{live.url}plays/{live.look()['plays'][0]['id']}/")


WRITES: dict[str, Callable[[Table], Write]] = {
    "record": record,
    "correct": correct,
    "take back": take_back,
    "abandon": decide("abandon"),
    "end": decide("end"),
    "archive": decide("archive"),
    "take a play back": take_play_back,
}


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NES").play("N=out E=5 S=10", "E=out N=5 S=10")


def everything() -> dict[type[Model], list[Any]]:
    """All rows there are, but for when a token was last used."""
    models = [model for model in apps.get_models() if model.__name__ != "DeviceToken"]
    return {model: list(model._base_manager.order_by("pk").values()) for model in models}


@pytest.mark.parametrize("name", WRITES)
def test_it_answers_as_if_it_were_recorded(
    table: Table, name: str, django_capture_on_commit_callbacks: Any
) -> None:
    with time_machine.travel(NOON, tick=False):
        write = WRITES[name](table)
        before = everything()
        with django_capture_on_commit_callbacks() as callbacks:
            dry = write.dry_run(table.client, Idempotency_Key="k")
        assert dry.status_code == 200, dry.content
        assert everything() == before
        assert not callbacks  # so no phone is woken, and no statistics are counted
        assert "ETag" not in dry  # which would be that of a version that does not exist
        # The key is free for the write itself, which gets the same answer.
        done = write.send(table.client, Idempotency_Key="k")
        assert done.status_code == (201 if name == "record" else 200), done.content
        assert dry.json() == done.json()
        assert everything() != before
        assert StoredAnswer.objects.count() == 1
        # And used by then, but not for dry runs.
        before = everything()
        assert write.dry_run(table.client, Idempotency_Key="k").status_code != 201
        assert everything() == before


def test_what_is_refused_is_refused_alike(cast: Cast, table: Table) -> None:
    recording, correction = record(table), correct(table)
    long = sit_down(cast, "NE", phases=[1, 6])
    long.play("N=out E=105", "N=50- E=out", "N=50- E=out")
    shorter = {"results": lines(long.ids, "N=out E=105")}
    dropping = Write("put", f"{long.url}rounds/2/", shorter, {"If-Match": long.etag})
    over = Write("post", recording.path, {**recording.body, "number": 2})
    open_tally = {**recording.body, "results": lines(table.ids, "N=out E=7 S=10")}
    stale = Write("put", correction.path, correction.body, {"If-Match": '"1"'})
    unread = Write("put", correction.path, correction.body)
    refusals = {
        "round_already_recorded": (over, 409),
        "tally_refused": (Write("post", recording.path, open_tally), 422),
        "confirmation_needed": (dropping, 409),
        "stale_version": (stale, 412),
        "precondition_required": (unread, 428),
    }
    before = everything()
    for code, (write, status) in refusals.items():
        dry = write.dry_run(table.client)
        assert (dry.status_code, dry.json()["code"]) == (status, code)
        assert told(dry) == told(write.send(table.client))
    for client, status in ((cast.viewer, 403), (cast.outsider, 404), (cast.anonymous, 401)):
        assert recording.dry_run(client).status_code == status
    assert everything() == before


@pytest.mark.parametrize("query", ["?dry_run=1", "?dry_run=", "?dry_run=True", "?dry_run"])
def test_what_could_be_meant_as_a_dry_run_is_not_recorded(table: Table, query: str) -> None:
    before = everything()
    response = record(table).send(table.client, query)
    assert response.status_code == 400
    assert mistakes(response) == {("dry_run", "invalid")}
    assert everything() == before

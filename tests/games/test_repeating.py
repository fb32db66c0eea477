"""Writes that are sent twice, for want of an answer: done once, answered alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import StoredAnswer
from games.models import Change, Game, Membership, Round, Seat, ShareLink
from tests.cast import V1, Cast, client_of
from tests.games.scoresheet import Table, lines, phone, sit_down


@dataclass
class Write:
    """A request that is good once, and another body that would be good in its place."""

    method: str
    path: str
    body: Any = None
    other: Any = None
    status: int = 200
    if_match: str | None = None

    def send(self, client: APIClient, key: str, *, other: bool = False) -> Any:
        headers = {"Idempotency-Key": key}
        if self.if_match:
            headers["If-Match"] = self.if_match
        body = self.other if other else self.body
        return getattr(client, self.method)(self.path, body, headers=headers)


def start(cast: Cast, table: Table) -> Write:
    players = [str(player.pk) for player in cast.players]
    body = {"edition": "flip", "players": players}
    return Write("post", f"{cast.url}/games/", body, {**body, "edition": "express"}, 201)


def change(cast: Cast, table: Table) -> Write:
    body = {"house_rules": {"must_lay_down": True}}
    other = {"house_rules": {"must_lay_down": False}}
    return Write("patch", table.url, body, other, if_match=table.etag)


def delete(cast: Cast, table: Table) -> Write:
    return Write("delete", table.url, status=204, if_match=table.etag)


def decide(what: str) -> Callable[[Cast, Table], Write]:
    def make(cast: Cast, table: Table) -> Write:
        return Write("post", f"{table.url}{what}/", if_match=table.etag)

    return make


def restore(cast: Cast, table: Table) -> Write:
    Game.objects.filter(pk=table.game["id"]).update(deleted_at=timezone.now())
    return Write("post", f"{table.url}restore/")


def record(cast: Cast, table: Table) -> Write:
    body = {"number": 2, "results": lines(table.ids, "N=out E=5")}
    other = {"number": 2, "results": lines(table.ids, "N=out E=10")}
    return Write("post", f"{table.url}rounds/", body, other, 201)


def correct(cast: Cast, table: Table) -> Write:
    body = {"results": lines(table.ids, "N=out E=10")}
    other = {"results": lines(table.ids, "N=out E=15")}
    return Write("put", f"{table.url}rounds/1/", body, other, if_match=table.etag)


def take_back(cast: Cast, table: Table) -> Write:
    return Write("delete", f"{table.url}rounds/1/", if_match=table.etag)


def share(cast: Cast, table: Table) -> Write:
    return Write("post", f"{table.url}share-links/", status=201)


def revoke(cast: Cast, table: Table) -> Write:
    link = ShareLink.objects.create(game_id=table.game["id"], token="t")
    return Write("delete", f"{table.url}share-links/{link.pk}/", status=204)


WRITES: dict[str, Callable[[Cast, Table], Write]] = {
    "start": start,
    "change": change,
    "delete": delete,
    "abandon": decide("abandon"),
    "end": decide("end"),
    "archive": decide("archive"),
    "restore": restore,
    "record": record,
    "correct": correct,
    "take back": take_back,
    "share": share,
    "revoke": revoke,
}
WITH_BODY = ("start", "change", "record", "correct")


def everything() -> list[Any]:
    """All rows of the games, to see whether anything has changed."""
    models = (Game, Seat, Round, Change, ShareLink)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.fixture
def table(cast: Cast) -> Table:
    """A game with a round, in the hands of the owner."""
    return Table(phone(cast.users["owner"]), sit_down(cast, "NE").play("N=out E=5").game)


@pytest.mark.parametrize("name", WRITES)
def test_the_same_again_is_answered_alike_and_done_once(
    cast: Cast, table: Table, name: str
) -> None:
    write = WRITES[name](cast, table)
    first = write.send(table.client, "k")
    assert first.status_code == write.status, first.content
    done = everything()
    for _time in range(2):
        again = write.send(table.client, "k")
        assert again.status_code == first.status_code
        assert again.content == first.content
        for header in ("ETag", "Location", "Content-Type"):
            assert again.get(header) == first.get(header)
    assert everything() == done


@pytest.mark.parametrize("name", WITH_BODY)
def test_the_key_with_another_body_is_refused(cast: Cast, table: Table, name: str) -> None:
    write = WRITES[name](cast, table)
    assert write.send(table.client, "k").status_code == write.status
    done = everything()
    response = write.send(table.client, "k", other=True)
    assert response.status_code == 422
    assert response.json()["code"] == "idempotency_key_reused"
    assert everything() == done


def test_the_key_at_another_address_is_refused(cast: Cast, table: Table) -> None:
    headers = {"Idempotency-Key": "k", "If-Match": "*"}
    assert table.client.post(f"{table.url}archive/", headers=headers).status_code == 200
    response = table.client.post(f"{table.url}unarchive/", headers=headers)
    assert response.status_code == 422
    assert Game.objects.get().archived


def test_the_key_of_somebody_else_is_another_key(cast: Cast, table: Table) -> None:
    write = share(cast, table)
    scorer = phone(cast.users["scorer"])
    tokens = {write.send(client, "k").json()["token"] for client in (table.client, scorer)}
    assert len(tokens) == 2


@pytest.mark.parametrize("name", WRITES)
def test_another_key_is_another_request(cast: Cast, table: Table, name: str) -> None:
    write = WRITES[name](cast, table)
    first = write.send(table.client, "one")
    second = write.send(table.client, "two")
    assert first.status_code == write.status
    # Twice is twice where that can be; otherwise things are no longer as they were.
    assert second.status_code in ((201,) if name in ("start", "share") else (404, 409, 412))


def test_a_refused_write_is_simply_tried_again(cast: Cast, table: Table) -> None:
    address = f"{table.url}rounds/"
    headers = {"Idempotency-Key": "k"}
    body = {"number": 2, "results": lines(table.ids, "N=out E=7")}
    assert table.client.post(address, body, headers=headers).status_code == 422
    assert not StoredAnswer.objects.exists()
    # The same key, now with the slip put right.
    body = {"number": 2, "results": lines(table.ids, "N=out E=5")}
    assert table.client.post(address, body, headers=headers).status_code == 201


def test_an_answer_is_given_even_after_the_game_went_on(cast: Cast, table: Table) -> None:
    write = record(cast, table)
    first = write.send(table.client, "k").json()
    table.look()
    table.play("N=out E=5")
    assert write.send(table.client, "k").json() == first


def test_an_answer_is_kept_for_two_days(cast: Cast, table: Table) -> None:
    write = share(cast, table)
    first = write.send(table.client, "k").json()["token"]
    with time_machine.travel(timezone.now() + timedelta(hours=47)):
        assert write.send(table.client, "k").json()["token"] == first
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        assert write.send(table.client, "k").json()["token"] != first


@contextmanager
def no_answer_can_be_kept() -> Iterator[None]:
    """Let the database refuse the answer, which is the last thing that a write does."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE accounts_storedanswer ADD CONSTRAINT crash CHECK (answer IS NULL)"
            if postgres
            else "CREATE TRIGGER crash BEFORE INSERT ON accounts_storedanswer "
            "BEGIN SELECT RAISE(ABORT, 'crash'); END"
        )
    yield
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE accounts_storedanswer DROP CONSTRAINT crash"
            if postgres
            else "DROP TRIGGER crash"
        )


@pytest.mark.parametrize("name", WRITES)
def test_of_a_write_that_breaks_before_its_answer_nothing_stays(
    cast: Cast, table: Table, name: str
) -> None:
    write = WRITES[name](cast, table)
    before = everything()
    client = client_of(cast.users["owner"])
    client.raise_request_exception = False
    with no_answer_can_be_kept():
        assert write.send(client, "k").status_code == 500
    assert everything() == before
    # And so it can be tried again with the same key.
    assert write.send(table.client, "k").status_code == write.status
    assert everything() != before


@pytest.mark.parametrize("name", WRITES)
def test_who_is_no_member_any_more_gets_no_answer_again(
    cast: Cast, table: Table, name: str
) -> None:
    write = WRITES[name](cast, table)
    assert write.send(table.client, "k").status_code == write.status
    Membership.objects.filter(user=cast.users["owner"], group=cast.group).delete()
    again = write.send(table.client, "k")
    assert again.status_code == 404
    assert again.json()["code"] == "not_found"


def test_nor_does_who_was_put_out_of_a_group(cast: Cast) -> None:
    player = cast.players[0].pk
    invite = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}).json()
    job = cast.scorer.post(f"{cast.url}/exports/", {"format": "csv"}).json()["id"]
    viewer = phone(cast.users["viewer"])
    writes = [
        (phone(cast.users["outsider"]), Write("post", f"{V1}/join/", {"code": invite["code"]})),
        (viewer, Write("post", f"{V1}/players/{player}/claim/")),
        (viewer, Write("put", f"{cast.url}/seen/", {"event": 0})),
        (viewer, Write("post", f"{cast.url}/exports/", {"format": "csv"}, status=202)),
        (phone(cast.users["scorer"]), Write("post", f"{V1}/jobs/{job}/cancel/")),
        (phone(cast.users["outsider"]), Write("post", f"{V1}/groups/", {"name": "Mine"})),
    ]
    for key, (client, write) in enumerate(writes):
        first = write.send(client, str(key))
        assert first.status_code < 300 or first.status_code == 409, first.content
    Membership.objects.all().delete()
    for key, (client, write) in enumerate(writes):
        assert write.send(client, str(key)).status_code == 404, write.path


def test_who_leaves_or_deletes_is_told_so_again(cast: Cast) -> None:
    mine = Membership.objects.get(user=cast.users["viewer"])
    spare = cast.owner.post(f"{cast.url}/players/", {"name": "Spare"}).json()["id"]
    owner = phone(cast.users["owner"])
    writes = [
        (phone(cast.users["viewer"]), f"{cast.url}/members/{mine.pk}/"),
        (owner, f"{V1}/players/{spare}/"),
        (owner, f"{cast.url}/?confirm=true"),
    ]
    for client, path in writes:
        for _time in range(2):
            assert Write("delete", path).send(client, path).status_code == 204


@pytest.mark.parametrize("name", WRITES)
def test_after_a_change_of_the_servers_key_what_is_there_is_told(
    cast: Cast, table: Table, name: str, settings: Settings
) -> None:
    write = WRITES[name](cast, table)
    assert write.send(table.client, "k").status_code == write.status
    done = everything()
    settings.SECRET_KEY = "another key"
    again = write.send(table.client, "k")
    assert everything() == done
    if name in ("start", "share"):
        assert (again.status_code, again.json()["code"]) == (409, "answer_lost")
    else:
        assert again.status_code in (404, 409, 412), again.content
    if name == "record":
        assert again.json()["code"] == "round_already_recorded"
        assert again.json()["game"]["rounds"]

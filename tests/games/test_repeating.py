"""Writes that are sent twice, for want of an answer: done once, answered alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from games.models import Membership
from tests.cast import V1, Cast, client_of
from tests.games.membership import invite, url
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_dry_runs import everything
from tests.games.writes import WRITES, Write


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


def test_a_repeated_request_need_not_be_readable(cast: Cast) -> None:
    body, key = b'{"name": "We"}', {"Idempotency-Key": "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"}
    answers = [
        cast.owner.post(f"{V1}/groups/", body, content_type=type, headers=key)
        for type in ("application/json", "text/plain")
    ]
    assert [answer.status_code for answer in answers] == [201, 201]


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
def test_whoever_is_no_member_any_more_gets_no_answer_again(
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
    code = invite(cast)["code"]
    job = cast.scorer.post(f"{cast.url}/jobs/", {"kind": "export", "format": "csv"}).json()["id"]
    viewer = phone(cast.users["viewer"])
    writes = [
        (phone(cast.users["outsider"]), Write("post", f"{V1}/join/", {"code": code})),
        (viewer, Write("patch", f"{V1}/players/{player}/", {"claimed": True})),
        (viewer, Write("put", f"{cast.url}/seen/", {"event": 0})),
        (
            viewer,
            Write("post", f"{cast.url}/jobs/", {"kind": "export", "format": "csv"}, status=202),
        ),
        (phone(cast.users["scorer"]), Write("post", f"{V1}/jobs/{job}/cancel/")),
        (phone(cast.users["outsider"]), Write("post", f"{V1}/groups/", {"name": "Mine"})),
    ]
    for key, (client, write) in enumerate(writes):
        first = write.send(client, str(key))
        assert first.status_code < 300 or first.status_code == 409, first.content
    Membership.objects.all().delete()
    for key, (client, write) in enumerate(writes):
        assert write.send(client, str(key)).status_code == 404, write.path


def test_whoever_leaves_or_deletes_is_told_so_again(cast: Cast) -> None:
    spare = cast.owner.post(f"{cast.url}/players/", {"name": "Spare"}).json()["id"]
    owner = phone(cast.users["owner"])
    writes = [
        (phone(cast.users["viewer"]), url(cast, "viewer")),
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

"""Every write is safe to repeat, and every write to the database is part of a transaction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import connection
from rest_framework.test import APIClient

from accounts.api.base import WRITE_METHODS, AccountView
from accounts.mail import wait_until_sent
from tests.accounts.people import (
    AUTH,
    EMAIL,
    ME,
    OTHER_PASSWORD,
    PASSWORD,
    holder,
    key_in_mail,
    mistakes,
)
from tests.api.test_permissions import ASKED, ROUTES
from tests.cast import V1, Cast
from tests.scoring.everything import record_everything

WRITES = [
    (method, route)
    for method, route in ASKED
    if method.upper() in WRITE_METHODS and issubclass(ROUTES[route], AccountView)
]
A_UUID = "0b6f8c8e-0000-4000-8000-000000000000"


def test_every_write_takes_an_idempotency_key(cast: Cast) -> None:
    """A write method that is not `@idempotent` would ignore a key that is not valid."""
    assert len(WRITES) > 40
    too_long = {"Idempotency-Key": "x" * 201}
    for method, route in WRITES:
        path = re.sub(r"<int:\w+>", "1", re.sub(r"<uuid:\w+>", A_UUID, route))
        response = getattr(cast.owner, method)(f"/{path}", {}, headers=too_long)
        assert response.status_code == 400, f"{method} {route} is not @idempotent"
        assert mistakes(response) == {("Idempotency-Key", "invalid")}


@contextmanager
def stray_writes() -> Iterator[list[str]]:
    """Collect the statements that change something outside a transaction during a request.

    All but the progress of a job (`alive_at`): others should see it while the job runs.
    """
    stray: list[str] = []
    is_answering = False

    def start(**_signal: Any) -> None:
        nonlocal is_answering
        is_answering = True

    def finish(**_signal: Any) -> None:
        nonlocal is_answering
        is_answering = False

    def watch(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        is_write = sql.startswith(("INSERT", "UPDATE", "DELETE")) and "alive_at" not in sql
        if is_write and is_answering and not connection.in_atomic_block:
            stray.append(sql)
        return execute(sql, *args)

    request_started.connect(start)
    request_finished.connect(finish)
    try:
        with connection.execute_wrapper(watch):
            yield stray
    finally:
        request_started.disconnect(start)
        request_finished.disconnect(finish)


@pytest.mark.django_db(transaction=True)
def test_no_write_happens_outside_a_transaction(cast: Cast) -> None:
    with stray_writes() as stray:
        play_for_an_evening(cast)
        account_from_guest_to_deletion()
    assert stray == []


def play_for_an_evening(cast: Cast) -> None:
    """Everything that changes a group, its players and its games."""
    record_everything(cast)
    group = answer(cast.owner.post(f"{V1}/groups/", {"name": "Club"}))
    url = f"{V1}/groups/{group['id']}/"
    answer(cast.owner.patch(url, {"name": "Chess club"}))
    invites = [
        answer(cast.owner.post(f"{url}invites/", {"role": role})) for role in ("viewer", "scorer")
    ]
    answer(cast.outsider.post(f"{V1}/join/", {"code": invites[0]["code"]}))
    answer(cast.outsider.post(f"{V1}/join/", {"code": invites[1]["code"]}))
    answer(cast.owner.delete(f"{url}invites/{invites[1]['id']}/"))
    members = answer(cast.owner.get(f"{url}members/"))["results"]
    joined = next(
        f"{url}members/{member['id']}/" for member in members if member["role"] != "owner"
    )
    answer(cast.owner.patch(joined, {"role": "viewer"}))
    players = [answer(cast.owner.post(f"{url}players/", {"name": name})) for name in "ABC"]
    paths = [f"{V1}/players/{player['id']}/" for player in players]
    answer(cast.owner.patch(paths[0], {"name": "Ann"}))
    answer(cast.outsider.patch(f"{paths[0]}", {"claimed": True}))
    answer(cast.outsider.patch(f"{paths[0]}", {"claimed": False}))
    answer(cast.owner.patch(f"{paths[1]}", {"merged_into": players[0]["id"]}))
    answer(cast.owner.delete(paths[2]))
    game = cast.game()
    links = f"{V1}/share-links/"
    link = answer(cast.scorer.post(links, {"game": game["id"]}))
    answer(cast.scorer.delete(f"{links}{link['id']}/"))
    job = answer(cast.scorer.post(f"{cast.url}/jobs/", {"kind": "export", "format": "csv"}))
    assert answer(cast.scorer.get(f"{V1}/jobs/{job['id']}/"))["state"] == "done"
    answer(cast.owner.post(f"{cast.url}/jobs/", {"kind": "recompute"}))
    answer(cast.owner.get(f"{cast.url}/statistics/leaderboard/"))
    answer(cast.outsider.delete(joined))
    answer(cast.owner.delete(f"{url}?confirm=true"))


def account_from_guest_to_deletion() -> None:
    nobody = APIClient()
    guest = logged_in(nobody.post(f"{AUTH}/guests/", {"name": "Ben"}))
    credentials = {"email": EMAIL, "password": PASSWORD}
    claimed = logged_in(guest.post(f"{AUTH}/claim/", credentials))
    tablet = logged_in(nobody.post(f"{AUTH}/login/", credentials))
    code = answer(claimed.post(f"{AUTH}/pairing/"))["code"]
    logged_in(nobody.post(f"{AUTH}/pair/", {"code": code}))
    answer(tablet.delete(f"{V1}/me/tokens/current/"))
    devices = answer(claimed.get(f"{ME}tokens/?kind=device"))
    other = next(device["id"] for device in devices if not device["current"])
    answer(claimed.delete(f"{ME}tokens/{other}/"))
    answer(claimed.patch(ME, {"password": OTHER_PASSWORD, "current_password": PASSWORD}))
    answer(nobody.post(f"{AUTH}/password-reset/", {"email": EMAIL}))
    wait_until_sent()
    uid, _dot, token = key_in_mail().partition(".")
    reset = {"uid": uid, "token": token, "password": PASSWORD}
    back = logged_in(nobody.post(f"{AUTH}/password-reset/confirm/", reset))
    answer(back.post(f"{ME}delete/", {"confirm": True, "current_password": PASSWORD}))


def answer(response: Any) -> Any:
    assert response.status_code < 300, response.content.decode()
    return response.json() if response.content else None


def logged_in(response: Any) -> APIClient:
    return holder(answer(response)["token"])

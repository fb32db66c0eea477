"""POST auth/pairing/ and auth/pair/: a one-time code logs in another device."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
import time_machine
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.codes import ALPHABET
from accounts.models import PairingCode, User
from tests.accounts.people import AUTH, ME, assert_problem, holder, limited, mistakes, new_code
from tests.cast import client_of, told
from tests.games.races import together

pytestmark = pytest.mark.django_db
URL = f"{AUTH}/pair/"


def test_a_further_device_is_the_same_person(ann: APIClient, api: APIClient, guest: User) -> None:
    answer = api.post(URL, {"code": new_code(ann), "device": "Tablet"}).json()
    assert answer["user"]["id"] == str(guest.pk)
    tablet = holder(answer["token"])
    assert {row["device"] for row in tablet.get(f"{ME}devices/").json()} == {"test", "Tablet"}


def test_the_code_can_be_read_out_opened_and_scanned(ann: APIClient) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        answer = ann.post(f"{AUTH}/pairing/").json()
    assert re.fullmatch(f"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", answer["code"])
    assert not set("0O1IL") & set(ALPHABET)
    assert answer["link"] == f"http://testserver/pair#{answer['code']}"
    assert answer["svg"].startswith("<svg")
    assert answer["svg"].endswith("</svg>")
    assert datetime.fromisoformat(answer["expires_at"]).isoformat() == "2026-01-01T12:10:00+00:00"


@pytest.mark.parametrize("typed", ["{0}{1}", "{0}-{1}", " {0} – {1}\n", "{0}\u00a0\u2011{1}"])
@pytest.mark.parametrize("lower", [True, False])
def test_however_it_is_typed(ann: APIClient, api: APIClient, typed: str, lower: bool) -> None:
    text = typed.format(*new_code(ann).split("-"))
    assert api.post(URL, {"code": text.lower() if lower else text}).status_code == 200


def test_it_refuses_a_used_an_old_and_a_wrong_code_alike(ann: APIClient, api: APIClient) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        old = new_code(ann)
    with time_machine.travel("2026-01-01T12:10:00Z", tick=False):
        answers = [api.post(URL, {"code": old})]
    used = new_code(ann)
    api.post(URL, {"code": used})
    answers += [api.post(URL, {"code": code}) for code in (used, "3333-3333", "no code", "-")]
    for answer in answers:
        assert_problem(answer, 404, "unknown_code")
    assert all(told(answer) == told(answers[0]) for answer in answers)


@pytest.mark.parametrize("code", ["", None, 12345678, ["a"], "x" * 65])
def test_it_refuses_what_is_not_a_code(api: APIClient, code: object) -> None:
    assert {field for field, _code in mistakes(api.post(URL, {"code": code}))} == {"code"}


def test_it_stops_a_machine_that_guesses(api: APIClient, settings: Settings) -> None:
    limited(settings, guess="3/min")
    with time_machine.travel("2026-01-01T12:00:10Z", tick=False):
        for _turn in range(3):
            assert_problem(api.post(URL, {"code": "3333-3333"}), 404, "unknown_code")
        assert_problem(api.post(URL, {"code": "3333-3333"}), 429, "throttled")


def test_no_code_is_stored(ann: APIClient) -> None:
    code = new_code(ann)
    [row] = PairingCode.objects.values_list("digest", flat=True)
    assert code.replace("-", "").lower() not in row.lower()
    assert len(row) == 64


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_code_used_twice_at_once_lets_one_in() -> None:
    for _turn in range(5):
        guest = User.objects.create_guest("Ann")
        code = new_code(client_of(guest))
        answers = together(*[lambda c=code: APIClient().post(URL, {"code": c})] * 4)
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
        assert guest.auth_token_set.count() == 2

"""Writes that are sent twice, with one Idempotency-Key."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.idempotency import (
    MIN_ANONYMOUS_KEY,
    Answer,
    Key,
    read_key,
    store_answer,
    take_turn,
    unseal,
)
from accounts.models import DeviceToken, StoredAnswer, User
from accounts.services.password_reset import reset_key
from games.services.cleanup import CLEANUPS
from tests.accounts.people import (
    AUTH,
    EMAIL,
    ME,
    OTHER_PASSWORD,
    PASSWORD,
    assert_problem,
    holder,
    is_in,
    limited,
    mistakes,
    new_code,
)
from tests.cast import Cast, client_of
from tests.games.races import together

pytestmark = pytest.mark.django_db
GUESTS = f"{AUTH}/guests/"
KEY = "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"


def key(text: str = KEY) -> Key:
    return read_key(text, owner="", method="POST", path=GUESTS, body=b'{"name":"Ann"}')


def once(client: APIClient, method: str, path: str, body: Any = None, key: str = KEY) -> Any:
    return getattr(client, method)(path, body, HTTP_IDEMPOTENCY_KEY=key)


def twice(client: APIClient, method: str, path: str, body: Any = None, key: str = KEY) -> Any:
    """Send it twice; the second answer, once it is the first one's."""
    first = once(client, method, path, body, key)
    assert first.status_code < 300, first.content
    assert "Idempotency-Replayed" not in first.headers
    second = once(client, method, path, body, key)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.headers["X-Request-Id"] != first.headers["X-Request-Id"]
    assert (second.status_code, second.content) == (first.status_code, first.content)
    for name in ("Content-Type", "Cache-Control", "Location", "ETag"):
        assert second.headers.get(name) == first.headers.get(name)
    return second


# --- The same again ---------------------------------------------------------------------


def test_a_guest_asked_for_twice_is_one(api: APIClient) -> None:
    answer = twice(api, "post", GUESTS, {"name": "Ann"}).json()
    assert User.objects.count() == DeviceToken.objects.count() == 1
    assert is_in(holder(answer["token"]))


def test_a_claim_is_answered_again_though_its_token_is_gone(ann: APIClient) -> None:
    body = {"email": "ann@example.org", "password": PASSWORD}
    token = twice(ann, "post", f"{AUTH}/claim/", body).json()["token"]
    assert is_in(holder(token))
    assert not is_in(ann)
    assert DeviceToken.objects.count() == 1


def test_so_is_a_logout_and_a_deletion(ann: APIClient, ben: APIClient, owner: User) -> None:
    twice(ben, "post", f"{AUTH}/logout/")
    twice(client_of(owner), "delete", f"{ME}tokens/current/")
    for address in ("tokens", "devices"):  # of which the second one is deprecated
        phone = client_of(owner)
        [row] = phone.get(f"{ME}tokens/?kind=device").json()
        twice(phone, "delete", f"{ME}{address}/{row['id']}/", key=address)
    twice(ann, "post", f"{ME}delete/", {"confirm": True})
    assert User.objects.get() == owner


def test_a_login_a_pairing_and_a_reset_are_one(ann: APIClient, api: APIClient, owner: User) -> None:
    twice(api, "post", f"{AUTH}/login/", {"email": EMAIL, "password": PASSWORD})
    assert owner.auth_token_set.count() == 1
    twice(ann, "post", f"{AUTH}/pairing/", key="pairing")
    twice(api, "post", f"{AUTH}/pair/", {"code": new_code(ann)}, key=KEY + "pair")
    twice(api, "post", f"{AUTH}/password-reset/", {"email": EMAIL}, key=KEY + "reset")


def test_a_password_changed_twice_is_changed_once(ben: APIClient) -> None:
    # The second time the present password is no longer what the body says.
    body = {"password": OTHER_PASSWORD, "current_password": PASSWORD}
    assert twice(ben, "patch", ME, body).json()["email"] == EMAIL


def test_the_answers_that_are_kept_are_bounded(
    cast: Cast, api: APIClient, settings: Settings
) -> None:
    limited(settings, answer="3/day")
    once(cast.owner, "patch", ME, {"name": "Cleo"})
    groups = "/api/v1/groups/"
    for number in "012":
        answer = once(cast.owner, "post", groups, {"name": "Home"}, number)
        assert answer.status_code == 201
    refused = once(cast.owner, "post", groups, {"name": "Home"}, "3")
    assert assert_problem(refused, 429, "throttled")["limit"] == "answer"
    assert StoredAnswer.objects.count() == 4
    # What was done is answered again, and others and the account itself are not concerned.
    again = once(cast.owner, "post", groups, {"name": "Home"}, "2")
    assert (again.status_code, again.content) == (201, answer.content)
    twice(cast.owner, "patch", ME, {"name": "Cleopatra"}, key="4")
    twice(cast.scorer, "post", groups, {"name": "Work"})
    for number in "012":
        twice(api, "post", GUESTS, {"name": "Ann"}, key=KEY + number)
    refused = once(api, "post", GUESTS, {"name": "Ann"}, KEY + "3")
    assert assert_problem(refused, 429, "throttled")["limit"] == "answer"


# --- Refusals ---------------------------------------------------------------------------


def test_it_refuses_another_request_with_the_same_key(api: APIClient, ann: APIClient) -> None:
    twice(api, "post", GUESTS, {"name": "Ann"})
    twice(ann, "patch", ME, {"name": "A"})
    for other in (
        once(api, "post", GUESTS, {"name": "Bob"}),
        once(api, "post", f"{AUTH}/pair/", {"name": "Ann"}),
        once(ann, "patch", ME, {"name": "B"}),
    ):
        assert_problem(other, 422, "idempotency_key_reused")
        assert "Idempotency-Replayed" not in other.headers
    assert User.objects.count() == 2


def test_a_refused_write_is_not_kept(api: APIClient) -> None:
    assert mistakes(once(api, "post", GUESTS, {"name": ""})) == {("name", "blank")}
    assert not StoredAnswer.objects.exists()
    assert once(api, "post", GUESTS, {"name": "Ann"}).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201, "schlüssel" * 3, "a\tb" * 10])
def test_it_refuses_what_is_no_key(ann: APIClient, api: APIClient, key: str) -> None:
    wrong = {("Idempotency-Key", "invalid")}
    assert mistakes(once(ann, "patch", ME, {"name": "A"}, key)) == wrong
    assert mistakes(once(api, "post", GUESTS, {"name": "A"}, key)) == wrong


def test_it_refuses_a_key_that_a_stranger_could_guess(api: APIClient) -> None:
    refused = once(api, "post", GUESTS, {"name": "Ann"}, "1" * (MIN_ANONYMOUS_KEY - 1))
    assert mistakes(refused) == {("Idempotency-Key", "invalid")}


# --- Who gets an answer again -----------------------------------------------------------


def test_a_device_that_was_logged_out_gets_none(ben: APIClient, owner: User) -> None:
    twice(ben, "patch", ME, {"name": "Bea"})
    owner.auth_token_set.all().delete()
    assert_problem(once(ben, "patch", ME, {"name": "Bea"}), 401, "not_authenticated")


def test_nor_if_its_request_might_have_ended_its_token(ben: APIClient, owner: User) -> None:
    tablet = client_of(owner)
    other = next(row for row in ben.get(f"{ME}devices/").json() if not row["current"])
    path = f"{ME}devices/{other['id']}/"
    twice(ben, "delete", path)
    assert not is_in(tablet)
    owner.auth_token_set.all().delete()
    assert_problem(once(ben, "delete", path), 401, "not_authenticated")


def test_a_login_is_not_repeated_once_its_device_is_logged_out(
    api: APIClient, ann: APIClient, guest: User, owner: User
) -> None:
    claim = {"email": "ann@example.org", "password": PASSWORD}
    asks = [
        (api, GUESTS, {"name": "Cleo"}),
        (api, f"{AUTH}/login/", {"email": EMAIL, "password": PASSWORD}),
        (api, f"{AUTH}/pair/", {"code": new_code(ann)}),
        (ann, f"{AUTH}/claim/", claim),
    ]
    for number, (client, path, body) in enumerate(asks):
        key = f"{KEY}{number}"
        token = twice(client, "post", path, body, key=key).json()["token"]
        assert holder(token).delete(f"{ME}tokens/current/").status_code == 204
        again = once(client, "post", path, body, key)
        assert_problem(again, 401, "not_authenticated")
        assert token.encode() not in again.content


# --- Another SECRET_KEY -----------------------------------------------------------------


def test_with_another_key_of_the_server_the_answer_is_lost(
    api: APIClient, ann: APIClient, ben: APIClient, settings: Settings
) -> None:
    twice(api, "post", GUESTS, {"name": "Cleo"})
    twice(ben, "patch", ME, {"name": "B"})  # which has something to prepare
    twice(ann, "post", f"{AUTH}/logout/")
    settings.SECRET_KEY = "another key"
    assert_problem(once(api, "post", GUESTS, {"name": "Cleo"}), 409, "answer_lost")
    assert_problem(once(ben, "patch", ME, {"name": "B"}), 409, "answer_lost")
    assert_problem(once(ann, "post", f"{AUTH}/logout/"), 401, "not_authenticated")
    assert User.objects.count() == 3


def test_a_key_that_is_rotated_changes_nothing_for_anybody(
    api: APIClient, ann: APIClient, ben: APIClient, owner: User, settings: Settings
) -> None:
    first = once(api, "post", GUESTS, {"name": "Cleo"})
    code = new_code(ben)
    uid, _dot, token = reset_key(owner).partition(".")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    assert is_in(ann)
    assert is_in(holder(first.json()["token"]))
    assert once(api, "post", GUESTS, {"name": "Cleo"}).content == first.content
    assert api.post(f"{AUTH}/pair/", {"code": code}).status_code == 200
    reset = {"uid": uid, "token": token, "password": OTHER_PASSWORD}
    assert api.post(f"{AUTH}/password-reset/confirm/", reset).status_code == 200
    # What is signed from now on is signed with the new key alone.
    second = once(api, "post", GUESTS, {"name": "Dan"}, KEY + "2")
    settings.SECRET_KEY_FALLBACKS = []
    assert once(api, "post", GUESTS, {"name": "Dan"}, KEY + "2").content == second.content
    assert_problem(once(api, "post", GUESTS, {"name": "Cleo"}), 409, "answer_lost")


# --- What is kept, and for how long -----------------------------------------------------


def test_what_is_kept_can_be_read_by_the_key_alone(api: APIClient) -> None:
    answer = twice(api, "post", GUESTS, {"name": "Annegret"}).json()
    kept = StoredAnswer.objects.get()
    stored = f"{kept.digest} {kept.request_digest} {bytes(kept.answer)!r}"
    for secret in (answer["token"], answer["token"][:15], "Annegret", KEY):
        assert secret not in stored
    assert json.loads(unseal(key(KEY).secrets[0], bytes(kept.answer)).body or b"") == answer
    with pytest.raises(InvalidTag):
        unseal(key(KEY + "!").secrets[0], bytes(kept.answer))


def test_what_was_asked_cannot_be_guessed_without_the_key() -> None:
    """Somebody who reads the database may know all of a login but its password and its key."""
    body = b'{"email":"ann@example.org","password":"guess"}'
    first, second = (
        read_key(text, owner="", method="POST", path=f"{AUTH}/login/", body=body).request_digest
        for text in (KEY, KEY + "!")
    )
    assert first != second


def test_an_answer_that_version_1_1_stored_is_given_again(api: APIClient) -> None:
    first = once(api, "post", GUESTS, {"name": "Ann"}).json()
    old = key().old_request_digest
    assert old == "bb2574837da5f95de06a4e57823373b483d8bfdf4ecc5f810125cea39e63a5e4"
    StoredAnswer.objects.update(request_digest=old)
    assert once(api, "post", GUESTS, {"name": "Ann"}).json() == first


def test_answers_are_forgotten_after_two_days(api: APIClient) -> None:
    delete_old = CLEANUPS["answers to repeated writes"]

    def ask(at: str) -> Any:
        with time_machine.travel(at, tick=False):
            return once(api, "post", GUESTS, {"name": "Ann"}).json(), delete_old()

    first, _none = ask("2026-01-01T12:00:00Z")
    assert ask("2026-01-03T12:00:00Z") == (first, 0)
    # Forgotten even where nobody has tidied up yet.
    second, deleted = ask("2026-01-03T12:00:01Z")
    assert (second != first, deleted) == (True, 0)
    with time_machine.travel("2026-01-06T12:00:00Z", tick=False):
        assert delete_old() == 1
    assert not StoredAnswer.objects.exists()


def test_what_a_key_costs(ann: APIClient) -> None:
    def queries(**headers: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert ann.post(f"{AUTH}/pairing/", **headers).status_code == 201
        return len(captured)

    plain = queries()
    # Taking the turn and looking for an answer, storing it, and beginning and ending one more
    # transaction.
    assert queries(HTTP_IDEMPOTENCY_KEY=KEY) == plain + 4


# --- At once ----------------------------------------------------------------------------


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_it_refuses_a_second_while_the_first_is_worked_on() -> None:
    first_has_begun, second_is_answered = threading.Event(), threading.Event()

    def first() -> None:
        with transaction.atomic():
            assert take_turn(key()) is None
            first_has_begun.set()
            assert second_is_answered.wait(10)
            store_answer(key(), Answer(201, {}, b'{"of": "the first"}'))

    def second() -> list[Any]:
        assert first_has_begun.wait(10)
        try:
            return [
                once(APIClient(), "post", GUESTS, {"name": "Ann"}),
                APIClient().post(GUESTS, {"name": "Bob"}),
            ]
        finally:
            second_is_answered.set()

    _nothing, [refused, unrelated] = together(first, second)
    assert_problem(refused, 409, "request_in_flight")
    assert refused.headers["Retry-After"] == "1"
    assert unrelated.status_code == 201
    again = once(APIClient(), "post", GUESTS, {"name": "Ann"})
    assert again.content == b'{"of": "the first"}'
    assert User.objects.count() == 1

"""Writes that are sent twice, with one Idempotency-Key."""

from __future__ import annotations

import json
import threading
import uuid
from base64 import urlsafe_b64encode
from functools import partial
from typing import Any

import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.idempotency import (
    MIN_ANONYMOUS_KEY,
    Answer,
    delete_old_answers,
    read_key,
    store_answer,
    stored_answer,
    take_turn,
    unseal,
)
from accounts.models import DeviceToken, StoredAnswer, User
from accounts.services.password_reset import reset_key
from rest.problems import ProblemError
from tests.accounts.people import (
    AUTH,
    EMAIL,
    ME,
    OTHER_PASSWORD,
    PASSWORD,
    assert_problem,
    at_once,
    holder,
    is_in,
    mistakes,
    new_code,
)
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
GUESTS = f"{AUTH}/guests/"
KEY = "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11"


def twice(client: APIClient, method: str, path: str, body: Any = None, key: str = KEY) -> Any:
    """Send it twice; the second answer, once it is the first one's."""
    send = getattr(client, method)
    first = send(path, body, HTTP_IDEMPOTENCY_KEY=key)
    assert first.status_code < 300, first.content
    second = send(path, body, HTTP_IDEMPOTENCY_KEY=key)
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
    phone = client_of(owner)
    [row] = phone.get(f"{ME}devices/").json()
    twice(phone, "delete", f"{ME}devices/{row['id']}/")
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


def test_without_a_key_twice_is_twice(api: APIClient) -> None:
    for _turn in range(2):
        assert api.post(GUESTS, {"name": "Ann"}).status_code == 201
    assert User.objects.count() == 2
    assert not StoredAnswer.objects.exists()


def test_a_key_belongs_to_its_owner(ann: APIClient, ben: APIClient) -> None:
    assert ann.patch(ME, {"name": "A"}, HTTP_IDEMPOTENCY_KEY="1").json()["name"] == "A"
    assert ben.patch(ME, {"name": "B"}, HTTP_IDEMPOTENCY_KEY="1").json()["name"] == "B"


def test_the_answers_that_are_kept_are_bounded(
    cast: Cast, api: APIClient, settings: Settings
) -> None:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "answer": "3/day"}
    cast.owner.patch(ME, {"name": "Cleo"}, HTTP_IDEMPOTENCY_KEY=KEY)
    groups = "/api/v1/groups/"
    for number in range(3):
        answer = cast.owner.post(groups, {"name": "Home"}, HTTP_IDEMPOTENCY_KEY=f"{number}")
        assert answer.status_code == 201
    refused = cast.owner.post(groups, {"name": "Home"}, HTTP_IDEMPOTENCY_KEY="3")
    assert assert_problem(refused, 429, "throttled")["limit"] == "answer"
    assert StoredAnswer.objects.count() == 4
    # What was done is answered again, and others and the account itself are not concerned.
    again = cast.owner.post(groups, {"name": "Home"}, HTTP_IDEMPOTENCY_KEY="2")
    assert (again.status_code, again.content) == (201, answer.content)
    twice(cast.owner, "patch", ME, {"name": "Cleopatra"}, key="4")
    twice(cast.scorer, "post", groups, {"name": "Work"})
    for number in range(3):
        twice(api, "post", GUESTS, {"name": "Ann"}, key=f"{KEY} {number}")
    refused = api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=f"{KEY} 3")
    assert assert_problem(refused, 429, "throttled")["limit"] == "answer"


# --- Refusals ---------------------------------------------------------------------------


def test_it_refuses_another_request_with_the_same_key(api: APIClient, ann: APIClient) -> None:
    twice(api, "post", GUESTS, {"name": "Ann"})
    other = api.post(GUESTS, {"name": "Bob"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(other, 422, "idempotency_key_reused")
    elsewhere = api.post(f"{AUTH}/pair/", {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(elsewhere, 422, "idempotency_key_reused")
    twice(ann, "patch", ME, {"name": "A"})
    other = ann.patch(ME, {"name": "B"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(other, 422, "idempotency_key_reused")
    assert User.objects.count() == 2


def test_a_refused_write_is_not_kept(api: APIClient) -> None:
    refused = api.post(GUESTS, {"name": ""}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert mistakes(refused) == {("name", "blank")}
    assert not StoredAnswer.objects.exists()
    assert api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY).status_code == 201


def test_it_refuses_a_dead_token_without_an_answer(ann: APIClient, guest: User) -> None:
    twice(ann, "post", f"{AUTH}/logout/")
    dead: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "another"}
    assert_problem(ann.post(f"{AUTH}/logout/", **dead), 401, "not_authenticated")
    assert_problem(ann.get(ME, HTTP_IDEMPOTENCY_KEY=KEY), 401, "not_authenticated")
    # Nor is the answer for whoever has the key alone.
    for other in (APIClient(), holder("0" * 64)):
        response = other.post(f"{AUTH}/logout/", HTTP_IDEMPOTENCY_KEY=KEY)
        assert_problem(response, 401, "not_authenticated")


@pytest.mark.parametrize("key", ["", "x" * 201, "schlüssel" * 3, "a\tb" * 10])
def test_it_refuses_what_is_no_key(ann: APIClient, api: APIClient, key: str) -> None:
    wrong = {("Idempotency-Key", "invalid")}
    assert mistakes(ann.patch(ME, {"name": "A"}, HTTP_IDEMPOTENCY_KEY=key)) == wrong
    assert mistakes(api.post(GUESTS, {"name": "A"}, HTTP_IDEMPOTENCY_KEY=key)) == wrong


def test_it_refuses_a_key_that_a_stranger_could_guess(api: APIClient) -> None:
    short = "1" * (MIN_ANONYMOUS_KEY - 1)
    response = api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=short)
    assert mistakes(response) == {("Idempotency-Key", "invalid")}


# --- Who gets an answer again -----------------------------------------------------------


def test_a_device_that_was_logged_out_gets_none(ben: APIClient, owner: User) -> None:
    asked: dict[str, Any] = {"data": {"name": "Bea"}, "HTTP_IDEMPOTENCY_KEY": KEY}
    assert ben.patch(ME, **asked).status_code == 200
    owner.auth_token_set.all().delete()
    assert_problem(ben.patch(ME, **asked), 401, "not_authenticated")


def test_nor_if_its_request_might_have_ended_its_token(ben: APIClient, owner: User) -> None:
    tablet = client_of(owner)
    other = next(row for row in ben.get(f"{ME}devices/").json() if not row["current"])
    path = f"{ME}devices/{other['id']}/"
    twice(ben, "delete", path)
    assert not is_in(tablet)
    owner.auth_token_set.all().delete()
    answer = ben.delete(path, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(answer, 401, "not_authenticated")


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
        assert holder(token).post(f"{AUTH}/logout/").status_code == 204
        again = client.post(path, body, HTTP_IDEMPOTENCY_KEY=key)
        assert_problem(again, 401, "not_authenticated")
        assert token.encode() not in again.content


# --- Another SECRET_KEY -----------------------------------------------------------------


def test_with_another_key_of_the_server_the_answer_is_lost(
    api: APIClient, ann: APIClient, settings: Settings
) -> None:
    twice(api, "post", GUESTS, {"name": "Cleo"})
    twice(ann, "patch", ME, {"name": "A"}, key="1")  # which has something to prepare
    twice(ann, "post", f"{AUTH}/logout/", key="2")
    settings.SECRET_KEY = "another key"
    again = api.post(GUESTS, {"name": "Cleo"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(again, 409, "answer_lost")
    assert User.objects.count() == 2
    again = ann.post(f"{AUTH}/logout/", HTTP_IDEMPOTENCY_KEY="2")
    assert_problem(again, 401, "not_authenticated")


def test_nor_if_the_password_would_be_checked_first(ben: APIClient, settings: Settings) -> None:
    twice(ben, "patch", ME, {"name": "B"})
    settings.SECRET_KEY = "another key"
    again = ben.patch(ME, {"name": "B"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert_problem(again, 409, "answer_lost")


def test_a_key_that_is_rotated_changes_nothing_for_anybody(
    api: APIClient, ann: APIClient, ben: APIClient, owner: User, settings: Settings
) -> None:
    asked: dict[str, Any] = {"data": {"name": "Cleo"}, "HTTP_IDEMPOTENCY_KEY": KEY}
    first = api.post(GUESTS, **asked)
    code = new_code(ben)
    uid, _dot, token = reset_key(owner).partition(".")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    assert is_in(ann)
    assert is_in(holder(first.json()["token"]))
    assert api.post(GUESTS, **asked).content == first.content
    assert api.post(f"{AUTH}/pair/", {"code": code}).status_code == 200
    reset = {"uid": uid, "token": token, "password": OTHER_PASSWORD}
    assert api.post(f"{AUTH}/password-reset/confirm/", reset).status_code == 200
    # What is signed from now on is signed with the new key alone.
    second = api.post(GUESTS, {"name": "Dan"}, HTTP_IDEMPOTENCY_KEY=KEY + "2")
    settings.SECRET_KEY_FALLBACKS = []
    again = api.post(GUESTS, {"name": "Dan"}, HTTP_IDEMPOTENCY_KEY=KEY + "2")
    assert again.content == second.content
    assert_problem(api.post(GUESTS, **asked), 409, "answer_lost")


# --- What is kept, and for how long -----------------------------------------------------


def test_what_is_kept_can_be_read_by_the_key_alone(api: APIClient) -> None:
    answer = twice(api, "post", GUESTS, {"name": "Annegret"}).json()
    kept = StoredAnswer.objects.get()
    stored = f"{kept.digest} {kept.request_digest} {bytes(kept.answer)!r}"
    for secret in (answer["token"], answer["token"][:15], "Annegret", KEY):
        assert secret not in stored
    right = read_key(KEY, owner="", method="POST", path=GUESTS, body=b"")
    wrong = read_key(KEY + "!", owner="", method="POST", path=GUESTS, body=b"")
    assert json.loads(unseal(right.secret, bytes(kept.answer)).body or b"") == answer
    with pytest.raises(InvalidTag):
        unseal(wrong.secret, bytes(kept.answer))


def test_what_is_kept_is_small(api: APIClient) -> None:
    names = [f"Player {number}" for number in range(400)]
    key = read_key(KEY, owner="", method="POST", path=GUESTS, body=b"")
    body = json.dumps([{"id": name, "name": name, "points": 50} for name in names]).encode()
    store_answer(key, Answer(201, {}, body))
    assert len(StoredAnswer.objects.get().answer) < len(body) / 4
    found = stored_answer(key)
    assert found
    assert found.body == body


@pytest.mark.parametrize("data", [{"name": "Zoë"}, None])
def test_it_reads_an_answer_from_before_an_upgrade(api: APIClient, data: Any) -> None:
    body = b'{"name":"Zo\xc3\xab"}'
    key = read_key(KEY, owner="", method="POST", path=GUESTS, body=body)
    content = {"status": 201, "data": data, "headers": {"Location": "/there/"}}
    text = Fernet(urlsafe_b64encode(key.secret)).encrypt(json.dumps(content).encode())
    StoredAnswer.objects.create(digest=key.digest, request_digest=key.request_digest, answer=text)
    response = api.post(GUESTS, {"name": "Zoë"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert response.status_code == 201
    assert response.headers["Location"] == "/there/"
    assert response.headers["Idempotency-Replayed"] == "true"
    assert response.content == (b"" if data is None else body)
    assert response.headers.get("Content-Type") == (None if data is None else "application/json")


def test_answers_are_forgotten_after_two_days(api: APIClient) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z", tick=False):
        first = api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY).json()
    with time_machine.travel("2026-01-03T12:00:00Z", tick=False):
        assert delete_old_answers() == 0
        assert api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY).json() == first
    with time_machine.travel("2026-01-03T12:00:01Z", tick=False):
        # Forgotten even where nobody has tidied up yet.
        assert api.post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY).json() != first
        assert delete_old_answers() == 0
    with time_machine.travel("2026-01-06T12:00:00Z", tick=False):
        assert delete_old_answers() == 1
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
    key = read_key(KEY, owner="", method="POST", path=GUESTS, body=b'{"name":"Ann"}')

    def first() -> None:
        with transaction.atomic():
            assert take_turn(key) is None
            first_has_begun.set()
            assert second_is_answered.wait(10)
            store_answer(key, Answer(201, {}, b'{"of": "the first"}'))

    def second() -> list[Any]:
        assert first_has_begun.wait(10)
        try:
            return [
                APIClient().post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY),
                APIClient().post(GUESTS, {"name": "Bob"}),
            ]
        finally:
            second_is_answered.set()

    _nothing, [refused, unrelated] = at_once(first, second)
    assert_problem(refused, 409, "request_in_flight")
    assert refused.headers["Retry-After"] == "1"
    assert unrelated.status_code == 201
    again = APIClient().post(GUESTS, {"name": "Ann"}, HTTP_IDEMPOTENCY_KEY=KEY)
    assert again.content == b'{"of": "the first"}'
    assert User.objects.count() == 1


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_sent_many_times_at_once_it_is_done_once() -> None:
    for _turn in range(5):
        key = str(uuid.uuid4())
        name = f"Ann {key[:8]}"
        asked: dict[str, Any] = {
            "path": GUESTS,
            "data": {"name": name},
            "HTTP_IDEMPOTENCY_KEY": key,
        }
        answers = at_once(*[partial(APIClient().post, **asked) for _client in range(5)])
        assert User.objects.filter(name=name).count() == 1
        good = [answer for answer in answers if answer.status_code == 201]
        assert good
        assert len({answer.content for answer in good}) == 1
        assert {answer.status_code for answer in answers} <= {201, 409}


def test_an_answer_is_kept_if_and_only_if_the_write_is() -> None:
    key = read_key(KEY, owner="", method="POST", path=GUESTS, body=b"")

    def fail_late() -> None:
        with transaction.atomic():
            User.objects.create_guest("Ann")
            store_answer(key, Answer(201, {}, b"{}"))
            raise ProblemError(409, "odd", "Odd.")

    with pytest.raises(ProblemError):
        fail_late()
    assert not User.objects.exists()
    assert not StoredAnswer.objects.exists()

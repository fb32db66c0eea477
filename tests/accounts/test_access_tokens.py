"""me/tokens/: tokens for programs. What their scopes allow is in tests/api/test_permissions.py."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import DeviceToken, User
from accounts.services.access_tokens import create_access_token
from tests.accounts.people import ME, PASSWORD, assert_problem, holder, mistakes

pytestmark = pytest.mark.django_db
URL = f"{ME}tokens/"
GROUPS = "/api/v1/groups/"


def test_a_token_is_shown_once_and_listed_until_it_is_revoked(ann: APIClient) -> None:
    body = {"name": "Bot", "scopes": ["score", "read", "read"]}
    created = ann.post(URL, body, headers={"Idempotency-Key": "1"})
    assert created.status_code == 201, created.content
    told = created.json()
    assert (told["name"], told["scopes"], told["used_at"]) == ("Bot", ["read", "score"], None)
    assert ann.post(URL, body, headers={"Idempotency-Key": "1"}).json() == told
    token = told.pop("token")
    assert ann.get(URL).json() == [told]
    assert not DeviceToken.objects.filter(digest=token).exists()

    assert holder(token).get(GROUPS).status_code == 200
    assert ann.get(URL).json()[0]["used_at"] is not None
    # It is not a device, and can neither create nor revoke tokens.
    assert len(ann.get(f"{URL}?kind=device").json()) == 1
    assert ann.delete(f"{ME}devices/{told['id']}/").status_code == 404
    assert_problem(holder(token).get(URL), 403, "scope_missing")
    assert ann.get(f"{ME}export/").json()["access_tokens"][0]["name"] == "Bot"

    assert ann.delete(f"{URL}{told['id']}/").status_code == 204
    assert_problem(holder(token).get(GROUPS), 401, "not_authenticated")
    assert ann.get(URL).json() == []


def test_a_token_expires(guest: User) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    issued = create_access_token(user=guest, name="Bot", scopes=["read"], expires_at=tomorrow)
    assert holder(issued.token).get(GROUPS).status_code == 200
    with time_machine.travel(tomorrow + timedelta(seconds=1)):
        assert_problem(holder(issued.token).get(GROUPS), 401, "not_authenticated")


def test_a_new_password_revokes_it(owner: User, ben: APIClient) -> None:
    issued = create_access_token(user=owner, name="Bot", scopes=["read"])
    changes = {"password": "another four cards", "current_password": PASSWORD}
    assert ben.patch(ME, changes).status_code == 200
    assert_problem(holder(issued.token).get(GROUPS), 401, "not_authenticated")


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"scopes": []}, "scopes", "min_length"),
        ({"scopes": ["all"]}, "scopes.0", "invalid_choice"),
        ({"name": ""}, "name", "blank"),
        ({"expires_at": "2001-01-01T00:00:00Z"}, "expires_at", "out_of_range"),
        ({"expires_at": "2027-01-01"}, "expires_at", "not_a_moment"),
        ({"group": "0b6f8c8e-0000-4000-8000-000000000000"}, "group", "not_found"),
    ],
)
def test_mistakes(ann: APIClient, wrong: dict[str, object], field: str, code: str) -> None:
    assert mistakes(ann.post(URL, {"name": "Bot", "scopes": ["read"], **wrong})) == {(field, code)}


def test_there_are_at_most_fifty(ann: APIClient, guest: User) -> None:
    for _number in range(50):
        create_access_token(user=guest, name="Bot", scopes=["read"])
    problem = assert_problem(
        ann.post(URL, {"name": "Bot", "scopes": ["read"]}), 409, "limit_reached"
    )
    assert problem["limit"] == "access_tokens_of_account"

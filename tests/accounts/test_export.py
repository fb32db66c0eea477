"""GET me/export/: all of one's data."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from accounts.account_hooks import exporters
from accounts.models import User
from tests.accounts.people import EMAIL, ME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_other_apps")]
URL = f"{ME}export/"


def test_it_is_a_document_to_keep(ben: APIClient, owner: User) -> None:
    exporters.append(lambda user: {"groups": [{"name": "Kitchen table", "of": user.pk}]})
    exporters.append(lambda user: {"games": []})
    response = ben.get(URL)
    assert response.headers["Content-Type"] == "application/json"
    disposition = response.headers["Content-Disposition"]
    assert disposition == 'attachment; filename="tableside-export.json"'
    document = response.json()
    assert document["user"]["email"] == EMAIL
    assert [row["current"] for row in document["devices"]] == [True]
    assert document["sections"] == {
        "groups": [{"name": "Kitchen table", "of": str(owner.pk)}],
        "games": [],
    }


def test_it_holds_nothing_secret(ben: APIClient, owner: User) -> None:
    text = ben.get(URL).content.decode()
    device = owner.auth_token_set.get()
    for secret in (owner.password, device.digest, device.token_key):
        assert secret not in text

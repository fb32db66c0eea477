"""Looking a token up in SQL finds what the ORM finds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken, User
from rest.problems import ProblemError
from store.tokens import DEVICE, USER
from tests.sampling import sampled

pytestmark = pytest.mark.django_db


class OrmAuthentication(TokenAuthentication):  # type: ignore[misc]
    """The reference: the same by Knox and the ORM."""

    def _cleanup_token(self, auth_token: DeviceToken) -> bool:
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()


@dataclass(frozen=True)
class Device:
    """A device of some person, and how long its token is good."""

    owner: int
    expiry: timedelta | None
    name: str


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
PEOPLE = st.lists(
    st.fixed_dictionaries(
        {
            "name": TEXTS,
            "is_active": st.booleans(),
            "language": st.sampled_from(["", "de", "fr"]),
            "time_zone": st.sampled_from(["", "Europe/Vienna"]),
        }
    ),
    min_size=1,
    max_size=3,
)
DEVICES = st.lists(
    st.builds(
        Device,
        owner=st.integers(0, 2),
        expiry=st.sampled_from([None, timedelta(days=-1), timedelta(days=1)]),
        name=TEXTS,
    ),
    min_size=1,
    max_size=4,
)


def found(authentication: TokenAuthentication, token: str) -> dict[str, Any] | None:
    """All columns of the device and of its account; None if the token is not good."""
    request = RequestFactory().get("/", HTTP_AUTHORIZATION=f"Bearer {token}")
    try:
        with override("en"):  # the account's language is for one request
            user, device = authentication.authenticate(Request(request))
    except (AuthenticationFailed, NotAuthenticated, ProblemError):
        return None
    assert device.user is user
    assert isinstance(user.created_at, datetime)
    assert user.created_at.tzinfo
    rows = {"device": device, "account": user}
    assert not any(row._state.adding for row in rows.values())
    return {name: _columns(row) for name, row in rows.items()}


def _columns(row: Any) -> dict[str, Any]:
    return {column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields}


@settings(
    max_examples=sampled(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(people=PEOPLE, devices=DEVICES, emails=st.booleans())
def test_it_finds_what_the_orm_finds(
    db: None, people: list[dict[str, Any]], devices: list[Device], emails: bool
) -> None:
    DeviceToken.objects.all().delete()
    User.objects.all().delete()
    users = [
        User.objects.create(**one, email=f"{place}@example.org" if emails else None)
        for place, one in enumerate(people)
    ]
    tokens = [_device(users[each.owner % len(users)], each) for each in devices]
    # Those of the same prefix are told apart by their digests.
    DeviceToken.objects.update(token_key=tokens[0][:15])
    for token in (*tokens, tokens[0][:15] + tokens[-1][15:], "0" * 64):
        assert found(DeviceAuthentication(), token) == found(OrmAuthentication(), token)


def _device(user: User, device: Device) -> str:
    row, token = DeviceToken.objects.create(user=user, device=device.name)
    if device.expiry is not None:
        row.expiry = timezone.now() + device.expiry
        row.save()
    return token


def test_it_reads_all_columns_in_the_order_of_the_models() -> None:
    # A model is built from them without their names.
    for model, columns in ((DeviceToken, DEVICE), (User, USER)):
        assert columns == tuple(column.attname for column in model._meta.concrete_fields)


def test_what_it_finds_can_be_saved(db: None) -> None:
    user = User.objects.create_guest("Ann")
    _row, token = DeviceToken.objects.create(user=user)
    request = Request(RequestFactory().get("/", HTTP_AUTHORIZATION=f"Bearer {token}"))
    authenticated = DeviceAuthentication().authenticate(request)
    assert authenticated
    account, device = authenticated
    account.name = "Anna"
    account.save()
    device.device = "tablet"
    device.save()
    user.refresh_from_db()
    assert (user.name, DeviceToken.objects.get().device) == ("Anna", "tablet")

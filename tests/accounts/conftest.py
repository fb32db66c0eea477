"""The people of these tests: a guest, somebody with an e-mail, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts import account_hooks
from accounts.models import User
from tests.accounts.people import EMAIL, PASSWORD, Mailbox
from tests.cast import client_of


@pytest.fixture(autouse=True)
def quick_hashes(settings: Settings) -> None:
    """Do not spend the slow hash's time on each test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_guest("Ann")


@pytest.fixture
def ann(guest: User) -> APIClient:
    """A client of the guest's device."""
    return client_of(guest)


@pytest.fixture
def owner(db: None) -> User:
    """Somebody with an e-mail and a password."""
    return User.objects.create(name="Ben", email=EMAIL, password=make_password(PASSWORD))


@pytest.fixture
def ben(owner: User) -> APIClient:
    return client_of(owner)


@pytest.fixture
def box(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Mailbox:
    return Mailbox(django_capture_on_commit_callbacks)


@pytest.fixture
def no_other_apps() -> Iterator[None]:
    """The registry of other apps, empty, to be filled by a test."""
    lists: tuple[list[Any], ...] = (account_hooks.exporters, account_hooks.delete_hooks)
    kept = [list(registered) for registered in lists]
    for registered in lists:
        registered.clear()
    yield
    for registered, before in zip(lists, kept, strict=True):
        registered[:] = before

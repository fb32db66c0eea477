"""The account that an argument of a command names."""

from __future__ import annotations

from django.core.management.base import CommandError

from accounts.models import User
from accounts.services.disabling import find_account


def chosen_account(text: str) -> User:
    """Return the account with this id or e-mail address; raise CommandError if there is none."""
    user = find_account(text)
    if user is None:
        raise CommandError(f"There is no account with the id or e-mail address {text!r}.")
    return user

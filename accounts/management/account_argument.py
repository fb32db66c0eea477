"""The account that an argument of a command names."""

from __future__ import annotations

from uuid import UUID

from django.core.management.base import CommandError

from accounts.models import User


def chosen_account(text: str) -> User:
    """Return the account with this id or e-mail address; raise CommandError if there is none."""
    try:
        found = User.objects.filter(pk=UUID(text))
    except ValueError:
        found = User.objects.filter(email=text.strip().lower())
    user = found.first()
    if user is None:
        raise CommandError(f"There is no account with the id or e-mail address {text!r}.")
    return user

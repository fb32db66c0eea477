"""Keeping somebody from using the server, and letting them again: for its host."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import User


def find_account(text: str) -> User | None:
    """Return the account with this id or e-mail address."""
    try:
        found = User.objects.filter(pk=UUID(text))
    except ValueError:
        found = User.objects.filter(email=text.strip().lower())
    return found.first()


@transaction.atomic
def set_enabled(user: User, *, enabled: bool) -> bool:
    """Let somebody use the server, or no longer; return whether that has changed anything.

    Nothing of theirs is deleted, and they stay in their groups. Their tokens are kept, or a guest
    could never come back, but are refused from now on; streams end within seconds.
    """
    changed = User.objects.filter(pk=user.pk).exclude(is_active=enabled).update(is_active=enabled)
    return bool(changed)

"""Locking the row of a person for a change."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated

from accounts.models import User


def lock_user(user: User) -> User:
    """Return the person as they are now, locked until the caller's transaction ends.

    Raises NotAuthenticated if the account is gone, or its password has changed since the request
    was authenticated: what proved their identity then no longer does.
    """
    locked = (
        User.objects.select_for_update()
        .filter(pk=user.pk, password=user.password, is_active=True)
        .first()
    )
    if locked is None:
        raise NotAuthenticated
    return locked

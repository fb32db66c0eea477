"""Locking the row of a person, to change it or to write for them."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated

from accounts.models import User
from store.accounts import hold_account


def lock_user(user: User, *, for_good: bool = False) -> User:
    """Return the person as they are now, locked until the caller's transaction ends.

    Others may refer to the row meanwhile, as a round that this person records does; otherwise a
    new name could wait for the log of a group, and whoever writes there for the person. Not so if
    the person is to be deleted: `for_good`.

    Raises NotAuthenticated if the account is gone, or its password has changed since the request
    was authenticated: what proved their identity then no longer does.
    """
    locked = (
        User.objects.select_for_update(no_key=not for_good)
        .filter(pk=user.pk, password=user.password, is_active=True)
        .first()
    )
    if locked is None:
        raise NotAuthenticated
    return locked


def hold_user(user: User) -> None:
    """Keep a person's account until the caller's transaction ends, which writes for them.

    Comes before all locks on groups, games and players, or somebody who deletes the account, and
    has it locked while they wait for those, would be waited for, too. Raises NotAuthenticated if
    the account is gone.
    """
    if not hold_account(user.pk):
        raise NotAuthenticated

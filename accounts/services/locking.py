"""Locking the row of a person, to change it or to write for them."""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from rest.refusals import Refusal
from store.statements import Statement, send, stored


def lock_user(user: User, *, for_good: bool = False) -> User:
    """Return the person as they are now, locked until the caller's transaction ends.

    Others may refer to the row meanwhile, as a round that this person records does; otherwise a
    new name could wait for the log of a group, and whoever writes there for the person. Not so if
    the person is to be deleted: `for_good`.

    Raises Refusal if the account is gone, or its password has changed since the request
    was authenticated: what proved their identity then no longer does.
    """
    locked = (
        User.objects.select_for_update(no_key=not for_good)
        .filter(pk=user.pk, password=user.password, is_active=True)
        .first()
    )
    if locked is None:
        raise not_logged_in()
    return locked


def hold_user(user: User) -> None:
    """Keep a person's account until the caller's transaction ends, which writes for them.

    Raises Refusal if the account is gone.
    """
    [found] = send(holding(user))
    if not found:
        raise not_logged_in()


def hold_others(users: QuerySet[User]) -> None:
    """Keep the accounts of others to whom what is about to be written refers, as `hold_user`."""
    for user in users:
        send(holding(user))


def not_logged_in() -> Refusal:
    """Return the refusal of somebody whose account is gone."""
    return Refusal("not_authenticated", _("Log in first: this needs the token of a device."))


def holding(user: User) -> Statement:
    """Return the statement of `hold_user`, which reads the name.

    What is written for somebody refers to their account, which PostgreSQL locks for that when the
    transaction ends. Whoever deletes the account has it locked by then, and waits for rows that the
    writer has. So this comes before all locks on groups, games and players. Writers do not wait
    for each other, nor for somebody who changes the name.
    """
    text = "SELECT name FROM accounts_user WHERE id = %s"
    if connection.features.has_select_for_update:
        text += " FOR KEY SHARE"
    return Statement(text, [stored(user.pk)], list)

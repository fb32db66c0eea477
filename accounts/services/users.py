"""Creating, claiming, changing and deleting accounts."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated

from accounts import account_hooks
from accounts.credentials import wrong_credentials
from accounts.models import DeviceToken, User
from accounts.services.devices import IssuedToken, issue_token, log_out_everywhere
from accounts.services.locking import lock_user
from rest.problems import ProblemError


@transaction.atomic
def create_guest(*, name: str, device: str = "", time_zone: str = "") -> IssuedToken:
    """Create a person who has only a name, and perhaps a time zone."""
    return issue_token(User.objects.create_guest(name, time_zone), device)


@transaction.atomic
def claim(*, user: User, email: str, password: str, device: str = "") -> IssuedToken:
    """Give a guest an e-mail address and a password, hashed by `credentials.hash_new_password`.

    All devices are logged out except the one that gets the new token. Raises ProblemError
    (409) if the account has an e-mail address already, or somebody else has this one.
    """
    user = lock_user(user)
    if user.email is not None:
        detail = _("This account already has an e-mail address: change it in your profile.")
        raise ProblemError(409, "already_claimed", detail)
    user.email, user.password = email, password
    _save(user)
    log_out_everywhere(user=user)
    return issue_token(user, device)


@transaction.atomic
def log_in(*, user: User, device: str = "") -> IssuedToken:
    """Log one more device in, for a person whose password has just been checked."""
    try:
        user = lock_user(user)
    except NotAuthenticated:
        raise wrong_credentials() from None
    return issue_token(user, device)


@transaction.atomic
def change_profile(
    *,
    user: User,
    token: DeviceToken,
    name: str | None = None,
    email: str | None = None,
    password: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> User:
    """Change what is given; a new password logs out all devices except the one of `token`.

    An empty time zone forgets the one that was known; with an empty language, each phone has its
    own.

    Raises ProblemError (409) if somebody else has this e-mail address, or if a guest sets one
    or a password, which takes `claim`.
    """
    user = lock_user(user)
    if user.email is None and (email is not None or password is not None):
        detail = _("Claim the account first, with an e-mail address and a password.")
        raise ProblemError(409, "not_claimed", detail)
    is_renamed = name not in (None, user.name)
    if name is not None:
        user.name = name
    if time_zone is not None:
        user.time_zone = time_zone
    if language is not None:
        user.language = language
    if email is not None:
        user.email = email
    if password is not None:
        user.password = password
        log_out_everywhere(user=user, except_token=token)
    _save(user)
    if is_renamed:
        account_hooks.run_rename_hooks(user)
    return user


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete a person, after the hooks of the other apps (`accounts.account_hooks`)."""
    user = lock_user(user, for_good=True)
    account_hooks.run_delete_hooks(user)
    user.delete()


def _save(user: User) -> None:
    try:
        user.save(update_fields=["name", "email", "password", "time_zone", "language"])
    except IntegrityError:
        # The error is not chained, because its text contains the address.
        detail = _(
            "An account with this e-mail address already exists: log in to it, or use another "
            "address."
        )
        raise ProblemError(409, "email_taken", detail) from None

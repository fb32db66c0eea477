"""Creating, claiming, changing and deleting accounts."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import account_hooks
from accounts.credentials import wrong_credentials
from accounts.models import DeviceToken, User
from accounts.services.devices import IssuedToken, issue_token, log_out_everywhere
from accounts.services.email_addresses import (
    ask_for_confirmation,
    forget_pending_email,
    save_credentials,
)
from accounts.services.locking import lock_user
from rest.refusals import Refusal


@transaction.atomic
def create_guest(*, name: str, device: str = "", time_zone: str = "") -> IssuedToken:
    """Create a person who has only a name, and perhaps a time zone."""
    return issue_token(User.objects.create_guest(name, time_zone), device)


@transaction.atomic
def claim(
    *, user: User, email: str, password: str, link: Callable[[str], str], device: str = ""
) -> IssuedToken:
    """Give a guest an e-mail address and a password, hashed by `credentials.hash_new_password`.

    With `EMAIL_VERIFICATION` they count once the link that is mailed was opened. All devices are
    logged out except the one that gets the new token. Raises Refusal if the account
    has an e-mail address already; without verification also if somebody else has this one.
    """
    user = lock_user(user)
    if user.email is not None:
        detail = _("This account already has an e-mail address: change it in your profile.")
        raise Refusal("already_claimed", detail)
    if settings.EMAIL_VERIFICATION:
        ask_for_confirmation(user=user, email=email, password=password, link=link)
    else:
        user.email, user.password = email, password
        save_credentials(user)
    log_out_everywhere(user=user)
    return issue_token(user, device)


@transaction.atomic
def log_in(*, user: User, device: str = "") -> IssuedToken:
    """Log one more device in, for a person whose password has just been checked."""
    try:
        user = lock_user(user)
    except Refusal:
        raise wrong_credentials() from None
    return issue_token(user, device)


@transaction.atomic
def change_profile(
    *,
    user: User,
    token: DeviceToken,
    link: Callable[[str], str],
    name: str | None = None,
    email: str | None = None,
    password: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> User:
    """Change what is given; a new password logs out all devices except the one of `token`.

    An empty time zone forgets the one that was known; with an empty language, each phone has its
    own. With `EMAIL_VERIFICATION`, another address counts once it is confirmed.

    Raises Refusal if a guest sets an address or a password, which takes `claim`;
    without verification also if somebody else has this address.
    """
    user = lock_user(user)
    if user.email is None and (email is not None or password is not None):
        detail = _("Claim the account first, with an e-mail address and a password.")
        raise Refusal("not_claimed", detail)
    is_renamed = name not in (None, user.name)
    if name is not None:
        user.name = name
    if time_zone is not None:
        user.time_zone = time_zone
    if language is not None:
        user.language = language
    if password is not None:
        user.password = password
        log_out_everywhere(user=user, except_token=token)
        forget_pending_email(user)  # which somebody else may have asked for
    user.save(update_fields=["name", "time_zone", "language"])
    if email is not None:
        _change_email(user, email, link)
    if email is not None or password is not None:
        save_credentials(user)
    if is_renamed:
        for hook in account_hooks.rename_hooks:
            hook(user)
    return user


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete a person, after the hooks of the other apps (`accounts.account_hooks`)."""
    user = lock_user(user, for_good=True)
    for hook in account_hooks.delete_hooks:
        hook(user)
    user.delete()


def _change_email(user: User, email: str, link: Callable[[str], str]) -> None:
    forget_pending_email(user)
    if not settings.EMAIL_VERIFICATION:
        user.email = email
    elif email != user.email:
        ask_for_confirmation(user=user, email=email, link=link)

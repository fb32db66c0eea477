"""Setting a new password with a mailed link."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts import mail
from accounts.attempts import count_attempt
from accounts.models import User
from accounts.services.devices import IssuedToken, issue_token, log_out_everywhere
from accounts.services.email_addresses import forget_pending_email, unknown_link


def request_password_reset(*, email: str, link: Callable[[str], str]) -> None:
    """Mail `link(key)` to the person with this address, unless they have already had too many.

    The key identifies the person, and proves that the mail was read.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if count_attempt("mail", email):
        return
    language = translation.get_language()

    # Nothing is made of it before the answer: that takes as long if there is no account.
    def message() -> EmailMessage | None:
        if user is None:
            return None
        # The answer itself stays in the language of the phone: whether it has an account is secret.
        with translation.override(user.language or language):
            key = reset_key(user)
            return mail.password_reset_message(to=email, name=user.name, link=link(key))

    transaction.on_commit(lambda: mail.send_in_background(message))


def reset_key(user: User) -> str:
    """Return the secret of a link: who it is for, a dot, and a token that works once."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"{uid}.{default_token_generator.make_token(user)}"


def user_of_link(*, uid: str, token: str) -> User:
    """Return the person that a link is for.

    Raises Refusal, always the same, if the link is wrong, expired or used.
    """
    try:
        user = User.objects.filter(pk=urlsafe_base64_decode(uid).decode(), is_active=True).first()
    except (ValueError, ValidationError):  # not base64, not text, not a UUID
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise unknown_link()
    return user


@transaction.atomic
def reset_password(*, user: User, token: str, password: str, device: str = "") -> IssuedToken:
    """Set a new password, hashed already, with a mailed link; log all other devices out."""
    locked = User.objects.select_for_update().filter(pk=user.pk).first()
    # Checked again: if the link was used at the same time, the token is no longer valid.
    if locked is None or not default_token_generator.check_token(locked, token):
        raise unknown_link()
    locked.password = password
    locked.save(update_fields=["password"])
    log_out_everywhere(user=locked)
    forget_pending_email(locked)  # which somebody else may have asked for
    return issue_token(locked, device)

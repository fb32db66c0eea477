"""E-mail addresses that count once a mailed link was opened.

Whoever asks for an address learns nothing about it: what is answered, written and mailed is as
much for one that has an account as for one that is free. Only its mailbox tells.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import mail
from accounts.attempts import count_attempt, limit_attempts
from accounts.models import PendingEmail, User
from rest.refusals import Refusal

LINK_LIFETIME = timedelta(days=1)
KEY_BYTES = 32


def ask_for_confirmation(
    *, user: User, email: str, link: Callable[[str], str], password: str = ""
) -> None:
    """Remember the address that a person wants, and mail there; part of the caller's transaction.

    `link(path)` makes an absolute address. An earlier address that waits is forgotten. The mail
    has the link that confirms the address; if it has an account already, it says so instead.
    Raises ProblemError (429) if the person asks for too many.
    """
    limit_attempts("mail", f"for {user.pk}")
    key = secrets.token_urlsafe(KEY_BYTES)
    PendingEmail.objects.update_or_create(
        user=user,
        defaults={
            "email": email,
            "password": password,
            "digest": _digest(key),
            "expires_at": timezone.now() + LINK_LIFETIME,
        },
    )
    taken = User.objects.filter(email=email).first()
    language = (taken or user).language or translation.get_language()
    confirm, reset = link(f"/confirm#{key}"), link("/reset")
    if count_attempt("mail", email):
        return

    def message() -> EmailMessage:
        with translation.override(language):
            if taken is not None:
                return mail.email_known_message(to=email, name=taken.name, link=reset)
            return mail.email_confirmation_message(to=email, link=confirm, lifetime=LINK_LIFETIME)

    transaction.on_commit(lambda: mail.send_in_background(message))


@transaction.atomic
def confirm_email(*, key: str) -> User:
    """Give a person the address whose mail had this key, which works once.

    Raises Refusal, always the same, if the key is wrong, expired or used, and if
    somebody else has confirmed the address meanwhile.
    """
    waiting = PendingEmail.objects.filter(digest=_digest(key), expires_at__gt=timezone.now())
    # The person first, then what waits, as everywhere where both are locked.
    user = (
        User.objects.select_for_update(of=("self",))
        .filter(pk__in=waiting.values("user"), is_active=True)
        .first()
    )
    pending = waiting.first()
    if user is None or pending is None:
        raise unknown_link()
    user.email = pending.email
    user.password = pending.password or user.password
    pending.delete()
    save_credentials(user)
    return user


def forget_pending_email(user: User) -> None:
    """Let no link change the address of this person any more."""
    PendingEmail.objects.filter(user=user).delete()


def save_credentials(user: User) -> None:
    """Store the address and the password of a person; Refusal if it is taken."""
    try:
        user.save(update_fields=["email", "password"])
    except IntegrityError:
        # The error is not chained, because its text contains the address.
        detail = _(
            "An account with this e-mail address already exists: log in to it, or use another "
            "address."
        )
        raise Refusal("email_taken", detail) from None


def unknown_link() -> Refusal:
    """Return the refusal of a mailed link, which is the same for any mistake."""
    detail = _("This link is wrong, has expired, or was already used: ask for a new e-mail.")
    return Refusal("unknown_link", detail)


def _digest(key: str) -> str:
    # A key is long and random, so that its plain hash gives nothing away.
    return hashlib.sha256(key.encode()).hexdigest()

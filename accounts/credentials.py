"""Checking and hashing passwords. Slow on purpose, so done outside of transactions."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError as DjangoValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.attempts import is_familiar, limit_attempts, remember, reset_attempts
from accounts.models import DeviceToken, User
from rest.problems import ProblemError
from rest.refusals import Refusal

NEW = timedelta(hours=1)  # how long a device that has only been paired is new


def user_with_credentials(
    *, email: str, password: str, network: str, device_hint: str | None
) -> User:
    """Return the person with this e-mail and password.

    Raises Refusal if there is none, and ProblemError: 401 if the account is disabled, 429 after too
    many failures. These count by the device, if it has a hint of this person, or else by the e-mail
    and the network: nobody else can keep the person from logging in. Takes as long for an unknown
    e-mail as for a wrong password.
    """
    user = User.objects.filter(email=email).first()
    device = _device(user, device_hint)
    subject = f"hint {device}" if device else f"{network} {email}"
    limit_attempts("login", subject, slows_down=True)
    if user is None:
        make_password(password)
    elif user.check_password(password):
        if not user.is_active:
            raise account_disabled()
        reset_attempts("login", subject)
        return user
    raise wrong_credentials()


def new_device_hint(user: User) -> str:
    """Return what a device keeps, to be known as one that this person has logged in on.

    It lets nobody in, and does not say whose it is. To be given only to who has just proved to be
    the person by more than a token: each hint allows wrong passwords of its own.
    """
    return _signer(user).sign(secrets.token_urlsafe(16))


def known_person(email: str, device_hint: str | None) -> str | None:
    """Return a name of the person with this e-mail, if the hint is of a device of theirs."""
    user = User.objects.filter(email=email).first() if device_hint else None
    return f"person:{user.pk}" if user and _device(user, device_hint) else None


def _device(user: User | None, hint: str | None) -> str | None:
    """Return the name of the device that a hint of this person was given to, or None."""
    try:
        return _signer(user).unsign(hint) if user and hint else None
    except signing.BadSignature:
        return None


def _signer(user: User) -> signing.Signer:
    return signing.Signer(salt=f"accounts.device_hint {user.pk}")


def account_disabled() -> ProblemError:
    """Return the refusal (401) of somebody whom the host keeps from using the server."""
    detail = _("This account was disabled by whoever runs this server: ask them.")
    return ProblemError(401, "account_disabled", detail)


def wrong_credentials() -> Refusal:
    """Return the refusal of a login, which is the same for any mistake."""
    return Refusal("wrong_credentials", _("Wrong e-mail address or password."))


def require_password(user: User, token: DeviceToken, password: str | None) -> None:
    """Check the current password of a person, if they have one, sent with one of their tokens.

    Raises ValidationError if it is missing, ProblemError (403) if it is wrong, and 429 after
    too many tries with this token, right or wrong. Not 401, because the token is valid.
    """
    if user.email is None:
        return
    if password is None:
        message = _("Enter your current password to do this.")
        raise serializers.ValidationError({"current_password": [ErrorDetail(message, "required")]})
    subject = _who_guesses(token)
    limit_attempts("login", subject)
    limit_attempts("login", f"right or wrong {token.id}")  # each takes long
    if not user.check_password(password):
        raise ProblemError(403, "wrong_credentials", _("This is not your current password."))
    remember_password(token)
    reset_attempts("login", subject)


def remember_password(token: DeviceToken) -> None:
    """Note that whoever has this token knows the password."""
    remember(f"password {token.id}")


def _who_guesses(token: DeviceToken) -> str:
    """Return what wrong passwords count together: those of one token, which block no other.

    Those of tokens that were got without the password in the last hour count together: otherwise
    whoever has one could pair one device after the other, to go on guessing.
    """
    is_new = timezone.now() - token.created < NEW and not is_familiar(f"password {token.id}")
    return f"new devices {token.user_id}" if is_new else f"device {token.id}"


def hash_new_password(
    password: str, *, name: str = "", email: str | None = None, asked_by: User | None = None
) -> str:
    """Return a new password hashed, as it is stored; raise ValidationError if it is too weak.

    Raises ProblemError (429) if somebody who is logged in asks too often: it takes long.
    """
    try:
        validate_password(password, User(name=name, email=email))
    except DjangoValidationError as weak:
        raise serializers.ValidationError(
            {
                "password": [
                    ErrorDetail(_what_is_weak(error), error.code) for error in weak.error_list
                ]
            }
        ) from None
    if asked_by is not None:
        limit_attempts("login", f"new password {asked_by.pk}")
    return make_password(password)


def _what_is_weak(error: DjangoValidationError) -> str:
    """Return in our words, which are translated, what a validator of the settings says."""
    match error.code:
        case "password_too_short":
            least = (error.params or {})["min_length"]
            text = ngettext(
                "A password needs at least %(count)d character.",
                "A password needs at least %(count)d characters.",
                least,
            )
            return text % {"count": least}
        case "password_too_common":
            return _("Many people use this password: choose another one.")
        case "password_too_similar":
            return _("This password is too similar to the name or the e-mail address.")
    raise ValueError(error.code)  # a validator whose text is missing here

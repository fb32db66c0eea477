"""Judging passwords. Slow on purpose, so done before a write's transaction begins."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError as DjangoValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.attempts import forget_attempts, require_attempt
from accounts.models import User
from rest.problems import ProblemError


def login_user(*, email: str, password: str) -> User:
    """Return whose e-mail and password these are.

    Raises ProblemError: 401 where they are nobody's, 429 after too many failures with
    this e-mail. Takes as long for an e-mail that is unknown.
    """
    require_attempt("login", email)
    user = User.objects.filter(email=email).first()
    if user is None:
        make_password(password)
    elif user.check_password(password) and user.is_active:
        forget_attempts("login", email)
        return user
    raise wrong_credentials()


def wrong_credentials() -> ProblemError:
    """What a login is refused with, whatever was wrong about it."""
    detail = _("This e-mail and this password do not go together.")
    return ProblemError(401, "wrong_credentials", detail, headers={"WWW-Authenticate": "Bearer"})


def require_password(user: User, password: str | None) -> None:
    """Let a person with a password go on only with it.

    Raises ValidationError where it is missing, ProblemError (403) where it is wrong, and
    429 after too many failures. Not 401, for the token is good.
    """
    if user.email is None:
        return
    if password is None:
        text = _("Give your present password to do this.")
        raise serializers.ValidationError({"current_password": [ErrorDetail(text, "required")]})
    require_attempt("login", user.email)
    if not user.check_password(password):
        raise ProblemError(403, "wrong_credentials", _("This is not your present password."))
    forget_attempts("login", user.email)


def new_password(password: str, *, name: str = "", email: str | None = None) -> str:
    """Return a new password as it is stored; raise ValidationError where it is too weak."""
    try:
        validate_password(password, User(name=name, email=email))
    except DjangoValidationError as error:
        raise serializers.ValidationError(
            {
                "password": [
                    ErrorDetail(str(message), one.code)
                    for one in error.error_list
                    for message in one.messages
                ]
            }
        ) from None
    return make_password(password)

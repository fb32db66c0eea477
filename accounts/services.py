"""Changing people and their devices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated

from accounts import account_hooks as lifecycle
from accounts import codes, mail
from accounts.attempts import count_attempt
from accounts.credentials import wrong_credentials
from accounts.models import DeviceToken, PairingCode, User
from accounts.selectors import devices_of
from rest.problems import ProblemError

PAIRING_LIFE = timedelta(minutes=10)
MAX_DEVICES = 50  # of one person; the one unseen for longest makes room


@dataclass(frozen=True, slots=True)
class Login:
    """A person, and the token of the device that is logged in now: told once, not stored."""

    user: User
    token: str


# --- Coming in --------------------------------------------------------------------------


@transaction.atomic
def create_guest(*, name: str, device: str = "") -> Login:
    """Make a person who has nothing but a name."""
    return _log_in(User.objects.create_guest(name), device)


@transaction.atomic
def claim(*, user: User, email: str, password: str, device: str = "") -> Login:
    """Make a guest a person with an e-mail and a password, as `new_password` returns it.

    All devices are logged out but the one that gets the new token. Raises ProblemError
    (409) where the account is claimed already, or the e-mail is somebody's.
    """
    user = _locked(user)
    if user.email is not None:
        detail = _("This account has an e-mail already: change it in your profile.")
        raise ProblemError(409, "already_claimed", detail)
    user.email, user.password = email, password
    _save(user)
    log_out_everywhere(user=user)
    return _log_in(user, device)


@transaction.atomic
def log_in(*, user: User, device: str = "") -> Login:
    """Give a further device a token, for a person whose password was found right just now."""
    try:
        user = _locked(user)
    except NotAuthenticated:
        raise wrong_credentials() from None
    return _log_in(user, device)


@transaction.atomic
def new_pairing_code(*, user: User) -> tuple[str, datetime]:
    """Make a code that logs one further device in; return it and when it ends.

    Earlier codes of the same person end here.
    """
    user = _locked(user)
    PairingCode.objects.filter(user=user).delete()
    code = codes.new_code()
    expires_at = timezone.now() + PAIRING_LIFE
    PairingCode.objects.create(
        digest=codes.digest(code, purpose="pairing"), user=user, expires_at=expires_at
    )
    return code, expires_at


@transaction.atomic
def pair(*, code: str, device: str = "") -> Login:
    """Log a device in by a pairing code, which is used up by that.

    Raises ProblemError (404), always the same, for a code that is wrong, old or used.
    """
    wanted = PairingCode.objects.filter(
        digest=codes.digest(codes.normalise(code), purpose="pairing"),
        expires_at__gt=timezone.now(),
    )
    # The person first, then the code, as everywhere: in another order two could wait for
    # each other for ever. Of two who come at once, one deletes a row and the other none.
    user = (
        User.objects.select_for_update(of=("self",))
        .filter(pk__in=wanted.values("user"), is_active=True)
        .first()
    )
    if user is None or not wanted.delete()[0]:
        detail = _("This code is wrong, or used, or too old: ask for a new one.")
        raise ProblemError(404, "unknown_code", detail)
    return _log_in(user, device)


@transaction.atomic
def delete_expired_codes() -> int:
    """Delete the pairing codes that nobody used in time; return how many there were."""
    deleted, _details = PairingCode.objects.filter(expires_at__lte=timezone.now()).delete()
    return deleted


# --- Forgotten passwords ----------------------------------------------------------------


def request_password_reset(*, email: str, link: Callable[[str], str]) -> None:
    """Mail `link(key)` to whoever has this e-mail, unless they got several just now.

    The key holds who it is, and the proof that the mail was read.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if count_attempt("mail", email) or user is None:
        return
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    key = f"{uid}.{default_token_generator.make_token(user)}"
    message = mail.password_reset(to=email, name=user.name, link=link(key))
    transaction.on_commit(lambda: mail.send_soon(message))


def user_of_reset(*, uid: str, token: str) -> User:
    """Return whose link this is; raise ProblemError (404), always the same, if nobody's."""
    try:
        user = User.objects.filter(pk=urlsafe_base64_decode(uid).decode(), is_active=True).first()
    except (ValueError, ValidationError):  # no base64, no text, no UUID
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise _unknown_link()
    return user


@transaction.atomic
def reset_password(*, user: User, token: str, password: str, device: str = "") -> Login:
    """Set a new password by a mailed link, once; log all devices out but this one."""
    locked = User.objects.select_for_update().filter(pk=user.pk).first()
    # Looked at again: a link used at the same time has changed what the token is made of.
    if locked is None or not default_token_generator.check_token(locked, token):
        raise _unknown_link()
    locked.password = password
    locked.save(update_fields=["password"])
    log_out_everywhere(user=locked)
    return _log_in(locked, device)


# --- Living here ------------------------------------------------------------------------


@transaction.atomic
def change_profile(
    *,
    user: User,
    token: DeviceToken,
    name: str | None = None,
    email: str | None = None,
    password: str | None = None,
) -> User:
    """Change what is given; a new password logs all devices out but the one of `token`.

    Raises ProblemError (409) where the e-mail is somebody else's, or where a guest wants
    an e-mail or a password: to claim the account takes both.
    """
    user = _locked(user)
    if user.email is None and (email is not None or password is not None):
        detail = _("Claim the account first, with an e-mail and a password.")
        raise ProblemError(409, "not_claimed", detail)
    if name is not None:
        user.name = name
    if email is not None:
        user.email = email
    if password is not None:
        user.password = password
        log_out_everywhere(user=user, but=token)
    _save(user)
    return user


@transaction.atomic
def log_out(*, token: DeviceToken) -> None:
    """Make a token worthless."""
    DeviceToken.objects.filter(pk=token.pk).delete()


@transaction.atomic
def revoke_device(*, user: User, device: UUID) -> None:
    """Log a device out; raise Http404 where it is none of the person's."""
    deleted, _details = DeviceToken.objects.filter(user=user, id=device).delete()
    if not deleted:
        raise Http404


@transaction.atomic
def log_out_everywhere(*, user: User, but: DeviceToken | None = None) -> None:
    """Log all devices out, but one, and let no pairing code bring another in."""
    others = DeviceToken.objects.filter(user=user)
    (others.exclude(pk=but.pk) if but else others).delete()
    PairingCode.objects.filter(user=user).delete()


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete a person, once every app has let them go (`accounts.account_hooks`)."""
    user = _locked(user)
    lifecycle.leave(user)
    user.delete()


def _log_in(user: User, device: str) -> Login:
    _row, token = DeviceToken.objects.create(user=user, device=device)
    crowded = [row.pk for row in devices_of(user).only("pk")[MAX_DEVICES:]]
    if crowded:
        DeviceToken.objects.filter(pk__in=crowded).delete()
    return Login(user, token)


def _locked(user: User) -> User:
    """The person as they are now, for nobody else to change before the transaction ends.

    Raises NotAuthenticated where the account is gone or has got another password since the
    request was let in: what proved who they are proves it no more.
    """
    locked = (
        User.objects.select_for_update()
        .filter(pk=user.pk, password=user.password, is_active=True)
        .first()
    )
    if locked is None:
        raise NotAuthenticated
    return locked


def _save(user: User) -> None:
    try:
        user.save(update_fields=["name", "email", "password"])
    except IntegrityError:
        # Nothing of the error is passed on: it quotes the address.
        detail = _("There is an account with this e-mail: log in to it, or use another e-mail.")
        raise ProblemError(409, "email_taken", detail) from None


def _unknown_link() -> ProblemError:
    detail = _("This link is wrong, or used, or too old: ask for a new mail.")
    return ProblemError(404, "unknown_link", detail)

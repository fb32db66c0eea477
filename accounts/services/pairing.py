"""One-time codes that log in one more device."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import codes
from accounts.models import PairingCode, User
from accounts.services.devices import IssuedToken, issue_token
from accounts.services.locking import lock_user
from rest.refusals import Refusal

CODE_LIFETIME = timedelta(minutes=10)


@transaction.atomic
def create_pairing_code(*, user: User) -> tuple[str, datetime]:
    """Create a code that logs in one more device; return it and when it expires.

    Earlier codes of the same person are deleted.
    """
    user = lock_user(user)
    PairingCode.objects.filter(user=user).delete()
    code = codes.new_code()
    expires_at = timezone.now() + CODE_LIFETIME
    PairingCode.objects.create(digest=_digests(code)[0], user=user, expires_at=expires_at)
    return code, expires_at


def check_pairing_code(*, code: str) -> str:
    """Return the code as it was made, without using it; raise Refusal like `pair`."""
    if not _matching(code).filter(user__is_active=True).exists():
        raise _unknown_code()
    return codes.normalise(code)


@transaction.atomic
def pair(*, code: str, device: str = "") -> IssuedToken:
    """Log a device in with a pairing code, which can be used once.

    Raises Refusal, always the same, if the code is wrong, expired or used.
    """
    matching = _matching(code)
    # First the person is locked, then the code, as everywhere: otherwise two transactions could
    # wait for each other. Of two that use the code at once, one deletes its row, the other none.
    user = (
        User.objects.select_for_update(of=("self",))
        .filter(pk__in=matching.values("user"), is_active=True)
        .first()
    )
    if user is None or not matching.delete()[0]:
        raise _unknown_code()
    return issue_token(user, device)


def _matching(code: str) -> QuerySet[PairingCode]:
    digests = _digests(codes.normalise(code))
    return PairingCode.objects.filter(digest__in=digests, expires_at__gt=timezone.now())


def _digests(code: str) -> list[str]:
    """Return the hashes by which a code may be stored: the first is by the present SECRET_KEY.

    Keyed, because codes are short: all could be tried against a plain hash.
    """
    return [
        salted_hmac("accounts.codes.pairing", code, secret=key, algorithm="sha256").hexdigest()
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]


def _unknown_code() -> Refusal:
    detail = _("This code is wrong, has expired, or was already used: ask for a new one.")
    return Refusal("unknown_code", detail)

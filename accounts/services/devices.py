"""Logging devices in and out."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from accounts.models import DeviceToken, PairingCode, User
from accounts.selectors import devices_of
from accounts.services.locking import lock_user
from rest.refusals import NotFound

MAX_DEVICES = 50  # per person; one more replaces the one that has been unused for longest


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A person and a new token for one of their devices. Only a hash of the token is stored."""

    user: User
    token: str
    row: DeviceToken


def issue_token(user: User, device: str) -> IssuedToken:
    """Log a device in, as part of the caller's transaction; `device` is its name."""
    row, token = DeviceToken.objects.create(user=user, device=device)
    surplus = [row.pk for row in devices_of(user).only("pk")[MAX_DEVICES:]]
    if surplus:
        DeviceToken.objects.filter(pk__in=surplus).delete()
    return IssuedToken(user, token, row)


@transaction.atomic
def revoke_device(*, user: User, device: UUID) -> None:
    """Log a device out, and delete the person's pairing codes: it may have asked for one.

    Raises NotFound if it is not one of the person's devices.
    """
    user = lock_user(user)
    deleted, _details = devices_of(user).filter(id=device).delete()
    if not deleted:
        raise NotFound
    _delete_pairing_codes(user)


def log_out_everywhere(*, user: User, except_token: DeviceToken | None = None) -> None:
    """Log all devices out, except one, and delete the access tokens and pairing codes.

    Part of the caller's transaction.
    """
    tokens = DeviceToken.objects.filter(user=user)
    if except_token is not None:
        tokens = tokens.exclude(pk=except_token.pk)
    tokens.delete()
    _delete_pairing_codes(user)


def _delete_pairing_codes(user: User) -> None:
    PairingCode.objects.filter(user=user).delete()

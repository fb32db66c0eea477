"""Reading people and their devices."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import DeviceToken, PendingEmail, User


def devices_of(user: User) -> QuerySet[DeviceToken]:
    """Return the devices that are logged in, the last seen first."""
    return DeviceToken.objects.filter(user=user, scopes="").order_by("-seen_at", "-created", "id")


def access_tokens_of(user: User) -> QuerySet[DeviceToken]:
    """Return the access tokens, those that have expired included, the newest first."""
    return DeviceToken.objects.filter(user=user).exclude(scopes="").order_by("-created", "id")


def unexpired() -> Q:
    """Return the condition that a token has not expired."""
    return Q(expiry=None) | Q(expiry__gt=timezone.now())


def pending_email(user: User) -> str | None:
    """Return the address that waits for a mailed link to be opened, or None."""
    if not settings.EMAIL_VERIFICATION:
        return None
    waiting = PendingEmail.objects.filter(user=user, expires_at__gt=timezone.now())
    return waiting.values_list("email", flat=True).first()
